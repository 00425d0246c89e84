"""`florilegium toc`: what a memory holds, at a glance."""

import json
from pathlib import Path

import click

from ..project.records import to_record
from ..reading.display import render_contents
from ..reading.keeping import find_keeper
from .asking import memory_argument

_BRIEF = ("id", "title", "origin", "location", "relevance_score", "seed", "themes", "highlights", "own_notes", "words")


@click.command("toc")
@memory_argument
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def toc(memory_path: Path, as_json: bool) -> None:
    """Show the table of contents of MEMORY, a memory's folder or its index.yaml."""
    index = find_keeper().open_memory(memory_path).index
    if as_json:
        record = to_record(index)
        record["entries"] = [{name: entry[name] for name in _BRIEF} for entry in record["entries"]]
        click.echo(json.dumps(record, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(render_contents(index)))
