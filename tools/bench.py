"""Measure indexing and search on generated vaults; every phase is a process of its own, beside a baseline."""

import hashlib
import json
import logging
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from florilegium.drafts import Link

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]
from generate_vault import make_queries, write_vault  # noqa: E402 (the path above makes it importable)

QUERIES = 300
RUNS = 3
SETTLED_S = 2.1  # younger files are hashed again, since their time cannot be trusted
# A phase that was stopped must not pass for one that took little time; a scan that finds nothing ends with 1.
FOUND_NOTHING = 1


@dataclass(frozen=True)
class Cost:
    """What one process took."""

    wall_s: float
    cpu_s: float
    peak_mb: float
    output: str


@dataclass(frozen=True)
class Costs:
    """What each phase took on one vault."""

    read: Cost
    peer: Cost
    full: Cost
    same: Cost
    one: Cost
    query: Cost
    start: Cost
    scan: Cost


def write_params(project: Path) -> None:
    """Write the params of this project with one vault as its only source."""
    import yaml

    params = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))
    params |= {"topics": [], "articles": []}
    params["snapshot_sources"]["sources"] = [{"name": "vault", "kind": "obsidian", "path": "../vault"}]
    params["snapshot_sources"]["private"]["folders"] = []  # a rule for a folder that is not there is an error
    (project / "params.yaml").write_text(yaml.safe_dump(params), encoding="utf-8")


def index_vault(project: Path) -> None:
    """Take the snapshot, bring the search index up to date and build the link graph."""
    from florilegium.library import Library
    from florilegium.project.params import load_params
    from florilegium.search.index import LibraryIndex
    from florilegium.snapshot.engine import Desk, take_snapshot
    from florilegium.sources.registry import list_sources
    from florilegium.vault.graph import build_graph
    from florilegium.vault.resolve import Resolver

    params = load_params(project / "params.yaml").snapshot_sources
    log = logging.getLogger("bench")
    desk = Desk(project / "library", project / ".florilegium" / "state", False, time.time_ns(), log)
    counts = take_snapshot(list_sources(params, project), desk)
    library = Library(project / "library")
    update = LibraryIndex(project / ".florilegium" / "index").update(library)
    if counts["parsed"]:
        links = read_links(project / "library" / "links.jsonl")
        paths = {name: document.original_path for name, document in library.documents.items()}
        build_graph({path: links.get(name, ()) for name, path in paths.items()}, Resolver(paths.values()))
    click.echo(json.dumps({"parsed": counts["parsed"], "indexed": update.documents}))


def read_links(path: Path) -> "dict[str, tuple[Link, ...]]":
    """Return the links of every document that has any, by its id."""
    import msgspec

    from florilegium.drafts import Link

    line = msgspec.defstruct("Line", [("id", str), ("links", tuple[Link, ...])])
    decoded = msgspec.json.Decoder(line).decode_lines(path.read_bytes())
    return {record.id: record.links for record in decoded}


def ask_queries(project: Path) -> None:
    """Print p50 and p95 milliseconds of queries against the open index, each asked once after a warm-up."""
    from florilegium.search.index import LibraryIndex

    index = LibraryIndex(project / ".florilegium" / "index")
    times_ms: list[float] = []
    for number, query in enumerate(make_queries(count=QUERIES + 20)):
        started = time.perf_counter()
        index.search(query, limit=10)
        if number >= 20:
            times_ms.append((time.perf_counter() - started) * 1000)
    cuts = statistics.quantiles(times_ms, n=20)
    click.echo(json.dumps({"p50_ms": round(statistics.median(times_ms), 2), "p95_ms": round(cuts[18], 2)}))


def read_vault(project: Path) -> None:
    """Read and hash every note: the least that any index must do."""
    size = 0
    for folder, _, names in os.walk(project.parent / "vault"):
        for name in names:
            content = (Path(folder) / name).read_bytes()
            hashlib.sha256(content).hexdigest()
            size += len(content)
    click.echo(json.dumps({"mb": round(size / 1e6, 1)}))


def index_peer(project: Path) -> None:
    """Build what a simple tool builds: SQLite FTS5 over path and text, stemmed, nothing else."""
    path = project / "peer.sqlite"
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        connection.execute("create virtual table notes using fts5(path, body, tokenize='porter unicode61')")
        for folder, _, names in os.walk(project.parent / "vault"):
            for name in names:
                text = (Path(folder) / name).read_text(encoding="utf-8")
                connection.execute("insert into notes values (?, ?)", (name, text))
    click.echo("{}")


def load_stage(project: Path) -> None:
    """Load what a stage loads before it works."""
    import stages.dedup
    from florilegium.project.params import load_params

    load_params(project / "params.yaml")
    click.echo(json.dumps({"stage": stages.dedup.main.name}))


PHASES: dict[str, Callable[[Path], None]] = {
    "index": index_vault,
    "query": ask_queries,
    "read": read_vault,
    "peer": index_peer,
    "load": load_stage,
}


def measure(phase: str, project: Path) -> Cost:
    """Run one phase in a process of its own and return what the system says that it took."""
    return measure_command([sys.executable, str(Path(__file__)), "--phase", phase, "--project", str(project)])


def measure_command(command: list[str], *, allowed: int = 0) -> Cost:
    """Run one command and return what the system says that it took; an exit code above `allowed` is an error."""
    # As on a reader's machine the code is compiled once, and here into the folder that is thrown away.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**kept, "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "florilegium-bench-code")}
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None  # noqa: S101 (a pipe was asked for)
        output = process.stdout.read().decode("utf-8", errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall_s = time.perf_counter() - started
    if not 0 <= process.returncode <= allowed:
        raise click.ClickException(f"{' '.join(command)} ended with {process.returncode}")
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


def take_least(costs: list[Cost]) -> Cost:
    """Return the run with the least CPU time: what other programs do at the same time only ever adds to it."""
    return min(costs, key=lambda cost: cost.cpu_s)


def bench_vault(folder: Path, notes: int) -> list[str]:
    """Return the table's rows for one size."""
    vault = folder / str(notes) / "vault"
    paths = write_vault(vault, notes=notes)
    reads, peers, fulls = [], [], []
    for number in range(RUNS):
        # A folder of its own: on some file systems it takes long to write where much was removed shortly before.
        project = vault.parent / f"run-{number}"
        project.mkdir()
        write_params(project)
        reads.append(measure("read", project))
        peers.append(measure("peer", project))
        fulls.append(measure("index", project))
    time.sleep(SETTLED_S)
    measure("index", project)
    same = take_least([measure("index", project) for _ in range(RUNS)])
    ones = []
    for number in range(RUNS):
        with (vault / paths[number]).open("a", encoding="utf-8") as stream:
            stream.write(f"\nOne more line, number {number}.\n")
        ones.append(measure("index", project))
        time.sleep(SETTLED_S)
    query = measure("query", project)
    start = take_least([measure("load", project) for _ in range(RUNS)])
    costs = Costs(
        take_least(reads),
        take_least(peers),
        take_least(fulls),
        same,
        take_least(ones),
        query,
        start,
        measure_scan(vault),
    )
    return make_rows(notes, costs)


def measure_scan(vault: Path) -> Cost:
    """Run a plain scan for one word, with ripgrep where it is installed."""
    tool = shutil.which("rg")
    command = [tool, "-il"] if tool else ["grep", "-ril"]
    word = make_queries(count=1)[0].split()[0]
    return take_least([measure_command([*command, word, str(vault)], allowed=FOUND_NOTHING) for _ in range(RUNS)])


def make_rows(notes: int, costs: Costs) -> list[str]:
    """Return the rows of one size, each with its ratio."""
    read, peer, full, query, scan = costs.read, costs.peer, costs.full, costs.query, costs.scan
    size_mb = json.loads(read.output)["mb"]
    asked = json.loads(query.output)
    tool = "rg" if shutil.which("rg") else "grep"

    def row(name: str, cost: Cost, ratio: str) -> str:
        return f"| {notes} | {name} | {cost.wall_s:.2f} | {cost.cpu_s:.2f} | {cost.peak_mb:.0f} | {ratio} |"

    return [
        row(f"read and hash all ({size_mb} MB)", read, ""),
        row("SQLite FTS5 build", peer, ""),
        row("full index", full, f"{full.cpu_s / peer.cpu_s:.2f} of FTS5's CPU; {full.cpu_s / size_mb:.3f} s CPU a MB"),
        row("nothing changed", costs.same, f"{costs.same.cpu_s / full.cpu_s:.1%} of the full index"),
        row("one note changed", costs.one, f"{costs.one.cpu_s / full.cpu_s:.1%} of the full index"),
        row(
            f"query: p50 {asked['p50_ms']} ms, p95 {asked['p95_ms']} ms",
            query,
            f"p50 {scan.wall_s * 1000 / asked['p50_ms']:.0f} times faster than {tool} ({scan.wall_s * 1000:.0f} ms)",
        ),
        row("a stage's start, before work", costs.start, ""),
    ]


@click.command(help=__doc__)
@click.option("--notes", multiple=True, type=int, default=(1_000, 10_000), show_default=True, help="Sizes to measure.")
@click.option("--phase", type=click.Choice(sorted(PHASES)), hidden=True)
@click.option("--project", type=click.Path(path_type=Path), hidden=True)
def main(notes: tuple[int, ...], phase: str | None, project: Path | None) -> None:
    """Print a table, or run one phase for the process that measures it."""
    if phase and project:
        PHASES[phase](project)
        return
    click.echo("| notes | phase | wall s | CPU s | peak MB | ratio |\n|---:|---|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for number in notes:
            for line in bench_vault(Path(folder), number):
                click.echo(line)


if __name__ == "__main__":
    main()
