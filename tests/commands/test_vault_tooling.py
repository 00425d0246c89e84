"""`florilegium vault tooling` tells what the vectors of a vault are worth."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from vaults import write_files
from vector_stores import source, unit, write_logs

from florilegium.cli import main
from florilegium.project.schemas import find_problems

LONG = "word " * 60
IMPORT = {"mtime": 1, "size": len(LONG)}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with two notes, of which one is private, both with vectors."""
    root = write_files(tmp_path / "vault", {"Tea.md": LONG, "Diary.md": f"#private {LONG}", ".obsidian/app.json": "{}"})
    logs = {f"{name}_md.ajson": source(f"{name}.md", unit(1, 2), last_import=IMPORT) for name in ("Tea", "Diary")}
    return write_logs(root, logs)


def run(vault: Path, *arguments: str | Path, answer: str = "") -> Result:
    state = str(vault.parent / "state")
    return CliRunner().invoke(
        main, ["vault", "tooling", str(vault), "--state", state, *map(str, arguments)], input=answer
    )


def list_files(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_vault_with_vectors_is_usable_and_nothing_is_written(vault: Path) -> None:
    before = list_files(vault)
    result = run(vault)
    assert result.exit_code == 0, result.output
    assert "1 of 1 notes that are long enough have a fresh vector (100%)" in result.output
    assert "usable: yes" in result.output
    assert "Diary" not in result.output
    assert list_files(vault) == before


def test_a_vault_without_vectors_ends_with_one_and_says_what_to_do(tmp_path: Path) -> None:
    root = write_files(tmp_path / "vault", {"Tea.md": LONG})
    result = run(root)
    assert result.exit_code == 1
    assert "FAIL  store: the vault has no vectors of Smart Connections" in result.output
    assert "next: open the vault in Obsidian" in result.output
    assert "usable: no" in result.output


@pytest.mark.parametrize("has_store", [True, False])
def test_the_report_as_json_fits_its_schema(vault: Path, has_store: bool) -> None:
    if not has_store:
        for path in (vault / ".smart-env/multi").iterdir():
            path.unlink()
    result = run(vault, "--json")
    found = json.loads(result.output)
    assert find_problems(found, "tooling") == []
    assert found["usable"] is has_store
    assert result.exit_code == (0 if has_store else 1)
