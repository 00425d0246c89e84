"""Whatever a distiller answers is checked before it counts."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from florilegium.decisions import Decision, Evidence
from florilegium.distilling.articles import parse_article
from florilegium.distilling.deciding import Layers, decide_all
from florilegium.entries import Entry
from florilegium.errors import ArtifactError

ARTICLE = parse_article("# Tea\n\nSpouts leak.\n", name="a.md")


def make_layers(key: str) -> Layers:
    entry = Entry(
        *(key, "Cups", (), "obsidian", "", "note", "own", "", None, None, (), None, 0.5, False, (), (), "full", ""),
        *(None, f"full/{key}.md", "Cups.md", None, (), 2, 0, 0, "0" * 64, ""),
    )
    return Layers(entry, "Spouts leak.\n", "")


class Answering:
    """A distiller that gives one answer, whatever it is asked."""

    def __init__(self, answer: Decision) -> None:
        self._answer = answer

    def decide(self, entry: Entry, *, text: str, highlights: str) -> Decision:
        return self._answer

    def decide_all(self, sources: Sequence[Layers]) -> list[Decision]:
        return [self._answer for _ in sources]


EVIDENCE = Evidence("phrase", False, 1, "Spouts leak.", "full", 1, "Spouts leak.", 0.8)
ANSWER = Decision("cups-0a1b2c3d", "Some title", "unused", "", 0.8, "Because.", (EVIDENCE,), 0)


def test_verdict_and_title_come_from_the_weight_and_the_memory() -> None:
    found = decide_all("tea", ARTICLE, [make_layers("cups-0a1b2c3d")], Answering(ANSWER), used=0.6, borderline=0.35)
    assert (found.sources, found.used, found.borderline) == (1, 1, 0)
    assert (found.decisions[0].verdict, found.decisions[0].how, found.decisions[0].title) == (
        "used",
        "traceable",
        "Cups",
    )
    assert found.decisions[0].evidence[0].article_line == 3
    assert found.article_sha256 == ARTICLE.sha256


def test_a_verdict_without_a_verbatim_quotation_does_not_stand() -> None:
    invented = replace(ANSWER, verdict="used", how="explicit", evidence=(replace(EVIDENCE, source_quote="Lids leak."),))
    found = decide_all("tea", ARTICLE, [make_layers("cups-0a1b2c3d")], Answering(invented), used=0.6, borderline=0.35)
    assert (found.decisions[0].verdict, found.decisions[0].how, found.decisions[0].dropped_quotes) == ("unused", "", 1)


def test_an_answer_on_another_source_is_refused() -> None:
    """A source cannot be invented."""
    with pytest.raises(ArtifactError, match="lids-0a1b2c3d"):
        decide_all("tea", ARTICLE, [make_layers("lids-0a1b2c3d")], Answering(ANSWER), used=0.6, borderline=0.35)
