"""The gap analyst sees metadata only, and its counts are the code's."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking_bench import Bench
from desk import QUERY, THEMES, Desk, open_desk
from players import play

from florilegium.project.metrics import Metrics


def events(desk: Desk) -> Mapping[str, Any]:
    metrics = Metrics("gap_analysis")
    desk.asker.finish(metrics)  # type: ignore[attr-defined]
    return metrics.roles["gap_analyst"]


def test_no_text_and_no_path_to_one_reaches_a_request(bench: Bench, tmp_path: Path) -> None:
    """The texts are deleted, each document's path is a word of its own, and no word of either is sent."""
    desk = open_desk(bench, tmp_path)
    findings = [
        replace(item, document=replace(item.document, summary="A summary.", original_path=f"Drawer/path-{number}.md"))
        for number, item in enumerate(desk.findings)
    ]
    for path in (tmp_path / "library").glob("*/*.md"):
        path.unlink()
    state = replace(desk.make_state(), findings=tuple(findings))
    desk.gap_analyst.ask(state, findings, queries=3)
    desk.gap_analyst.assess(state, findings)
    sent = json.dumps([entry.body for entry in bench.server.paid])
    assert "Cold tea" in sent
    assert "A summary." in sent
    for word in ("eleven hours", "clay jar", "metal lids", "Drawer", "path-", "texts/", str(tmp_path), "library/"):
        assert word.casefold() not in sent.casefold()


def play_answers(bench: Bench, **answers: Any) -> None:
    """Answer one kind of request so, and the others well."""

    def answer(body: Mapping[str, Any]) -> Any:
        system = body["system"][0]["text"]
        found = next((value for name, value in answers.items() if f"`answer_{name}`" in system), None)
        return play(body) if found is None else json.dumps(found)

    bench.server.player = answer


@pytest.mark.parametrize("step", ["no_json", "long", "refused"])
def test_coverage_that_fails_is_asked_and_counted_once(bench: Bench, tmp_path: Path, step: str) -> None:
    """A round wants it twice, for its queries and for its end; a repair is the one call more."""
    desk = open_desk(bench, tmp_path)
    bench.server.script = lambda number, body: step
    state, analyst = desk.make_state(), desk.gap_analyst
    analyst.ask(state, desk.findings, queries=3)
    before = len(bench.server.log)
    analyst.assess(state, desk.findings)
    assert len(bench.server.log) == before == (4 if step == "no_json" else 2)
    assert events(desk)["replaced"] == 2


def test_coverage_counts_only_what_was_shown(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    ids = sorted(desk.library.documents)[:3]
    themes = [
        {"theme": "t1", "findings": [*ids, ids[0]]},
        {"theme": "t2", "findings": [ids[1], "invented-00000000"]},
        {"theme": "t3", "findings": []},
        {"theme": "t9", "findings": ids},
    ]
    play_answers(bench, coverage={"themes": themes})
    found = desk.gap_analyst.assess(desk.make_state(), desk.findings)
    assert [(item.theme, item.state, len(item.findings)) for item in found] == [
        ("t1", "covered", 3),
        ("t2", "thin", 1),
        ("t3", "missing", 0),
    ]
    assert events(desk)["unknown_ids"] == 2


def query(theme: str, text: str) -> dict[str, str]:
    return {"theme": theme, "text": text, "reason": "because"}


def test_queries_are_as_many_as_asked_and_repeat_none(bench: Bench, tmp_path: Path) -> None:
    """What the model repeats, or aims at no theme, the local role replaces, and says so."""
    desk = open_desk(bench, tmp_path)
    coverage = {"themes": [{"theme": theme.id, "findings": []} for theme in THEMES]}
    given = [query("t2", "wooden lid aroma"), query("t1", QUERY.text), query("t9", "nowhere"), query("t3", "tea coins")]
    play_answers(bench, coverage=coverage, gaps={"emergent": [], "queries": given})
    _, queries = desk.gap_analyst.ask(desk.make_state(), desk.findings, queries=4)
    assert [item.id for item in queries] == ["r1-q1", "r1-q2", "r1-q3", "r1-q4"]
    assert [item.text for item in queries][:2] == ["wooden lid aroma", "tea coins"]
    assert queries[0].reason == "missing: because"
    assert all("too few that are new" in item.reason for item in queries[2:])
    assert QUERY.text not in [item.text for item in queries]


def test_queries_that_pass_the_gaps_by_are_sent_back(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    ids = sorted(desk.library.documents)[:4]
    coverage = [{"theme": theme.id, "findings": ids if theme.id == "t1" else []} for theme in THEMES]
    given = [query("t1", "jar"), query("t1", "cellar"), query("t1", "noon"), query("t2", "lid")]
    play_answers(bench, coverage={"themes": coverage}, gaps={"emergent": [], "queries": given})
    _, queries = desk.gap_analyst.ask(desk.make_state(), desk.findings, queries=4)
    assert all("the model's answer was of no use" in item.reason for item in queries)
    assert sum(item.theme != "t1" for item in queries) >= 2


@pytest.mark.parametrize(
    ("emergent", "expected"),
    [
        ([{"id": "e1", "name": "Recall tests", "terms": ["recall"]}], ["e1"]),
        ([{"id": "e7", "name": "Recall tests", "terms": ["recall"]}], []),
        ([{"id": "e1", "name": "Lids", "terms": ["lid"]}], []),
        ([{"id": f"e{number}", "name": f"Tea {number}", "terms": ["tea"]} for number in range(1, 5)], ["e1", "e2"]),
    ],
    ids=["new", "wrong_number", "there_already", "too_many"],
)
def test_emergent_themes_are_new_and_few(bench: Bench, tmp_path: Path, emergent: Any, expected: list[str]) -> None:
    desk = open_desk(bench, tmp_path)
    play_answers(bench, gaps={"emergent": emergent, "queries": [query("t2", "wooden lid aroma"), query("t3", "coins")]})
    themes, _ = desk.gap_analyst.ask(desk.make_state(), desk.findings, queries=2)
    assert [theme.id for theme in themes] == expected
