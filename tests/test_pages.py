"""What the pages under docs say about tests and code is true."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FAULTS = ROOT / "docs" / "faults.md"
ROWS = [line for line in FAULTS.read_text(encoding="utf-8").split("\n") if line.startswith("| ") and "::" in line]
# What looks at a clock: durations for a person, the age of files beside the time of a look, pauses between calls.
CLOCKS = {
    "florilegium/asking/opening.py",
    "florilegium/commands/vault/opening.py",
    "florilegium/project/stage.py",
    "stages/snapshot_sources.py",
}
CLOCK_CALLS = {("time", name) for name in ("time", "time_ns", "monotonic", "perf_counter", "process_time", "strftime")}
CLOCK_CALLS |= {("datetime", name) for name in ("now", "today", "utcnow")} | {("date", "today")}
CHANCE_MODULES = {"random", "secrets", "uuid"}
CHANCES = {"florilegium/asking/opening.py"}  # keeps the pauses of many threads apart


def list_functions(name: str) -> dict[str, str]:
    """Return the tests of a file with their docstrings."""
    tree = ast.parse((ROOT / "tests" / name).read_text(encoding="utf-8"))
    return {node.name: ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_every_test_that_a_fault_names_exists(row: str) -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
    assert len(named) == row.count("::")
    known = {name: list_functions(name) for name, _ in named}
    assert not [f"{name}::{test}" for name, test in named if test not in known[name]]
    assert [test for name, test in named if known[name][test]], "one of them says in a sentence what it holds"


def test_every_table_of_faults_has_rows() -> None:
    text = FAULTS.read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert headings == ["Reading sources", "Links and vaults", "Searching", "Models", "Safety", "Output", "Principles"]
    assert len(ROWS) == sum(line.startswith("| ") and "held by" not in line for line in text.split("\n"))


def iter_code() -> Iterator[tuple[str, ast.AST]]:
    for path in sorted([*(ROOT / "florilegium").rglob("*.py"), *(ROOT / "stages").glob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield path.relative_to(ROOT).as_posix(), node


def test_only_these_modules_look_at_a_clock() -> None:
    """No artifact may depend on the time: whatever needs one gets it as an argument."""
    found = {
        path
        for path, node in iter_code()
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in CLOCK_CALLS
    }
    assert found <= CLOCKS
    assert "florilegium/project/stage.py" in found


def test_nothing_is_left_to_chance() -> None:
    """But for how long a call waits before it is made again, which no artifact knows."""
    for path, node in iter_code():
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
        assert path in CHANCES or not CHANCE_MODULES & {name.split(".")[0] for name in names}, path


@pytest.mark.skipif(shutil.which("make") is None, reason="an image without make has nothing to list")
def test_make_alone_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert targets
    done = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    listed = re.findall(r"^make ([a-z-]+)", done.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(targets[1].split())
