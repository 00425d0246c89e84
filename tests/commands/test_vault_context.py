"""`florilegium vault context` gives the notes that belong to a question and changes nothing."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from vector_stores import source, unit, write_logs
from walking_vault import ABOUT, NOTES, QUESTION

from florilegium.cli import main
from florilegium.mapping.harness import Harness, Privacy, SectionPurpose, write_harness
from florilegium.project.schemas import find_problems
from florilegium.reading.results import count_tokens

PRIVATE = {
    "Studies/Secret tea.md": "---\nprivate: true\n---\n# Secret tea\nGreen tea, hot water, steep. [[Green tea]]\n"
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the planted vault, a private note in it, and the state beside it."""
    folder = tmp_path_factory.mktemp("context")
    for name, text in {**NOTES, **PRIVATE}.items():
        (folder / "vault" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "vault" / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str) -> Result:
    vault, state = str(folder / "vault"), str(folder / "state")
    return CliRunner().invoke(main, ["vault", "context", vault, QUESTION, "--state", state, *arguments])


def test_paths_are_those_of_the_notes_about_the_question(folder: Path) -> None:
    result = run(folder, "--format", "paths")
    assert result.exit_code == 0, result.output
    assert set(result.output.splitlines()) == ABOUT


def test_an_unfiltered_walk_wanders(folder: Path) -> None:
    result = run(folder, "--format", "paths", "--unfiltered")
    assert "Clients/Retainer.md" in result.output.splitlines()


def test_json_fits_its_schema_and_keeps_to_the_number_of_notes(folder: Path) -> None:
    record = json.loads(run(folder, "--format", "json", "--max-notes", "2").output)
    assert not find_problems(record, "context")
    assert len(record["notes"]) == 2
    assert "max_notes" in {item["reason"] for item in record["cut"]}


@pytest.mark.parametrize("form", ["markdown", "json", "paths"])
@pytest.mark.parametrize("mode", ["depth", "synthesis", "hybrid"])
def test_a_private_note_is_in_no_form_of_any_mode(folder: Path, form: str, mode: str) -> None:
    result = run(folder, "--format", form, "--mode", mode, "--back-links")
    assert result.exit_code == 0, result.output
    assert "Secret" not in result.output


def test_hybrid_without_vectors_goes_by_words_and_says_why(folder: Path) -> None:
    record = json.loads(run(folder, "--format", "json", "--mode", "hybrid").output)
    assert (record["mode"], record["degraded"]) == ("depth", "the vault has no vectors of Smart Connections")


def test_hybrid_reads_the_vectors_of_the_vault(folder: Path, tmp_path: Path) -> None:
    for name, text in NOTES.items():
        (tmp_path / "vault" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "vault" / name).write_text(text, encoding="utf-8")
    vectors = {path: unit(1.0, 0.1) if "Studies" in path or "Mint" in path else unit(0.1, 1.0) for path in NOTES}
    logs = {f"{number}.ajson": source(path, vectors[path]) + ",\n" for number, path in enumerate(vectors)}
    write_logs(tmp_path / "vault", logs)
    record = json.loads(run(tmp_path, "--format", "json", "--mode", "hybrid", "--nearest", "1").output)
    assert (record["mode"], record["degraded"]) == ("hybrid", "")
    assert "unlike" in {item["reason"] for item in record["cut"]}
    near = [note["path"] for note in record["notes"] if note["route"][-1]["by"] == "near"]
    assert near == ["Garden/Mint.md"]


def test_the_same_question_gives_the_same_bytes_and_the_vault_is_as_it_was(folder: Path) -> None:
    before = {path: path.read_bytes() for path in sorted((folder / "vault").rglob("*")) if path.is_file()}
    assert run(folder, "--format", "json").output == run(folder, "--format", "json").output
    assert before == {path: path.read_bytes() for path in sorted((folder / "vault").rglob("*")) if path.is_file()}


def test_the_answers_of_the_owner_say_where_to_begin_and_what_is_private(folder: Path, tmp_path: Path) -> None:
    harness = Harness(
        sections=(SectionPurpose("Clients", "money, tax"), SectionPurpose("Family", "tax")),
        entries=("Clients/Bob.md", "Family/Anna.md"),
        private=Privacy(("Family",), ("private",), "private"),
        templates=(),
        archive=(),
        exclude=(),
        languages=("english",),
        terms=(),
    )
    write_harness(tmp_path, harness)
    arguments = ["vault", "context", str(folder / "vault"), "tax money", "--state", str(tmp_path)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert "- Note: Clients/Bob.md" in result.output
    assert "Its owner begins with it in Clients, which the question names." in result.output
    assert "Family" not in result.output


@pytest.mark.parametrize("tokens", [200, 400, 800, 1600])
def test_the_output_keeps_to_its_tokens(folder: Path, tokens: int) -> None:
    result = run(folder, "--mode", "hybrid", "--unfiltered", "--max-tokens", str(tokens))
    assert result.exit_code == 0, result.output
    assert count_tokens(result.output) <= tokens
