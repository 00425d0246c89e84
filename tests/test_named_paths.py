"""What the pages and comments name is there: modules by their path, rooms by their folder."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "dvc.yaml"])
MODULES = sorted(path for room in ("florilegium", "stages", "tools") for path in (ROOT / room).rglob("*.py"))
STARTS = ("", "florilegium", "tests")
_QUOTED = re.compile(r"`([\w./-]+\.py)`")
_BARE = re.compile(r"\b((?:florilegium|stages|tools|tests)/[\w/-]+\.py)\b")
_ROOM = re.compile(r"^  (\w+)/", re.MULTILINE)


def find_missing(text: str) -> list[str]:
    """Return the modules that a text names, by a path from one of the starts, and that are not there."""
    named = {*_QUOTED.findall(text), *_BARE.findall(text)}
    return sorted(name for name in named if not any((ROOT / start / name).is_file() for start in STARTS))


@pytest.mark.parametrize("path", [*PAGES, *MODULES], ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_module_that_is_named_is_there(path: Path) -> None:
    assert find_missing(path.read_text(encoding="utf-8")) == []


def test_a_module_that_is_gone_is_found() -> None:
    text = "`errors.py`, `sameness.py` and florilegium/urls.py, but `florilegium/<noun>.py` is a pattern"
    assert find_missing(text) == ["florilegium/urls.py", "sameness.py"]


def test_the_list_of_rooms_is_that_of_the_folders() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = _ROOM.findall(page.split("```text\n", 1)[1].split("```", 1)[0])
    folders = {path.parent.name for kind in ("*.py", "*.md") for path in (ROOT / "florilegium").glob(f"*/{kind}")}
    assert sorted(listed) == sorted(folders)
