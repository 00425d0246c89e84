"""A run with models in every role, killed at twenty points: it goes on where it was, and pays for nothing twice."""

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from messages_server import MessagesServer
from players import play
from whole import change_params, make_project

pytestmark = pytest.mark.slow

STEPS = Path(__file__).with_name("steps.py")
TOPIC = "agent-memory"
KILLS = 20
WORKERS = 4


def make_small(folder: Path) -> Path:
    """Make a project whose run asks some sixty questions."""
    project = make_project(folder)
    change_params(project, "rounds: 2", "rounds: 1")
    change_params(project, "findings: 15", "findings: 8")
    return project


def start(project: Path, server: MessagesServer) -> "subprocess.Popen[bytes]":
    secrets = {"ANTHROPIC_BASE_URL": server.url, "ANTHROPIC_API_KEY": "none"}
    command = [sys.executable, str(STEPS), str(project), TOPIC]
    return subprocess.Popen(command, env={**os.environ, **secrets}, stderr=subprocess.PIPE)


def kill_after(process: "subprocess.Popen[bytes]", server: MessagesServer, paid: int) -> bool:
    """Kill a process once so many requests were paid; tell whether it was still running by then."""
    while len(server.paid) < paid and process.poll() is None:
        time.sleep(0.002)
    if process.poll() is not None:
        return False
    process.send_signal(signal.SIGKILL)
    process.communicate()
    return True


def hash_memory(project: Path) -> dict[str, str]:
    """Return the hashes of all that was made but the metrics: what a server read from its cache is its own business."""
    made = [project / "topics" / TOPIC / name for name in ("memory", "research.md", "work")]
    paths = [path for top in made for path in ([top] if top.is_file() else top.rglob("*")) if path.is_file()]
    paths = [path for path in paths if path.parent.name != "metrics"]
    return {path.relative_to(project).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def read_counts(project: Path) -> dict[str, tuple[object, object, object]]:
    """Return what each stage counted, without the parts of tokens that a cache decides."""
    records = {path.name: json.loads(path.read_bytes()) for path in project.glob("topics/*/work/metrics/*.json")}
    return {name: (item["counts"], item["calls"], item["tokens_out"]) for name, item in records.items()}


def count_asked(server: MessagesServer) -> Counter[str]:
    return Counter(json.dumps(entry.body, sort_keys=True) for entry in server.paid)


def test_a_run_killed_at_twenty_points_pays_nothing_twice_and_ends_in_the_same_bytes(tmp_path: Path) -> None:
    """Only what was in flight at a kill is asked again, and the end is that of a run that nobody killed."""
    whole, broken = make_small(tmp_path / "whole"), make_small(tmp_path / "broken")
    with MessagesServer(play) as server:
        process = start(whole, server)
        _, told = process.communicate()
        assert process.returncode == 0, told
        asked = count_asked(server)
    assert max(asked.values()) == 1
    with MessagesServer(play) as server:
        killed = 0
        for number in range(1, KILLS + 1):
            killed += kill_after(start(broken, server), server, number * (len(asked) - 1) // KILLS)
        process = start(broken, server)
        _, told = process.communicate()
        assert process.returncode == 0, told
        again = count_asked(server)
    assert killed == KILLS
    assert set(again) == set(asked)
    assert sum(again.values()) - len(again) <= KILLS * WORKERS
    assert hash_memory(broken) == hash_memory(whole)
    assert read_counts(broken) == read_counts(whole)
