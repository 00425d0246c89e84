"""The whole pipeline in one process: its stages in their order, on a project of its own."""

import hashlib
import logging
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from click.testing import CliRunner

ROOT = Path(__file__).resolve().parents[2]
TOPICS = ("agent-memory", "city-heat")
PRODUCTS = ("topics/agent-memory/memory", "topics/city-heat/memory", "topics/agent-memory/research.md")
ROUNDS = 3
MADE = shutil.ignore_patterns("work", "memory", "research.md")


class StageFailedError(Exception):
    """A stage that did not end with 0."""

    def __init__(self, name: str, code: int, output: str) -> None:
        super().__init__(f"{name} ended with {code}: {output}")
        self.code = code
        self.output = output


def make_project(folder: Path, *, engine: str = "claude") -> Path:
    """Copy the example library, its briefs and params; every role is played by an engine."""
    folder.mkdir(parents=True)
    for part in ("examples", "topics"):
        shutil.copytree(ROOT / part, folder / part, ignore=MADE)
    params = (ROOT / "params.yaml").read_text(encoding="utf-8")
    (folder / "params.yaml").write_text(params.replace("engine: local", f"engine: {engine}"), encoding="utf-8")
    return folder


def change_params(project: Path, old: str, new: str) -> None:
    """Write one dial anew; raises ValueError where it is not there."""
    path = project / "params.yaml"
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise ValueError(f"params.yaml has no {old!r}")
    path.write_text(text.replace(old, new), encoding="utf-8")


def list_steps(topic: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the stages of a topic in their order with their options."""
    yield "collect_queries", ["--topic", topic]
    for number in range(ROUNDS):
        yield "research", ["--topic", topic, "--round", str(number)]
        yield "gap_analysis", ["--topic", topic, "--round", str(number)]
    for name in ("dedup", "rerank", "build_index"):
        yield name, ["--topic", topic]
    if topic == "agent-memory":
        yield "distill", ["--topic", topic]


def run_pipeline(project: Path, topics: tuple[str, ...] = TOPICS) -> str:
    """Run every stage and return what they told; raises StageFailedError."""
    told = [run_stage(project, "snapshot_sources", [])]
    told += [run_stage(project, name, options) for topic in topics for name, options in list_steps(topic)]
    return "".join(told)


def run_stage(project: Path, name: str, options: list[str]) -> str:
    """Run one stage and return what it told."""
    command = import_module(f"stages.{name}").main
    for label, log in logging.root.manager.loggerDict.items():
        if label.startswith("florilegium.") and isinstance(log, logging.Logger):
            log.handlers.clear()  # they write to the output of an earlier run in this process
    result = CliRunner().invoke(command, [*options, "--params", str(project / "params.yaml")])
    if result.exit_code:
        raise StageFailedError(name, result.exit_code, result.output)
    return str(result.output)


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """Set environment variables for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def hash_products(project: Path) -> Mapping[str, str]:
    """Return the SHA-256 of every file of the memories and of research.md, by path."""
    paths = [path for name in PRODUCTS for path in _list_files(project / name)]
    return {path.relative_to(project).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def _list_files(path: Path) -> list[Path]:
    return sorted(item for item in path.rglob("*") if item.is_file()) if path.is_dir() else [path]
