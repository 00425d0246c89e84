"""discover_links tells what the links and words of a vault do not say, from the library alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from florilegium.project.artifacts import read_json

ROOT = Path(__file__).resolve().parents[2]
PARAMS = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))
NOTES = {
    "Home.md": "# Home\n[[Deep water]] and [[Lost note]]\n",
    "Deep water.md": "# Deep water\nCold below the tide line.\n",
    "Tides.md": "# Tides\nThe moon moves them.\nSee: Deep water\n",
    "Life/Private/Diary.md": "Dear diary.\n",
}


def run(project: Path, stage: str = "discover_links") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", f"stages.{stage}"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def write_params(project: Path, vaults: list[str]) -> None:
    source = {"name": "vault", "kind": "obsidian", "path": "my vault"}
    snapshot = {**PARAMS["snapshot_sources"], "sources": [source]}
    params = {
        **PARAMS,
        "topics": [],
        "articles": [],
        "snapshot_sources": snapshot,
        "discover_links": {"vaults": vaults},
    }
    (project / "params.yaml").write_text(yaml.safe_dump(params), encoding="utf-8")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a snapshot of one vault, which has gone since."""
    root = tmp_path / "project"
    for name, text in NOTES.items():
        (root / "my vault" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "my vault" / name).write_text(text, encoding="utf-8")
    write_params(root, ["vault"])
    shutil.copytree(ROOT / "stages", root / "stages")
    done = run(root, "snapshot_sources")
    assert done.returncode == 0, done.stderr
    shutil.rmtree(root / "my vault")
    return root


def read_bytes(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_what_is_found_is_a_record_and_pages(project: Path) -> None:
    done = run(project)
    assert done.returncode == 0, done.stderr
    folder = project / "vaults" / "links" / "vault"
    record = read_json(folder / "discovery.json", "discovery")
    assert [item["target"] for item in record["dangling"]] == ["Lost note"]
    assert "Tides.md" in [item["path"] for item in record["orphans"]]
    assert [(item["path"], [place["note"] for place in item["places"]]) for item in record["mentions"]] == [
        ("Deep water.md", ["Tides.md"])
    ]
    told = b"".join(read_bytes(project / "vaults").values())
    assert b"Diary" not in told
    assert b"[[Tides]]" in (folder / "Orphans.md").read_bytes()
    metrics = read_json(project / "metrics" / "discover_links.json", "metrics")
    assert metrics["counts"]["vaults"] == 1
    assert metrics["counts"]["dangling"] == 1


def test_the_same_library_gives_the_same_bytes_and_old_pages_go(project: Path) -> None:
    assert run(project).returncode == 0
    first = read_bytes(project / "vaults")
    (project / "vaults" / "links" / "left.md").write_text("old", encoding="utf-8")
    assert run(project).returncode == 0
    assert read_bytes(project / "vaults") == first


def test_a_vault_that_is_not_configured_is_named(project: Path) -> None:
    write_params(project, ["notes"])
    done = run(project)
    assert done.returncode == 2
    assert "$.discover_links.vaults names 'notes'" in done.stderr
    assert "hint: vaults there: vault" in done.stderr
    assert not (project / "vaults").exists()
