"""`florilegium plan`: what a run would ask models, what that would cost, and what would leave this machine."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from ..asking.ledger import Ledger
from ..asking.opening import apply_environment
from ..asking.prices import load_prices
from ..forecasting.planned_calls import Forecast, PlannedCall, add_forecasts, list_egress, price_calls
from ..forecasting.rehearsal import rehearse
from ..project.locks import hold_lock
from ..project.params import Params, choose_topics, list_engines, load_params
from ..project.workspace import Workspace

HEADS = ("stage", "calls", "stored", "tokens in", "tokens out", "usd", "at most")


@click.command("plan")
@click.argument("topics", nargs=-1)
@click.option("--params", "params_path", type=click.Path(path_type=Path), default=Path("params.yaml"))
@click.option("--show-egress", is_flag=True, help="List the documents that would leave this machine.")
@click.option("--count", is_flag=True, help="Let the server count the tokens: exact, but it is shown the texts for it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def plan(topics: tuple[str, ...], params_path: Path, show_egress: bool, count: bool, as_json: bool) -> None:
    """Say what a run over all topics, or those named, would ask models; nothing is asked and nothing paid."""
    workspace = Workspace(params_path.parent)
    params = load_params(params_path)
    chosen = choose_topics(topics, params)
    calls: Sequence[PlannedCall] = []
    if list_engines(params):
        with hold_lock(workspace.cache / "locks" / "run.lock", what="this project"):
            calls = rehearse(workspace, chosen, params.articles, count=count)
    forecasts = price_calls(calls, load_prices(params.claude.prices))
    if as_json:
        click.echo(_format_json(forecasts, calls, show_egress=show_egress))
        return
    if not list_engines(params):
        click.echo("no stage has engine: claude, so nothing would be asked, paid or shown to a model")
        return
    _show_table(forecasts)
    _show_budget(params, workspace, add_forecasts(forecasts.values()))
    if show_egress:
        _show_egress(calls)
        if any(call.role == "researcher" and not call.stored for call in calls):
            click.echo("a guess: a model searches by words of its own, and may be shown any document of the library")


def _show_table(forecasts: Mapping[str, Forecast]) -> None:
    rows = [HEADS, *(_format_row(name, row) for name, row in forecasts.items())]
    rows.append(_format_row("all", add_forecasts(forecasts.values())))
    widths = [max(len(row[place]) for row in rows) for place in range(len(HEADS))]
    for row in rows:
        cells = (row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True)))
        click.echo("  ".join(cells).rstrip())
    click.echo("\nusd: typical answers, without what a model thinks before them; at most: every answer to its limit")


def _format_row(name: str, row: Forecast) -> tuple[str, ...]:
    numbers = (str(row.calls), str(row.stored), str(row.tokens_in), str(row.tokens_out))
    return (name, *numbers, f"{row.usd:.4f}", f"{row.most_usd:.4f}")


def _show_budget(params: Params, workspace: Workspace, total: Forecast) -> None:
    _, limits = apply_environment(params.claude)
    if limits.usd is None and limits.tokens is None:
        click.echo("there is no limit: claude.budget_usd and claude.budget_tokens are null")
        return
    totals = Ledger(workspace.responses / "ledger.jsonl").read_totals()
    used = totals.spent + totals.reserved
    if limits.usd is not None:
        left = limits.usd - used.usd
        state = "enough" if total.usd <= left else "too little: raise claude.budget_usd or use --budget-usd"
        click.echo(f"left of the budget of ${limits.usd:.2f}: ${max(left, 0):.4f}, {state}")
    if limits.tokens is not None:
        rest = limits.tokens - used.tokens
        state = "enough" if total.tokens_in + total.tokens_out <= rest else "too little: raise claude.budget_tokens"
        click.echo(f"left of the budget of {limits.tokens} tokens: {max(rest, 0)}, {state}")


def _show_egress(calls: Sequence[PlannedCall]) -> None:
    shown = list_egress(calls)
    click.echo(f"\n{len(shown)} documents and files would be shown to a model, after redaction:")
    for item in shown:
        click.echo(f"  {item.part:<8}  {item.name}")


def _format_json(forecasts: Mapping[str, Forecast], calls: Sequence[PlannedCall], *, show_egress: bool) -> str:
    record = {
        "stages": {name: asdict(row) for name, row in forecasts.items()},
        "all": asdict(add_forecasts(forecasts.values())),
    }
    if show_egress:
        record["egress"] = {item.name: item.part for item in list_egress(calls)}
    return json.dumps(record, ensure_ascii=False, indent=1)
