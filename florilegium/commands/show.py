"""`florilegium show`: sources of a memory, one layer at a time."""

from pathlib import Path

import click

from ..reading.keeping import find_keeper
from ..reading.layers import LAYERS
from ..reading.matches import Match, Source
from ..reading.results import Answer, Result, fit_budget, open_match
from ..reading.showing import FORMS, choose_form
from .asking import complete_ids, find_entry, memory_argument


@click.command("show")
@memory_argument
@click.argument("entry_ids", metavar="ID...", nargs=-1, required=True, shell_complete=complete_ids)
@click.option("--layer", type=click.Choice(LAYERS), default="summary", show_default=True, help="What to show of it.")
@click.option("--budget", type=click.IntRange(min=1), help="Most tokens in all, by estimate.")
@click.option("--format", "form", type=click.Choice(FORMS), help="Form of the answer [default: text].")
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
def show(memory_path: Path, entry_ids: tuple[str, ...], layer: str, budget: int | None, form: str | None) -> None:
    """Show the sources with each ID of MEMORY, a memory's folder or its index.yaml.

    The beginning of an id is enough where no other begins with it.
    """
    memory = find_keeper().open_memory(memory_path)
    entries = dict.fromkeys(find_entry(memory.index, entry_id) for entry_id in entry_ids)
    matches = [Match(Source(memory, entry), 0.0) for entry in entries]
    answer = Answer((memory,), None, layer, len(matches), ())
    render = choose_form(form or "text")

    def open_result(match: Match) -> Result:
        return open_match(match, layer)

    if budget is None:
        answer = Answer((memory,), None, layer, len(matches), tuple(map(open_result, matches)))
    else:
        answer = fit_budget(answer, matches, open_result, render=render, budget=budget)
    click.echo(render(answer), nl=False)
    if len(answer.results) < len(matches):
        left = [match.entry.id for match in matches[len(answer.results) :]]
        click.echo(f"left out, --budget is spent: {', '.join(left)}", err=True)
