"""The measuring of unlinked mentions, on small vaults."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from evaluate.mentions import Score, list_wanted, main, match_titles, score_vault, strip_links
from florilegium.vault.rules import VaultRules
from tests.vaults import open_small, write_files

FILES = {
    "Niklas Luhmann.md": "A man of cards.\n",
    "Slip Box.md": "By [[Niklas Luhmann|Luhmann]], see [[Niklas Luhmann]] and [[Lost Page]].\n",
    "Work.md": "Work on work; [[Slip Box]] by Niklas Luhmann.\n",
    "Both.md": "---\nabout: '[[Work]]'\n---\n[[Work]] and the Slip Box\n",
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a [[X|y]] b [[X]]\n", "a y b X\n"),
        ("![[X]] `[[X]]` [[X#Part]]", "![[X]] `[[X]]` X#Part"),
        ("---\nup: '[[X]]'\n---\n[[X]]", "---\nup: '[[X]]'\n---\nX"),
        ("| [[X\\|y]] |", "| y |"),
        ("[[Kept]] [[X]]", "[[Kept]] X"),
    ],
)
def test_links_are_replaced_by_what_a_reader_sees(text: str, expected: str) -> None:
    assert strip_links(text, {"Kept"}) == expected


def test_wanted_are_the_links_that_nothing_else_tells(tmp_path: Path) -> None:
    whole = open_small(write_files(tmp_path / "whole", FILES), tmp_path / "a", VaultRules())
    bare_files = {path: strip_links(text) for path, text in FILES.items()}
    bare = open_small(write_files(tmp_path / "bare", bare_files), tmp_path / "b", VaultRules())

    assert list_wanted(whole.model, bare.model) == {("Slip Box.md", "Niklas Luhmann.md"), ("Work.md", "Slip Box.md")}


def test_title_matching_takes_whole_words_and_unique_titles(tmp_path: Path) -> None:
    files = {"Slip.md": "x", "a/Twin.md": "x", "b/Twin.md": "x", "Text.md": "Slip, slips, Twin. "}
    vault = open_small(write_files(tmp_path / "vault", files), tmp_path / "state", VaultRules())

    assert match_titles(vault, folds_case=False) == {("Text.md", "Slip.md")}
    files["Text.md"] = "slip"
    vault = open_small(write_files(tmp_path / "vault", files), tmp_path / "state", VaultRules())
    assert match_titles(vault, folds_case=False) == set()
    assert match_titles(vault, folds_case=True) == {("Text.md", "Slip.md")}


@pytest.mark.parametrize(("stubs", "wanted"), [(False, 2), (True, 3)])
def test_proposals_and_title_matching_are_scored_on_the_same_links(tmp_path: Path, stubs: bool, wanted: int) -> None:
    vault = open_small(write_files(tmp_path / "vault", FILES), tmp_path / "state", VaultRules())

    scores = score_vault(vault, tmp_path / "room", stubs=stubs, least=0.7)

    assert [score.system for score in scores] == ["proposals", "exact title", "exact title, case aside"]
    assert {score.wanted for score in scores} == {wanted}
    assert scores[0].recall == 1


def test_measures_are_those_of_the_textbook() -> None:
    score = Score("x", proposed=4, right=2, wanted=8)

    assert (score.precision, score.recall, round(score.f1, 3)) == (0.5, 0.25, 0.333)
    assert Score("x", 0, 0, 0).f1 == 0


def test_command_prints_scores_or_the_proposals_to_read(tmp_path: Path) -> None:
    write_files(tmp_path / "vaults" / "small", FILES)

    scores = CliRunner().invoke(main, ["--data", str(tmp_path / "vaults")])
    shown = CliRunner().invoke(main, ["--data", str(tmp_path / "vaults"), "--show"])

    assert scores.exit_code == shown.exit_code == 0
    assert "**small: 4 notes**" in scores.output
    assert "| 2 | .700 | Both.md | Slip Box.md | Slip Box | [[Work]] and the Slip Box |" in shown.output
    assert CliRunner().invoke(main, ["--data", str(tmp_path / "vaults")]).output == scores.output
