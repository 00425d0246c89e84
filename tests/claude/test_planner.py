"""A model plans; numbers, ids and the reader's own names are the code's."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from asking_bench import Bench
from desk import BRIEF, THEMES, open_desk
from players import play

from florilegium.local.planner import LocalPlanner

NAMES = ("Which kettle?", "Which leaf?", "Which hour?")


def themes(*names: str) -> dict[str, Any]:
    return {"themes": [{"name": name, "terms": ["tea ", " tea", "leaf"]} for name in names]}


def test_themes_are_numbered_and_their_terms_stand_once(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    bench.server.player = lambda body: json.dumps(themes("Kettles", "Leaves \n of tea", "Hours"))
    found = desk.planner.plan_themes(BRIEF, themes=3)
    assert [(theme.id, theme.name, theme.terms) for theme in found] == [
        ("t1", "Kettles", ("tea", "leaf")),
        ("t2", "Leaves of tea", ("tea", "leaf")),
        ("t3", "Hours", ("tea", "leaf")),
    ]


def test_themes_that_the_reader_named_are_these_and_no_others(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    brief = replace(BRIEF, themes=NAMES)
    bench.server.player = lambda body: json.dumps(themes(*(name.upper() for name in NAMES)))
    assert [theme.name for theme in desk.planner.plan_themes(brief, themes=5)] == list(NAMES)


@pytest.mark.parametrize(
    ("brief", "answer"),
    [
        (BRIEF, themes("Kettles", "Leaves")),
        (BRIEF, themes("Kettles", "Kettles", "Leaves")),
        (BRIEF, themes("Kettles", " \n ", "Leaves")),
        (replace(BRIEF, themes=NAMES), themes("Kettles", "Leaves", "Hours")),
    ],
    ids=["too_few", "twice", "no_name", "other_names"],
)
def test_other_themes_are_sent_back_and_then_the_local_role_s(
    bench: Bench, tmp_path: Path, brief: Any, answer: dict[str, Any]
) -> None:
    desk = open_desk(bench, tmp_path)
    bench.server.player = lambda body: json.dumps(answer)
    assert desk.planner.plan_themes(brief, themes=3) == LocalPlanner().plan_themes(brief, themes=3)
    assert len(bench.server.paid) == 2


def test_queries_are_filled_up_by_the_local_role(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    given = [
        {"theme": "t2", "text": "  wooden\nlid ", "reason": ""},
        {"theme": "t2", "text": "lid wooden", "reason": "the same again"},
        {"theme": "t9", "text": "of no theme", "reason": "lost"},
    ]
    bench.server.player = lambda body: json.dumps({"queries": given})
    found = desk.planner.plan_queries(BRIEF, THEMES, queries=3)
    assert [item.id for item in found] == ["r0-q1", "r0-q2", "r0-q3"]
    assert (found[0].theme, found[0].text, found[0].reason) == ("t2", "wooden lid", "asked by the model")
    assert all("by the local role, since the model gave too few" in item.reason for item in found[1:])


def test_a_brief_reaches_the_model_as_data(bench: Bench, tmp_path: Path) -> None:
    """A key that somebody pasted into the brief does not leave."""
    desk = open_desk(bench, tmp_path)
    bench.server.player = play
    desk.planner.plan_themes(replace(BRIEF, text=f"{BRIEF.text}\nsk-ant-api03-{'Ab3dEf6h' * 5}"), themes=3)
    sent = json.dumps(bench.server.paid[0].body)
    assert "sk-ant-api03" not in sent
    assert "[redacted]\\n</data-" in sent
