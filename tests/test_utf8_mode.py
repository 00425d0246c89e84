"""Names that are no ASCII are stored alike in every locale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from florilegium.project.params import load_params

ROOT = Path(__file__).resolve().parent.parent
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def make_project(root: Path) -> Path:
    (root / "vault").mkdir(parents=True)
    (root / "vault" / "忘却 é.md").write_text("Forgetting is a feature.", encoding="utf-8")
    value = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))  # noqa: TID251 (params as data)
    value["snapshot_sources"]["sources"] = [{"name": "vault", "kind": "obsidian", "path": "vault"}]
    value["snapshot_sources"]["private"] = {"folders": [], "tags": [], "flag": ""}
    (root / "params.yaml").write_text(yaml.safe_dump(value), encoding="utf-8")
    assert load_params(root / "params.yaml")
    return root


@pytest.mark.skipif(sys.platform != "linux", reason="the locale's encoding does not reach file names elsewhere")
def test_an_ascii_locale_gives_the_same_library(tmp_path: Path) -> None:
    """Under LC_ALL=C with coercion off, the stage ended with a UnicodeEncodeError."""
    catalogs = []
    for name, locale in (("plain", {"PYTHONUTF8": "1"}), ("ascii", ASCII)):
        project = make_project(tmp_path / name)
        command = [sys.executable, "-m", "stages.snapshot_sources", "--params", str(project / "params.yaml")]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **locale}, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        catalogs.append((project / "library/catalog.jsonl").read_bytes())
    assert catalogs[0] == catalogs[1]
    assert "忘却 é".encode() in catalogs[1]
