"""What ships: a wheel that is built offline and reads a memory anywhere."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from florilegium.entries import Entry, Index, ThemeCoverage
from florilegium.memory.folder import Contents, write_memory

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["pyproject.toml", "README.md", "LICENSE", "florilegium", "schemas"]
ENTRY = Entry(
    id="slow-tea-0a0a0a0a", title="Slow tea", authors=("Ann Bee",), origin="readwise", location="library",
    kind="article", authorship="other", publication="", published="2025-11", saved="2026-01-04", tags=(),
    notebook=None, relevance_score=1.0, seed=True, themes=("Tea",), found_by=(), signal="seed", summary="On tea.",
    uri_highlights=None, uri_full="full/slow-tea-0a0a0a0a.md", original_path="reader/1", source_url=None, also_in=(),
    words=4, highlights=0, own_notes=0, sha256="0" * 64, reason="named in the brief",
)  # fmt: skip


def call(*command: object, cwd: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    words = [str(word) for word in command]
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        words, cwd=cwd, env={**clean, **environment}, capture_output=True, encoding="utf-8", check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy without any network."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(ROOT / part, source / part)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "-q", "--no-deps", "--no-index")
    done = call(*pip, "--no-build-isolation", "-w", folder, source, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    [made] = folder.glob("*.whl")
    return made


def test_the_wheel_carries_schemas_and_all_code(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    schemas = {f"florilegium/schemas/{path.name}" for path in (ROOT / "schemas").glob("*.json")}
    code = {path.relative_to(ROOT).as_posix() for path in (ROOT / "florilegium").rglob("*.py")}
    prompts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "florilegium").rglob("*.md")}
    page = {f"florilegium/page/{name}" for name in ("bundle.js", "bundle.css", "template.html", "LICENSES.txt")}
    assert schemas and schemas | code | prompts | page <= names
    assert not [name for name in names if name.startswith(("evaluate/", "stages/", "tests/", "examples/", "topics/"))]


def test_search_works_from_the_wheel_outside_a_checkout(wheel: Path, tmp_path: Path) -> None:
    """A folder that can be handed to any agent: nothing of the project is needed to read it."""
    scratch = tmp_path / "scratch"
    done = call(sys.executable, "-m", "venv", "--without-pip", scratch, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    folder = "Scripts" if os.name == "nt" else "bin"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", scratch / folder / "python")
    done = call(*pip, "install", "-q", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    # The dependencies are those of this environment; a folder on the path brings no editable installs along.
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages = Path(call(scratch / folder / "python", "-c", asked, cwd=tmp_path).stdout.strip())
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    index = Index(1, "tea", "Tea", "On tea.", 1, 1, {"readwise": 1}, (ThemeCoverage("Tea", "thin", 1),), 0, (ENTRY,))
    write_memory(tmp_path / "memory", Contents(index, {ENTRY.id: "Tea cools slowly.\n"}, {}))
    program = scratch / folder / "florilegium"
    found = call(program, "search", "memory", "cools", cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    assert "Slow tea" in found.stdout
    assert "Tea cools slowly." in call(program, "show", "memory", "slow-tea", "--layer", "full", cwd=tmp_path).stdout
    assert "Slow tea" in call(program, "toc", "memory", cwd=tmp_path).stdout
    (tmp_path / "memory" / "index.yaml").write_text("topic: 3\n", encoding="utf-8")
    broken = call(program, "search", "memory", "cools", cwd=tmp_path)
    assert broken.returncode == 3
    assert "index.yaml" in broken.stderr and "$" in broken.stderr
    where = call(scratch / folder / "python", "-c", "import florilegium; print(florilegium.__file__)", cwd=tmp_path)
    assert str(scratch) in where.stdout
