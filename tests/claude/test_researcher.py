"""A model searches and reads; what it brings back is the library's."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from asking_bench import Bench
from desk import QUERY, THEMES, Desk, open_desk

from florilegium.claude.researcher import MOST_TURNS
from florilegium.project.metrics import Metrics

SEARCH = {"type": "tool_use", "id": "t1", "name": "search", "input": {"origin": "vault", "text": "cold tea lid"}}


def script(bench: Bench, *answers: Any) -> None:
    """Let the server give these answers, one for each turn of a conversation; the last one ever after."""

    def play(body: Mapping[str, Any]) -> Any:
        turn = sum(message["role"] == "assistant" for message in body["messages"])
        return answers[min(turn, len(answers) - 1)]

    bench.server.player = play


def answer(*findings: tuple[str, str]) -> str:
    return json.dumps({"findings": [{"id": name, "reason": reason} for name, reason in findings]})


def events(desk: Desk) -> Mapping[str, Any]:
    metrics = Metrics("research")
    desk.asker.finish(metrics)  # type: ignore[attr-defined]
    return metrics.roles["researcher"]


def test_findings_have_the_model_s_order_and_reason_and_the_library_s_metadata(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    lids, tea = desk.documents["Wooden lids"], desk.documents["Cold tea"]
    script(bench, [SEARCH], answer((lids.id, "About\nlids."), (tea.id, ""), (lids.id, "again")))
    found = desk.researcher.research(QUERY, THEMES[0], limit=5).findings
    assert [item.document.id for item in found] == [lids.id, tea.id]
    assert found[0].document.title == "Wooden lids"
    assert found[0].content_key == desk.local_researcher.describe(lids.id).content_key
    hits = [(hit.query, hit.theme, hit.rank, hit.via) for item in found for hit in item.hits]
    assert hits == [("r0-q1", "t1", 1, "search"), ("r0-q1", "t1", 2, "search")]
    assert found[1].hits[0].why == "chosen by the model, without a reason"


def test_ids_that_were_not_shown_are_refused_and_counted(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    soup, tea = desk.documents["Soup 1"], desk.documents["Cold tea"]
    script(bench, [SEARCH], answer((soup.id, "hidden"), ("invented-00000000", "new"), (tea.id, "good")))
    found = desk.researcher.research(QUERY, THEMES[0], limit=5).findings
    assert [item.document.id for item in found] == [tea.id]
    assert events(desk)["unknown_ids"] == 2


def test_more_than_the_limit_is_listed_and_left_out(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    names = [desk.documents[title].id for title in ("Cold tea", "Wooden lids", "Tea prices")]
    script(bench, [SEARCH], answer(*((name, "good") for name in names)))
    harvest = desk.researcher.research(QUERY, THEMES[0], limit=2)
    assert len(harvest.findings) == 2
    assert [(item.id, item.reason) for item in harvest.dropped] == [(names[2], "r0-q1: beyond the 2 best")]


def test_nothing_found_is_an_answer(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    script(bench, [SEARCH], answer())
    assert desk.researcher.research(QUERY, THEMES[0], limit=5).findings == ()
    assert events(desk)["replaced"] == 0


def test_a_model_that_never_ends_is_stopped_and_replaced(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    script(bench, [SEARCH])
    found = desk.researcher.research(QUERY, THEMES[0], limit=5).findings
    local = desk.local_researcher.research(QUERY, THEMES[0], limit=5).findings
    assert len(bench.server.paid) == MOST_TURNS
    assert [item.document.id for item in found] == [item.document.id for item in local]
    assert all(hit.why.endswith("the model's answer was of no use") for item in found for hit in item.hits)


def test_a_context_that_grows_too_large_is_stopped(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("florilegium.claude.researcher.MOST_TOKENS", 100)
    desk = open_desk(bench, tmp_path)
    script(bench, [SEARCH])
    desk.researcher.research(QUERY, THEMES[0], limit=5)
    assert len(bench.server.paid) == 1
    assert events(desk)["replaced"] == 1


def test_what_a_server_adds_goes_back_unread(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "abc"}
    script(bench, [thought, SEARCH], answer())
    desk.researcher.research(QUERY, THEMES[0], limit=5)
    sent = bench.server.paid[-1].body["messages"]
    assert sent[1]["content"][0] == thought
    assert [block["type"] for block in sent[2]["content"]] == ["tool_result", "text"]
    assert sent[2]["content"][1]["text"] == "Turn 2 of 8."
