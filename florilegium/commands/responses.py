"""`florilegium responses`: what models have answered, and what it cost."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

import click

from ..asking.exchange import COUNTS, decode_entries, encode_entries
from ..asking.ledger import Ledger
from ..asking.prices import Prices, load_prices
from ..asking.store import Measure, ResponseStore
from ..errors import ArtifactError, ParamsError
from ..project.artifacts import read_lines, write_lines
from ..project.params import load_params
from ..project.workspace import Workspace

params_option = click.option("--params", "params_path", type=click.Path(path_type=Path), default=Path("params.yaml"))
HEADS = ("role", "model", "batch", "answers", "failed", "sent", "answered", "read", "written", "usd", "KB")
FILE = click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))


@click.group("responses")
def responses() -> None:
    """Count, exchange and prune models' stored answers."""


@responses.command("stats")
@params_option
def stats(params_path: Path) -> None:
    """Show the stored answers by role and model, and what the ledger says was spent."""
    prices = load_prices(load_params(params_path).claude.prices)
    with _open_store(params_path) as store:
        measures, unused = store.list_measures(), store.count_unused()
    groups = groupby(measures, key=lambda item: (item.role, item.model, item.batch))
    rows = [HEADS, *(_format_group(list(group), prices) for _, group in groups)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(HEADS))]
    for row in rows:
        cells = zip(row, widths, strict=True)
        aligned = [cell.ljust(w) if place < 3 else cell.rjust(w) for place, (cell, w) in enumerate(cells)]
        click.echo("  ".join(aligned).rstrip())
    click.echo(f"\n{unused} of {len(measures)} entries were not used by the last run of any stage")
    _show_ledger(Workspace(params_path.parent).responses)


def _show_ledger(folder: Path) -> None:
    totals = Ledger(folder / "ledger.jsonl").read_totals()
    click.echo(f"paid: ${totals.spent.usd:.4f} for {totals.calls} calls, {totals.spent.tokens} tokens")
    if totals.open:
        held = totals.reserved
        click.echo(f"held: up to ${held.usd:.4f} for {len(totals.open)} calls in flight, cut off or killed")


@responses.command("export")
@FILE
@params_option
@click.option("--used", is_flag=True, help="Only what the last run of some stage used.")
def export(path: Path, params_path: Path, used: bool) -> None:
    """Write the stored answers to a file of JSON Lines, sorted by key."""
    with _open_store(params_path) as store:
        records = list(encode_entries(store.iter_entries(used=used)))
    write_lines(path, records, "answer")
    click.echo(f"{len(records)} entries written to {path}")


@responses.command("import")
@FILE
@params_option
def import_(path: Path, params_path: Path) -> None:
    """Store the answers of such a file; those that are here already stay as they are."""
    try:
        records = read_lines(path, "answer")
    except ArtifactError as error:
        # No stage writes this file, and it may be the only one of its kind: nothing to remove.
        raise ArtifactError(str(error), hint="export it again where the answers are") from error
    store = ResponseStore(Workspace(params_path.parent).responses)
    try:
        new = store.put_all(decode_entries(records))
    finally:
        store.close()
    click.echo(f"{len(records)} entries read, {new} of them new")


@responses.command("prune")
@params_option
@click.option("--unused", is_flag=True, help="What the last run of no stage used.")
@click.option("--failed", is_flag=True, help="Word of requests that got no answer.")
@click.option("--model", "models", multiple=True, help="All answers of a model; may be given more than once.")
@click.option("--dry-run", is_flag=True, help="Only say how many.")
def prune(params_path: Path, unused: bool, failed: bool, models: tuple[str, ...], dry_run: bool) -> None:
    """Remove stored answers; what is wanted again must be asked and paid again."""
    if not (unused or failed or models):
        raise ParamsError("prune: nothing is said of what to remove", hint="give --unused, --failed or --model")
    with _open_store(params_path) as store:
        number = store.prune(unused=unused, failed=failed, models=models, dry_run=dry_run)
    click.echo(f"{number} entries {'would be ' if dry_run else ''}removed")


@contextmanager
def _open_store(params_path: Path) -> Iterator[ResponseStore]:
    """Open the store of a project; raises ParamsError where there is none, instead of making one."""
    folder = Workspace(params_path.parent).responses
    if not (folder / "answers.sqlite").is_file():
        hint = "run in the project's folder, after a run with engine: claude"
        raise ParamsError(f"{folder}: no answers are stored here", hint=hint)
    store = ResponseStore(folder)
    try:
        yield store
    finally:
        store.close()


def _format_group(group: Sequence[Measure], prices: Prices) -> tuple[str, ...]:
    """Return the row of one role and model; dollars are by today's list, whoever paid them."""
    first = group[0]
    usages = [item.usage for item in group]
    counts = [sum(getattr(usage, name) for usage in usages) for name in COUNTS]
    answers = sum(not item.failed for item in group)
    dollars = "?"
    if first.model in prices.models:
        dollars = f"{math.fsum(prices.price(first.model, usage, batch=first.batch) for usage in usages):.4f}"
    size = f"{sum(item.size for item in group) / 1000:.0f}"
    numbers = [answers, len(group) - answers, *counts]
    return (first.role, first.model, "yes" if first.batch else "no", *map(str, numbers), dollars, size)
