"""`florilegium vault links` lists every link and counts them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from florilegium.cli import main

NOTES = {
    "Home.md": "[[Tea]] [[Lost]] [[Plan]] [[#Top]]\n[s](https://example.org) [[Tea#Gone]]\n",
    "Tea.md": "# Tea\n",
    "A/Plan.md": "x\n",
    "B/Plan.md": "x\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with a link of each state but the hidden one."""
    for name, text in NOTES.items():
        (tmp_path / "vault" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / name).write_text(text, encoding="utf-8")
    return tmp_path / "vault"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["vault", "links", *map(str, arguments)])


def test_every_link_is_listed_with_its_line_and_the_totals_add_up(vault: Path) -> None:
    result = run(vault, "--state", vault.parent / "state")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "Home.md:1: Tea leads to Tea.md",
        "Home.md:1: Lost is dangling: there is no such file",
        "Home.md:1: Plan is ambiguous: A/Plan.md or B/Plan.md",
        "Home.md:1: #Top is no place in this note",
        "Home.md:2: Tea#Gone leads to Tea.md, which has no such place",
        "Home.md:2: https://example.org is external",
        "6 links: 1 ambiguous, 1 dangling, 1 external, 2 resolved, 1 self",
    ]


def test_problems_alone_can_be_had_as_json_lines(vault: Path) -> None:
    result = run(vault, "--state", vault.parent / "state", "--problems", "--json")
    records = [json.loads(line) for line in result.output.splitlines()]
    assert [record["target"] + record["subpath"] for record in records] == ["Lost", "Plan", "#Top", "Tea#Gone"]
    assert records[1]["candidates"] == ["A/Plan.md", "B/Plan.md"]


def test_a_folder_that_is_not_there_is_named_with_the_next_step(tmp_path: Path) -> None:
    result = run(tmp_path / "gone", "--state", tmp_path / "state")
    assert result.exit_code == 4
    assert "gone" in result.output
    assert "hint: give the folder of a vault that is there" in result.output


def test_the_state_may_not_lie_in_the_vault(vault: Path) -> None:
    result = run(vault, "--state", vault / "state")
    assert result.exit_code == 2
    assert "may not lie inside the vault" in result.output
    assert not (vault / "state").exists()


def test_the_help_of_the_group_lists_what_is_there() -> None:
    result = CliRunner().invoke(main, ["vault", "--help"])
    assert result.exit_code == 0
    assert "links" in result.output
