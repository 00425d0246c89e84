"""The committed bundle is what the sources in web/ give."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PARTS = ["LICENSES.txt", "bundle.css", "bundle.js"]


@pytest.mark.skipif(not shutil.which("node"), reason="no node: it is only needed to change the page")
@pytest.mark.skipif(not (WEB / "node_modules" / "esbuild").is_dir(), reason="web/node_modules is not installed")
def test_the_bundle_is_up_to_date(tmp_path: Path) -> None:
    """`make page` writes it again."""
    done = subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == PARTS
    for name in PARTS:
        assert (tmp_path / name).read_bytes() == (ROOT / "florilegium" / "page" / name).read_bytes(), name


def test_the_lock_pins_with_hashes_and_holds_no_address() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    packages = json.loads(text)["packages"]
    assert "://" not in text
    assert [name for name, package in packages.items() if name and not package["integrity"].startswith("sha512-")] == []
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    for name, version in {**wanted["dependencies"], **wanted["devDependencies"]}.items():
        assert packages[f"node_modules/{name}"]["version"] == version
