"""The console command is the command line, started with the collector at rest."""

import subprocess
import sys

import pytest

from florilegium import __version__

LOOK = """
import atexit, gc
from florilegium.console import run_console
atexit.register(lambda: print(gc.get_freeze_count() > 0, gc.get_threshold()[0] < 10_000))
run_console()
"""


@pytest.mark.slow
@pytest.mark.parametrize("start", [["-m", "florilegium"], ["-c", LOOK]], ids=["module", "function"])
def test_it_runs_the_command_line(start: list[str]) -> None:
    """At the end the objects are frozen, and the collector is as it was before."""
    done = subprocess.run([sys.executable, *start, "--version"], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[0], done.stderr) == (0, f"florilegium, version {__version__}", "")
    assert lines[1:] == (["True True"] if start[0] == "-c" else [])


@pytest.mark.slow
def test_misuse_keeps_its_exit_code() -> None:
    command = [sys.executable, "-m", "florilegium", "search"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
