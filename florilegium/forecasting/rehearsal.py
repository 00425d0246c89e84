"""A rehearsal: the stages of topics run for real, into a folder of their own, with a forecaster for a model."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import ParamsError
from ..project.artifacts import read_yaml
from ..project.folders import clear_folder
from ..project.workspace import FORECAST, UNROLLED_ROUNDS, Workspace
from .egress import Shown
from .opening import CALLS, COUNT
from .planned_calls import PlannedCall, read_calls


def rehearse(workspace: Workspace, topics: Sequence[str], articles: Sequence[str], *, count: bool) -> list[PlannedCall]:
    """Return what a run over these topics would ask; raises ParamsError where a stage cannot run."""
    folder = workspace.forecast
    clear_folder(folder)
    folder.mkdir(parents=True)
    environment = {**os.environ, FORECAST: str(folder.resolve()), COUNT: "1" if count else "0"}
    if not (workspace.library / "catalog.jsonl").is_file():
        _run_stage(workspace, "snapshot_sources", [], dict(os.environ))
    for topic in topics:
        for name, options in list_steps(topic, is_finished=topic in articles):
            _run_stage(workspace, name, options, environment)
    calls = read_calls(folder / CALLS)
    return [_name_sources(call, Workspace(workspace.root, folder)) for call in calls]


def _name_sources(call: PlannedCall, workspace: Workspace) -> PlannedCall:
    """Return a call with the ids of the sources that a distiller is shown by their paths, files with their topic."""
    topic = call.stage.split(" ")[1]
    named: set[Shown] = set()
    for item in call.shown:
        if item.name in ("brief.md", "article.md"):
            named.add(replace(item, name=f"topics/{topic}/{item.name}"))
        elif call.role == "distiller":
            named |= {replace(item, name=name) for name in _find_ids(workspace.topic(topic).memory, item.name)}
        else:
            named.add(item)
    return replace(call, shown=tuple(sorted(named, key=lambda item: (item.name, item.part))))


def _find_ids(memory: Path, path: str) -> list[str]:
    """Return the ids of a memory's sources from a path; the path itself where none is, so that nothing is hidden."""
    entries = read_yaml(memory / "index.yaml", "index")["entries"]
    # A card holds the path with its white space flattened.
    return [entry["id"] for entry in entries if " ".join(entry["original_path"].split()) == path] or [path]


def list_steps(topic: str, *, is_finished: bool) -> Iterator[tuple[str, list[str]]]:
    """Yield the stages of a topic in their order with their options, distill where its article is finished."""
    yield "collect_queries", ["--topic", topic]
    for number in range(UNROLLED_ROUNDS):
        yield "research", ["--topic", topic, "--round", str(number)]
        yield "gap_analysis", ["--topic", topic, "--round", str(number)]
    for name in ("dedup", "rerank", "build_index", *(("distill",) if is_finished else ())):
        yield name, ["--topic", topic]


def _run_stage(workspace: Workspace, name: str, options: Sequence[str], environment: dict[str, str]) -> None:
    command = [sys.executable, "-m", f"stages.{name}", *options, "--params", str(workspace.params.resolve())]
    done = subprocess.run(
        command, cwd=workspace.root, env=environment, capture_output=True, text=True, errors="replace", check=False
    )
    if done.returncode:
        told = [line for line in done.stderr.split("\n") if line.strip()]
        hint = told[-1].removeprefix("hint: ") if told and told[-1].startswith("hint: ") else ""
        message = next((line for line in reversed(told) if not line.startswith("hint: ")), f"{name} failed")
        raise RehearsalError(message, hint=hint, exit_code=done.returncode)


class RehearsalError(ParamsError):
    """A stage of the rehearsal failed, with its own exit code."""

    def __init__(self, message: str, *, hint: str, exit_code: int) -> None:
        super().__init__(message, hint=hint)
        self.exit_code = exit_code
