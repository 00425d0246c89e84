"""One likeness in a paragraph that another source explains is a doubt."""

from dataclasses import replace

import pytest

from florilegium.distilling.articles import parse_article
from florilegium.distilling.attribution.clues import Clue
from florilegium.distilling.attribution.paragraphs import Weighed, doubt_lone

TEXT = "The agent got an index. It was rebuilt at night.\n\nThe trees wanted water.\n"
ARTICLE = parse_article(TEXT, name="a.md")


def make_clue(words: str, *, rule: str = "paraphrase", source: str = "lone") -> Clue:
    start = TEXT.index(words)
    return Clue(source, rule, False, 0.64, start, start + len(words), "full", 0, 5, 1)


LONE = Weighed(0.64, False, (make_clue("It was rebuilt at night."),), "", False)
SURE = Weighed(0.98, False, (make_clue("The agent got an index.", rule="phrase", source="sure"),), "", False)


def test_a_lone_likeness_beside_a_sure_source_is_borderline() -> None:
    """The paragraph has its source; the other one is named as what it resembles."""
    found = doubt_lone({"lone": LONE, "sure": SURE}, ARTICLE, used=0.6)
    assert found == {"lone": replace(LONE, weight=0.59, rival="sure"), "sure": SURE}


@pytest.mark.parametrize(
    ("lone", "sure"),
    [
        pytest.param(replace(LONE, weight=0.7), SURE, id="a_clear_likeness"),
        pytest.param(replace(LONE, weight=0.5), SURE, id="one_that_is_no_use_anyway"),
        pytest.param(replace(LONE, clues=LONE.clues * 2), SURE, id="two_of_them"),
        pytest.param(replace(LONE, clues=(make_clue("It was rebuilt", rule="number"),)), SURE, id="a_figure"),
        pytest.param(LONE, replace(SURE, weight=0.65), id="beside_a_source_no_surer"),
        pytest.param(LONE, replace(SURE, clues=(make_clue("The trees wanted water."),)), id="in_another_paragraph"),
    ],
)
def test_other_sources_keep_their_weight(lone: Weighed, sure: Weighed) -> None:
    """More evidence, stronger evidence or a paragraph of its own stands."""
    given = {"lone": lone, "sure": sure}
    assert doubt_lone(given, ARTICLE, used=0.6) == given
