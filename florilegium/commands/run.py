"""`florilegium run`: the whole pipeline, one run at a time, and at its end what it made."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from ..asking.askers import BUDGET_USD, OFFLINE
from ..asking.ledger import Cost, Ledger
from ..asking.prices import check_models
from ..choices.choices import find_unknown, load_choices
from ..entries import Index
from ..errors import BusyError, FlorilegiumError, ParamsError
from ..library import Library
from ..project.artifacts import read_json, read_yaml
from ..project.locks import hold_lock
from ..project.params import Params, choose_topics, list_engines, load_params
from ..project.records import from_record
from ..project.stage import INTERRUPTED_EXIT, report_error
from ..project.workspace import TopicFiles, Workspace
from .numbers import FiniteRange

INTERNAL_EXIT = 70


@click.command("run")
@click.argument("topics", nargs=-1)
@click.option("--params", "params_path", type=click.Path(path_type=Path), default=Path("params.yaml"))
@click.option("--budget-usd", type=FiniteRange(0), help="US dollars more for models; replaces claude.budget_usd.")
@click.option("--offline", is_flag=True, help="Take models' answers from the store only; a missing one is an error.")
def run(topics: tuple[str, ...], params_path: Path, budget_usd: float | None, offline: bool) -> None:
    """Bring the memory of every topic up to date, or of the topics named."""
    try:
        sys.exit(run_pipeline(topics, Workspace(params_path.parent), budget_usd=budget_usd, offline=offline))
    except FlorilegiumError as error:
        sys.exit(report_error(error, "run"))
    except KeyboardInterrupt:
        click.echo("run: interrupted; what was finished is kept, the next run goes on there", err=True)
        sys.exit(INTERRUPTED_EXIT)


def run_pipeline(
    topics: tuple[str, ...], workspace: Workspace, *, budget_usd: float | None = None, offline: bool = False
) -> int:
    """Run DVC under the project's lock; return 0, or the exit code of the stage that failed."""
    params = load_params(workspace.params)
    chosen = choose_topics(topics, params)
    _check_project(workspace.root)
    if list_engines(params):
        check_models(params.claude)
    with hold_lock(workspace.cache / "locks" / "run.lock", what="this project"):
        workspace.failure.unlink(missing_ok=True)
        click.echo("run: looking at the sources, then at every stage", err=True)
        before = _read_spent(workspace)
        limits = {OFFLINE: "1"} if offline else {}
        if budget_usd is not None:
            limits[BUDGET_USD] = repr(before.usd + budget_usd)
        failed = _reproduce(_make_command(topics, params), workspace.root, limits)
        _show_spent(before, _read_spent(workspace))
        if failed:
            return _read_failure(workspace)
    _show_report(workspace)
    for slug in chosen:
        _show_topic(workspace.topic(slug), slug)
        _show_unknown(workspace, slug)
    _show_next(workspace, chosen)
    return 0


def _check_project(root: Path) -> None:
    if not (root / "dvc.yaml").is_file() or not (root / ".dvc").is_dir():
        raise ParamsError(f"{root.resolve()}: no pipeline here", hint="run in the folder that holds dvc.yaml and .dvc")
    try:
        inside = subprocess.run(["git", "rev-parse", "--git-dir"], cwd=root, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise ParamsError("the program git is not on PATH, and DVC needs it", hint="install git") from error
    if inside.returncode:
        raise ParamsError("this folder is in no git repository, which DVC needs", hint="run `git init` here first")


def _read_spent(workspace: Workspace) -> Cost:
    """Return what the ledger counts: what was paid, and what may have been."""
    totals = Ledger(workspace.responses / "ledger.jsonl").read_totals()
    return totals.spent + totals.reserved


def _show_spent(before: Cost, after: Cost) -> None:
    """Say what models cost in this run; nothing where none was asked."""
    if after != before:
        usd, tokens = after.usd - before.usd, after.tokens - before.tokens
        click.echo(f"run: models cost ${usd:.4f} for {tokens} tokens; see `florilegium responses stats`", err=True)


def _make_command(topics: tuple[str, ...], params: Params) -> list[str]:
    """Return the DVC call: all of the pipeline, or the last stages of the topics named."""
    targets = [f"build_index@{topic}" for topic in topics]
    targets += [f"distill@{topic}" for topic in topics if topic in params.articles]
    return [sys.executable, "-m", "dvc", "repro", *targets]


def _reproduce(command: list[str], root: Path, extra: Mapping[str, str] | None = None) -> int:
    """Run DVC and return its exit code; the stages speak for themselves, of DVC's own words only a count is kept."""
    ran = cached = skipped = 0
    pipe = subprocess.PIPE
    environment = {**_make_environment(), **(extra or {})}
    with subprocess.Popen(command, cwd=root, env=environment, stdout=pipe, text=True, errors="replace") as dvc:
        try:
            for line in dvc.stdout or ():
                ran += line.startswith("Running stage")
                cached += line.startswith("Stage ") and "is cached - skipping run" in line
                skipped += line.startswith("Stage ") and line.rstrip().endswith("skipping")
        except KeyboardInterrupt:
            dvc.wait()  # it was interrupted too, and lets go of its lock
            raise
    ended = max(0, ran - (dvc.returncode != 0))  # DVC may fail before it reaches a stage
    known = f", made before: {cached}" if cached else ""
    click.echo(f"run: stages run: {ended}, up to date: {skipped}{known}", err=True)
    return dvc.returncode


def _make_environment() -> dict[str, str]:
    """Return the environment in which a stage's `python` is this very interpreter."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path}


def _read_failure(workspace: Workspace) -> int:
    """Return the failed stage's exit code; DVC's own failures count as ours."""
    try:
        record = json.loads(workspace.failure.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        holder = _find_holder(workspace.root / ".dvc" / "tmp" / "rwlock")
        if holder:
            message = f"this project is in use by {holder}"
            raise BusyError(message, hint="wait until it has ended; a killed run holds nothing") from None
        click.echo("run: DVC could not finish; its message is above", err=True)
        return INTERNAL_EXIT
    click.echo(f"run: stopped at {record['stage']}; what was finished is kept, the next run goes on there", err=True)
    return int(record["exit_code"])


def _find_holder(path: Path) -> str:
    """Return which living process holds DVC's lock on files of this project, "" where none does."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        readers = [reader for readers in record.get("read", {}).values() for reader in readers]
        holders = [*record.get("write", {}).values(), *readers]
        living = sorted(int(holder["pid"]) for holder in holders if _is_alive(int(holder["pid"])))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        # No lock, or a form of it that this version of DVC does not write: then nobody can be named.
        return ""
    return f"process {living[0]}, which runs DVC by itself" if living else ""


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _show_report(workspace: Workspace) -> None:
    """Print one line a source: what was taken, skipped and failed."""
    report = read_json(workspace.library / "report.json", "report")
    click.echo("\nLibrary")
    for source in report["sources"]:
        counts = f"{source['documents']} documents, {source['skipped']} files skipped, {source['failed']} failed"
        state = "" if source["state"] == "fresh" else f"  ({source['state'].upper()}: {source['detail']})"
        click.echo(f"  {source['name']:<16} {counts}{state}")
    click.echo("  why, file by file: library/report.md")


def _show_topic(files: TopicFiles, slug: str) -> None:
    index = from_record(read_yaml(files.memory / "index.yaml", "index"), Index)
    origins = ", ".join(f"{count} {origin}" for origin, count in index.origins.items())
    click.echo(f"\n{index.title}")
    click.echo(f"  memory    topics/{slug}/memory  ({index.sources} sources: {origins})")
    for theme in index.coverage:
        click.echo(f"  {theme.state:<9} {theme.theme}  ({theme.sources})")
    plan = read_json(files.plan, "plan")
    for seed in plan["seeds"]:
        if seed["problem"]:
            click.echo(f"  no seed   {seed['reference']}: {seed['problem']}")
    if files.research_md.is_file():
        decisions = read_json(files.decisions, "decisions")
        used = f"{decisions['used']} of {decisions['sources']} sources used"
        click.echo(f"  research  topics/{slug}/research.md  ({used}, {decisions['borderline']} borderline)")


def _show_unknown(workspace: Workspace, slug: str) -> None:
    """Print what is pinned or vetoed and is nowhere: on every run, also where no stage had anything to do."""
    choices = load_choices(workspace.choices(slug))
    if not choices.pin and not choices.veto:
        return
    seeds = [document["id"] for document in read_json(workspace.topic(slug).plan, "plan")["documents"]]
    for kind, choice in find_unknown(choices, [*Library(workspace.library).documents, *seeds]):
        click.echo(f"  {kind.upper()} OF NOTHING: {choice.id} is no source of the library ({choice.reason})")


def _show_next(workspace: Workspace, chosen: tuple[str, ...]) -> None:
    if not chosen:
        click.echo("\nNo topic yet: write topics/<slug>/brief.md and name the slug under `topics` in params.yaml")
        return
    memory = f"topics/{chosen[0]}/memory"
    click.echo("\nNext")
    click.echo(f"  florilegium toc {memory}")
    click.echo(f'  florilegium search {memory} "your question"')
    click.echo(f"  florilegium show {memory} ID --layer highlights")
    if "VIRTUAL_ENV" not in os.environ and not _is_on_path():
        click.echo("  (first: . .venv/bin/activate)")


def _is_on_path() -> bool:
    """Tell whether the person's own shell finds the command, not only the one that make prepared."""
    own = os.environ.get("FLORILEGIUM_SHELL_PATH", os.environ.get("PATH", ""))
    return any((Path(folder) / "florilegium").is_file() for folder in own.split(os.pathsep) if folder)
