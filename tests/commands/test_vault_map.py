"""`florilegium vault map`, `init` and `install`: outside the vault until a yes, and never over what a person wrote."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from vaults import write_files

from florilegium.cli import main
from florilegium.mapping.harness import HARNESS_NAME, read_rules

NOTES = {
    "Home.md": "# Home\nThis is the start: [[Oolong]], [[Green]] and [[Black]].\n",
    "Tea/Oolong.md": "Oolong leaves are brewed. [[Home]]\n",
    "Tea/Green.md": "Green leaves are brewed. [[Home]]\n",
    "Tea/Black.md": "Black leaves are brewed. [[Home]]\n",
    "Life/Private/Teeth.md": "The dentist said. [[Home]]\n",
    "Life/Cooking.md": "Soup.\n",
}
PAGES = {"VAULT_INDEX.md", "CLAUDE.md", "AGENTS.md"} | {
    f"{folder}/{name}.md" for folder in ("Tea", "Life") for name in ("CLAUDE", "AGENTS")
}
Run = Callable[..., Result]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A small vault with a folder that looks private."""
    return write_files(tmp_path / "vault", NOTES)


@pytest.fixture
def run(vault: Path) -> Run:
    """Call a command on the vault with its state beside it."""

    def call(command: str, *arguments: str | Path, typed: str | None = None) -> Result:
        given = ["vault", command, str(vault), "--state", str(vault.parent / "state"), *map(str, arguments)]
        return CliRunner().invoke(main, given, input=typed)

    return call


def read_tree(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_map_lies_outside_and_the_vault_is_as_it_was(vault: Path, run: Run) -> None:
    before = read_tree(vault)
    result = run("map")
    assert result.exit_code == 0, result.output
    assert read_tree(vault) == before
    pages = read_tree(vault.parent / "state" / "map")
    assert set(pages) == PAGES
    assert b"`Home.md`" in pages["VAULT_INDEX.md"]
    assert run("map").exit_code == 0
    assert read_tree(vault.parent / "state" / "map") == pages


def test_a_map_can_be_written_elsewhere_but_not_into_the_vault(vault: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "CLAUDE.md").write_text("mine\n", encoding="utf-8")
    assert run("map", "--out", tmp_path / "out").exit_code == 0
    assert set(read_tree(tmp_path / "out")) == PAGES
    assert (tmp_path / "out" / "CLAUDE.md").read_text(encoding="utf-8") == "mine\n"
    refused = run("map", "--out", vault / "Map")
    assert refused.exit_code == 2
    assert "vault install" in refused.output


def test_answers_from_a_file_hide_what_is_private(vault: Path, run: Run, tmp_path: Path) -> None:
    run("map")
    answers = tmp_path / "answers.yaml"
    answers.write_text("sections: [{folder: Tea, purpose: leaves in water}]\nterms: [oolong]\n", encoding="utf-8")
    result = run("init", "--answers", answers)
    assert result.exit_code == 0, result.output
    assert read_rules(tmp_path / "state").private_folders == ("Life/Private",)
    pages = read_tree(tmp_path / "state" / "map")
    assert b"leaves in water" in pages["VAULT_INDEX.md"]
    assert not [path for path, page in pages.items() if b"Private" in page or b"Teeth" in page]
    assert "Teeth" not in run("links").output


def test_the_guesses_can_be_printed_changed_and_given_back(run: Run, tmp_path: Path) -> None:
    printed = run("init", "--guess")
    assert not (tmp_path / "state" / HARNESS_NAME).exists()
    (tmp_path / "answers.yaml").write_text(printed.output, encoding="utf-8")
    assert run("init", "--answers", tmp_path / "answers.yaml").exit_code == 0
    assert (tmp_path / "state" / HARNESS_NAME).read_text(encoding="utf-8") == printed.output


def test_five_questions_are_asked_and_enter_takes_the_guess(run: Run, tmp_path: Path) -> None:
    typed = "\n".join(["what has no folder", "all of life", "leaves", "", "-", "", "", "english", "tea; pot", ""])
    result = run("init", typed=typed)
    assert result.exit_code == 0, result.output
    assert [f"{number}. " in result.output for number in range(1, 7)] == [True] * 5 + [False]
    text = (tmp_path / "state" / HARNESS_NAME).read_text(encoding="utf-8")
    assert "purpose: all of life" in text
    assert "- pot\n" in text
    assert read_rules(tmp_path / "state").private_folders == ()
    again = run("init", "--guess")
    assert "purpose: all of life" in again.output


def test_what_the_answers_call_private_is_never_copied(vault: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "answers.yaml").write_text("private: {folders: [life/private]}\n", encoding="utf-8")
    assert run("init", "--answers", tmp_path / "answers.yaml").exit_code == 0
    assert not [path for path, content in read_tree(tmp_path / "state").items() if b"dentist" in content]
    assert not [path for path, content in read_tree(tmp_path / "state").items() if b"Teeth" in content]


@pytest.mark.parametrize("answer", ["private: {folders: [Lief/Private]}", "templates: [Lief]"])
def test_a_folder_that_is_not_there_is_refused_before_anything_is_kept(answer: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "answers.yaml").write_text(f"{answer}\n", encoding="utf-8")
    result = run("init", "--answers", tmp_path / "answers.yaml")
    assert result.exit_code == 2
    assert "answers.yaml: there is no folder Lief" in result.output
    assert not (tmp_path / "state" / HARNESS_NAME).exists()


def test_wrong_answers_change_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "answers.yaml").write_text("private: {folders: Secret}\n", encoding="utf-8")
    result = run("init", "--answers", tmp_path / "answers.yaml")
    assert result.exit_code == 2
    assert "$.private.folders" in result.output
    assert not (tmp_path / "state" / HARNESS_NAME).exists()


def test_nothing_is_installed_without_a_yes(vault: Path, run: Run) -> None:
    before = read_tree(vault)
    result = run("install", typed="n\n")
    assert "+# Vault index" in result.output
    assert "Write 7 pages" in result.output
    assert read_tree(vault) == before


def test_a_map_is_installed_once_and_does_not_change_itself(vault: Path, run: Run) -> None:
    before = read_tree(vault)
    assert run("install", typed="y\n").exit_code == 0
    after = read_tree(vault)
    assert set(after) == set(before) | PAGES
    assert {path: after[path] for path in before} == before
    again = run("install", "--yes")
    assert "nothing to write" in again.output
    assert read_tree(vault) == after


def test_a_page_of_ours_follows_the_vault(vault: Path, run: Run) -> None:
    run("install", "--yes")
    write_files(vault, {"Tea/White.md": "White leaves. [[Home]]\n"})
    result = run("install", "--yes")
    assert result.exit_code == 0
    assert "+- `Tea/White.md`" in result.output
    assert "Tea/White.md" in (vault / "Tea" / "CLAUDE.md").read_text(encoding="utf-8")


def test_what_a_person_made_or_changed_is_left_unless_forced(vault: Path, run: Run) -> None:
    write_files(vault, {"CLAUDE.md": "my own words\n"})
    first = run("install", "--yes")
    assert first.exit_code == 1
    assert "CLAUDE.md: left as it is: a person made or changed it; --force writes over it" in first.output
    with (vault / "AGENTS.md").open("a", encoding="utf-8") as file:
        file.write("a line of mine\n")
    write_files(vault, {"Tea/White.md": "White leaves.\n"})
    assert run("install", "--yes").exit_code == 1
    assert (vault / "CLAUDE.md").read_text(encoding="utf-8") == "my own words\n"
    assert "a line of mine" in (vault / "AGENTS.md").read_text(encoding="utf-8")
    assert run("install", "--yes", "--force").exit_code == 0
    assert "my own words" not in (vault / "CLAUDE.md").read_text(encoding="utf-8")


def test_no_link_is_written_through(vault: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.md").write_text("outside\n", encoding="utf-8")
    (vault / "CLAUDE.md").symlink_to(tmp_path / "elsewhere.md")
    result = run("install", "--yes", "--force")
    assert result.exit_code == 1
    assert (tmp_path / "elsewhere.md").read_text(encoding="utf-8") == "outside\n"
    assert "a link or no plain file stands there" in result.output


def test_pages_of_an_earlier_map_are_told_and_those_in_private_folders_not_named(vault: Path, run: Run) -> None:
    write_files(vault, {f"Life/Private/{n}.md": "x\n" for n in range(30)})
    run("install", "--yes")
    assert (vault / "Life/Private/CLAUDE.md").exists()
    (vault.parent / "a.yaml").write_text("{}\n", encoding="utf-8")
    run("init", "--answers", vault.parent / "a.yaml")
    assert not (vault.parent / "state/map/Life/Private").exists() or not read_tree(
        vault.parent / "state/map/Life/Private"
    )
    result = run("install", "--yes")
    assert "2 pages of an earlier map lie in private folders" in result.output
    assert "Life/Private/CLAUDE.md" not in result.output
