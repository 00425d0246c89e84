"""A use counts only where quotations show it, byte for byte; all else is left to the local role."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking_bench import Bench
from desk import ARTICLE, Desk, open_desk
from players import list_texts

from florilegium.claude.distiller import PART_CHARACTERS
from florilegium.decisions import Decision
from florilegium.distilling.deciding import decide_all
from florilegium.project.metrics import Metrics

SENTENCE = "Cold tea steeps for eleven hours in a clay jar."
NAMED = "I learned it from Wooden lids"


def evidence(rule: str, article: str, layer: str, source: str) -> dict[str, str]:
    return {"rule": rule, "article_quote": article, "source_layer": layer, "source_quote": source}


def say(bench: Bench, verdict: str, *given: Mapping[str, str]) -> None:
    said = {"verdict": verdict, "reason": "It says\nso.", "evidence": list(given)}
    bench.server.player = lambda body: json.dumps(said)


def decide(desk: Desk, title: str) -> Decision:
    source = next(item for item in desk.sources if item.entry.title == title)
    return desk.distiller.decide(source.entry, text=source.full, highlights=source.highlights)


def replaced(desk: Desk) -> int:
    metrics = Metrics("distill")
    desk.asker.finish(metrics)  # type: ignore[attr-defined]
    return int(metrics.roles["distiller"]["replaced"])


def test_a_verified_quotation_carries_a_use(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    say(
        bench, "used", evidence("phrase", SENTENCE, "full", SENTENCE), evidence("term", "clay  jar", "full", "clay jar")
    )
    found = decide(desk, "Cold tea")
    assert (found.verdict, found.how, found.weight, found.reason) == ("used", "traceable", 0.6, "It says so.")
    assert [(item.article_line, item.source_line, item.source_quote) for item in found.evidence] == [(3, 1, SENTENCE)]
    assert found.dropped_quotes == 1
    assert replaced(desk) == 0


@pytest.mark.parametrize(
    "given",
    [
        [],
        [evidence("phrase", SENTENCE, "full", "Cold tea steeps for twelve hours.")],
        [evidence("phrase", "Cold tea steeps for twelve hours.", "full", SENTENCE)],
        [evidence("phrase", SENTENCE, "highlights", SENTENCE)],
        [evidence("title", "Nothing else matters much.", "metadata", "")],
        [evidence("term", "a", "full", "a")],
    ],
    ids=["none", "not_in_source", "not_in_article", "other_layer", "names_nothing", "too_short"],
)
def test_a_use_without_evidence_that_holds_is_the_local_role_s_to_decide(
    bench: Bench, tmp_path: Path, given: list[dict[str, str]]
) -> None:
    desk = open_desk(bench, tmp_path)
    say(bench, "used", *given)
    for title in ("Cold tea", "Soup 1"):
        found = decide(desk, title)
        source = next(item for item in desk.sources if item.entry.title == title)
        local = desk.distiller.local.decide(source.entry, text=source.full, highlights="")
        assert (found.verdict, found.evidence) == (local.verdict, local.evidence)
        assert "the model called it used and none of its quotations was found" in found.reason
        assert found.dropped_quotes == len(given)
    assert replaced(desk) == 2


def test_a_name_is_believed_where_the_article_has_it(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    say(bench, "used", evidence("title", NAMED, "metadata", "made up"))
    found = decide(desk, "Wooden lids")
    assert (found.verdict, found.how, found.weight) == ("used", "explicit", 0.9)
    assert found.evidence[0].source_quote == ""
    assert "none of its quotations" in decide(desk, "Soup 1").reason


@pytest.mark.parametrize(("verdict", "expected"), [("borderline", "borderline"), ("unused", "unused")])
def test_other_verdicts_stand_with_a_weight_between_the_dials(
    bench: Bench, tmp_path: Path, verdict: str, expected: str
) -> None:
    desk = open_desk(bench, tmp_path)
    say(bench, verdict, evidence("phrase", SENTENCE, "full", SENTENCE))
    found = decide_all("tea", ARTICLE, desk.sources[:1], desk.distiller, used=0.6, borderline=0.35).decisions[0]
    assert found.verdict == expected
    assert len(found.evidence) == (verdict == "borderline")


def test_what_the_model_does_not_know_is_decided_locally(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    say(bench, "unknown")
    assert decide(desk, "Soup 1").reason.endswith("decided by the local role, since the model left it open.")


def test_a_long_source_is_read_by_parts_and_one_part_is_enough(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    source = desk.sources[0]
    filler = "Nobody peels them before noon. " * (PART_CHARACTERS // 30)
    long = replace(source, full=f"{filler}\n\n{filler}\n\n{SENTENCE}")

    def answer(body: Mapping[str, Any]) -> str:
        held = SENTENCE in list_texts(body).rsplit("Its text", 1)[1]
        given = [evidence("phrase", SENTENCE, "full", SENTENCE)] if held else []
        return json.dumps({"verdict": "used" if held else "unused", "reason": "Read.", "evidence": given})

    bench.server.player = answer
    found = desk.distiller.decide_all([long])[0]
    assert len(bench.server.paid) == 3
    assert (found.verdict, found.evidence[0].source_line) == ("used", 5)


def test_a_no_counts_only_where_every_part_was_read(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    filler = "Nobody peels them before noon. " * (PART_CHARACTERS // 30)
    long = replace(desk.sources[2], full=f"{filler}\n\n{filler}")
    say(bench, "unused")
    bench.server.script = lambda number, body: "refused" if number == 0 else "good"
    found = desk.distiller.decide_all([long])[0]
    assert found.reason.endswith("since the model refused.")
