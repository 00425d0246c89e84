"""Prompts fit the code that fills them in."""

import re
from pathlib import Path

import pytest
from asking_bench import Bench
from desk import JOBS, open_desk

from florilegium.claude.prompts import FOLDER, RULES, load_prompt, load_rules
from florilegium.project.schemas import list_names

ROOT = Path(__file__).resolve().parents[2]
PROMPTS = sorted(path.name for path in FOLDER.glob("*.md") if path.name != RULES)


@pytest.mark.parametrize("name", PROMPTS)
def test_each_prompt_names_a_schema_that_exists_and_holds_the_rules(name: str) -> None:
    prompt = load_prompt(name)
    named = re.findall(r"`(answer_[a-z]+)`", prompt.system)
    assert len(named) == 1
    assert named[0] in list_names()
    assert {"rules", "schema"} <= prompt.placeholders


@pytest.mark.parametrize("name", PROMPTS)
def test_instructions_come_first_and_never_change(name: str) -> None:
    """What a server can remember holds nothing of a run but numbers: no brief, no data."""
    system = set(re.findall(r"\{\{([a-z_]+)\}\}", load_prompt(name).system))
    assert system <= {"rules", "schema", "characters", "most", "next"}


def test_the_code_asks_with_every_prompt_there_is(bench: Bench, tmp_path: Path) -> None:
    """Placeholders and values agree both ways, or the role would raise."""
    desk = open_desk(bench, tmp_path)
    for job in JOBS.values():
        job(desk)
    said = {entry.body["system"][0]["text"].split("\n")[0] for entry in bench.server.paid}
    assert said == {load_prompt(name).system.split("\n")[0] for name in PROMPTS}
    for entry in bench.server.paid:
        text = str(entry.body)
        assert load_rules().split("\n")[0] in text
        assert not re.search(r"\{\{[a-z_]+\}\}", text)


def test_values_and_placeholders_must_agree() -> None:
    prompt = load_prompt("summariser.md")
    with pytest.raises(ValueError, match="card"):
        prompt.fill(dict.fromkeys(prompt.placeholders - {"card"}, ""))


def test_braces_in_a_value_are_left_alone() -> None:
    prompt = load_prompt("summariser.md")
    _, turn = prompt.fill({**dict.fromkeys(prompt.placeholders, ""), "text": "{{schema}}"})
    assert "{{schema}}" in turn.blocks[-1].text  # type: ignore[union-attr]
