"""`florilegium vault link` shows links, writes them and takes them back."""

import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from florilegium.cli import main
from florilegium.linking.journal import JOURNAL_NAME

NOTES = {
    "Home.md": b"\xef\xbb\xbfWe talked about Jasmine Pearl Tea.\r\n\r\n`Jasmine Pearl Tea`\r\n",
    "Notes/Jasmine Pearl Tea.md": b"# Jasmine Pearl Tea\n\nA tea.\n",
    "Notes/Diary.md": b"---\ntags: private\n---\nJasmine Pearl Tea at night.\n",
    "Notes/Second.md": "| a | b |\n|---|---|\n| jasmine pearl tea | grün |\n".encode("cp1252"),
    "cup.png": b"\x89PNG\r\n",
}
WRITTEN = {
    **NOTES,
    "Home.md": b"\xef\xbb\xbfWe talked about [[Jasmine Pearl Tea]].\r\n\r\n`Jasmine Pearl Tea`\r\n",
    "Notes/Second.md": (
        "| a | b |\n|---|---|\n| [[Jasmine Pearl Tea\\|jasmine pearl tea]] | grün |\n".encode("cp1252")
    ),
}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in which two notes name a third, and a private one does as well."""
    root = tmp_path / "vault"
    for path, content in NOTES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)
    return root


def run(vault: Path, *arguments: str) -> Result:
    state = str(vault.parent / "state")
    return CliRunner().invoke(main, ["vault", "link", str(vault), "--state", state, "--minimum", "0.2", *arguments])


def read_vault(root: Path) -> dict[str, bytes]:
    paths = (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}


def test_links_are_shown_and_nothing_is_written_without_being_asked(vault: Path) -> None:
    result = run(vault)
    assert result.exit_code == 0, result.output
    assert "+We talked about [[Jasmine Pearl Tea]].\n" in result.output
    assert "+| [[Jasmine Pearl Tea\\|jasmine pearl tea]] | grün |\n" in result.output
    assert result.output.endswith("2 links in 2 notes would be written; --apply writes them\n")
    assert "Diary" not in result.output
    assert read_vault(vault) == NOTES


def test_apply_writes_and_undo_restores_every_byte(vault: Path) -> None:
    result = run(vault, "--apply")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "written: Home.md, 1 link",
        "written: Notes/Second.md, 1 link",
        "2 links in 2 notes written; --undo takes them back",
    ]
    assert read_vault(vault) == WRITTEN
    assert run(vault, "--apply").output == "nothing was written\n"
    result = run(vault, "--undo")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == "2 notes as before the links"
    assert read_vault(vault) == NOTES
    assert run(vault, "--undo").output == "there is nothing to take back\n"


def test_one_note_can_be_chosen(vault: Path) -> None:
    assert "nothing was written" in run(vault, "--apply", "--note", "Nowhere*").output
    run(vault, "--apply", "--note", "notes/sec*")
    assert read_vault(vault) == {**NOTES, "Notes/Second.md": WRITTEN["Notes/Second.md"]}


def test_a_higher_minimum_gives_fewer_links(vault: Path) -> None:
    assert run(vault, "--minimum", "1").output == "no link to write\n"


def test_undo_lists_a_note_that_was_edited_and_names_none_that_became_private(vault: Path) -> None:
    run(vault, "--apply")
    (vault / "Home.md").write_bytes(WRITTEN["Home.md"] + b"more\r\n")
    (vault / "Notes/Second.md").write_bytes(WRITTEN["Notes/Second.md"] + b"#private\n")
    result = run(vault, "--undo")
    assert result.exit_code == 1
    assert "left as it is: Home.md: It was edited since the links were written." in result.output
    assert "left as it is: (a note that is not shown): It was edited" in result.output
    assert "Second" not in result.output


def test_a_stopped_run_is_told_of(vault: Path) -> None:
    run(vault, "--apply")
    journal = vault.parent / "state" / JOURNAL_NAME
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]))
    assert "the last run was stopped at Notes/Second.md, which is whole" in run(vault).output
    run(vault, "--undo")
    assert read_vault(vault) == NOTES


def git(root: Path, *arguments: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]
    subprocess.run(["git", *identity, *arguments], cwd=root, env=environment, check=True, capture_output=True)


def test_a_vault_of_git_with_uncommitted_changes_is_refused_unless_told(vault: Path) -> None:
    git(vault, "init")
    result = run(vault, "--apply")
    assert result.exit_code == 2
    assert "changes that are not committed" in result.output
    assert read_vault(vault) == NOTES
    git(vault, "add", ".")
    git(vault, "commit", "-m", "all")
    assert run(vault, "--apply").exit_code == 0
    assert read_vault(vault) == WRITTEN
    assert run(vault, "--apply").exit_code == 2
    assert run(vault, "--undo").exit_code == 0
    (vault / "Home.md").write_bytes(NOTES["Home.md"] + b"more")
    assert run(vault, "--apply", "--dirty").exit_code == 0
    assert read_vault(vault)["Home.md"] == WRITTEN["Home.md"] + b"more"


def test_a_git_that_cannot_answer_is_no_yes(vault: Path) -> None:
    (vault / ".git").write_text("gitdir: nowhere\n", encoding="utf-8")
    assert run(vault, "--apply").exit_code == 2
    (vault / ".git").unlink()
    assert read_vault(vault) == NOTES


def test_writing_and_taking_back_at_once_is_refused(vault: Path) -> None:
    assert run(vault, "--apply", "--undo").exit_code == 2


def test_a_vault_that_is_not_there_is_named(vault: Path) -> None:
    result = run(vault / "gone", "--apply")
    assert result.exit_code == 4
    assert "no such folder" in result.output
