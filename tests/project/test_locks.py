"""One run at a time on one folder; a killed holder holds nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from florilegium.errors import BusyError
from florilegium.project.locks import hold_lock

HOLD = """
import sys, time
from pathlib import Path
from florilegium.project.locks import hold_lock
with hold_lock(Path(sys.argv[1]), what="library"):
    print("held", flush=True)
    sys.stdin.read()
"""


def start_holder(path: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", HOLD, str(path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_run_is_refused_and_told_who_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "library.lock"
    with start_holder(path) as holder:
        with pytest.raises(BusyError, match=f"library is in use by process {holder.pid}") as caught:
            with hold_lock(path, what="library"):
                raise AssertionError("both hold it")
        assert "wait" in caught.value.hint
        holder.communicate("")
    with hold_lock(path, what="library"):
        assert path.with_suffix(".holder").is_file()


def test_a_killed_holder_leaves_no_stale_lock(tmp_path: Path) -> None:
    """Two runs raced on one folder, or a stale lock stopped all later ones: the system frees ours."""
    path = tmp_path / "library.lock"
    with start_holder(path) as holder:
        holder.kill()
        holder.wait()
        assert path.with_suffix(".holder").read_text(encoding="utf-8") == f"process {holder.pid}\n"
    with hold_lock(path, what="library"):
        assert path.with_suffix(".holder").read_text(encoding="utf-8") == f"process {os.getpid()}\n"
    assert not path.with_suffix(".holder").exists()


def test_a_failure_inside_frees_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "library.lock"
    with pytest.raises(ValueError, match="inside"):
        with hold_lock(path, what="library"):
            raise ValueError("inside")
    with hold_lock(path, what="library"):
        pass
    assert not path.with_suffix(".holder").exists()


def test_two_folders_do_not_wait_for_each_other(tmp_path: Path) -> None:
    with hold_lock(tmp_path / "a.lock", what="a"), hold_lock(tmp_path / "b.lock", what="b"):
        assert sorted(path.name for path in tmp_path.glob("*.holder")) == ["a.holder", "b.holder"]
