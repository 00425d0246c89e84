"""map_vault writes the map of each vault named, from the library alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PARAMS = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))
NOTES = {
    "Home.md": "# Home\n[[Tea]] and [[Oolong]]\n",
    "Notes/Tea.md": "# Tea\nSteeped in water, green or black. [[Oolong]]\n",
    "Notes/Oolong.md": "# Oolong\nA tea between green and black. [[Tea]]\n",
    "Life/Private/Diary.md": "Dear diary.\n",
    "Notes/Closed.md": "#private Nobody reads this.\n",
}


def run(project: Path, stage: str = "map_vault") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", f"stages.{stage}"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def write_params(project: Path, **blocks: object) -> None:
    source = {"name": "vault", "kind": "obsidian", "path": "my vault"}
    snapshot = {**PARAMS["snapshot_sources"], "sources": [source]}
    params = {**PARAMS, "topics": [], "articles": [], "snapshot_sources": snapshot, **blocks}
    (project / "params.yaml").write_text(yaml.safe_dump(params), encoding="utf-8")


def read_tree(folder: Path) -> dict[str, str]:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a snapshot of one vault, which has gone since."""
    root = tmp_path / "project"
    for name, text in NOTES.items():
        (root / "my vault" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "my vault" / name).write_text(text, encoding="utf-8")
    write_params(root)
    shutil.copytree(ROOT / "stages", root / "stages")
    done = run(root, "snapshot_sources")
    assert done.returncode == 0, done.stderr
    shutil.rmtree(root / "my vault")
    return root


def test_the_map_is_made_of_the_library_alone_and_names_nothing_private(project: Path) -> None:
    done = run(project)
    assert done.returncode == 0, done.stderr
    pages = read_tree(project / "vaults" / "maps")
    assert {"vault/VAULT_INDEX.md", "vault/CLAUDE.md", "vault/AGENTS.md", "vault/Notes/CLAUDE.md"} <= set(pages)
    assert "`Notes/`" in pages["vault/VAULT_INDEX.md"]
    told = "".join(pages.values())
    assert "Oolong" in told
    assert "Diary" not in told
    assert "Closed" not in told
    assert str(project) not in told


def test_answers_in_the_params_stand_on_the_pages(project: Path) -> None:
    answers = {"vault": {"sections": [{"folder": "Notes", "purpose": "what I learned of tea"}]}}
    write_params(project, map_vault={"vaults": ["vault"], "answers": answers})
    assert run(project).returncode == 0
    index = (project / "vaults" / "maps" / "vault" / "VAULT_INDEX.md").read_text(encoding="utf-8")
    assert "what I learned of tea" in index


def test_the_same_library_gives_the_same_bytes_and_old_pages_go(project: Path) -> None:
    assert run(project).returncode == 0
    first = read_tree(project / "vaults" / "maps")
    (project / "vaults" / "maps" / "left.md").write_text("old", encoding="utf-8")
    assert run(project).returncode == 0
    assert read_tree(project / "vaults" / "maps") == first


def test_no_vault_named_gives_an_empty_folder(project: Path) -> None:
    write_params(project, map_vault={"vaults": [], "answers": {}})
    assert run(project).returncode == 0
    assert read_tree(project / "vaults" / "maps") == {}
    assert (project / "vaults" / "maps").is_dir()


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ({"vaults": ["other"], "answers": {}}, "$.map_vault.vaults names 'other'"),
        ({"vaults": ["vault"], "answers": {"vault": {"entries": 3}}}, "$.map_vault.answers.vault"),
        ({"vaults": ["vault"], "answers": {"vault": {"unknown": []}}}, "$.map_vault.answers.vault"),
    ],
)
def test_wrong_params_are_named_and_nothing_is_written(project: Path, block: dict[str, object], told: str) -> None:
    write_params(project, map_vault=block)
    done = run(project)
    assert done.returncode == 2
    assert told in done.stderr
    assert not (project / "vaults").exists()
