"""`florilegium stats`: a memory in figures."""

import json
from pathlib import Path

import click

from ..reading.keeping import find_keeper
from ..reading.statistics import measure_index, render_statistics
from .asking import memory_argument


@click.command("stats")
@memory_argument
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def stats(memory_path: Path, as_json: bool) -> None:
    """Show MEMORY, a memory's folder or its index.yaml, in figures."""
    figures = measure_index(find_keeper().open_memory(memory_path).index)
    if as_json:
        click.echo(json.dumps(figures, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(render_statistics(figures)))
