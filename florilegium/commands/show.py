"""`florilegium show`: one source of a memory, one layer at a time."""

import json
import unicodedata
from pathlib import Path

import click

from ..entries import Entry, Index
from ..errors import ParamsError
from ..memory import load_memory
from ..reading.display import render_entry
from ..reading.layers import LAYERS, open_layer
from ..records import to_record

LISTED = 10


@click.command("show")
@click.argument("memory_path", metavar="MEMORY", type=click.Path(path_type=Path))
@click.argument("entry_id", metavar="ID")
@click.option("--layer", type=click.Choice(LAYERS), default="summary", show_default=True, help="What to show of it.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def show(memory_path: Path, entry_id: str, layer: str, as_json: bool) -> None:
    """Show the source ID of MEMORY, a memory's folder or its index.yaml.

    The beginning of an id is enough where no other begins with it.
    """
    memory = load_memory(memory_path)
    entry = find_entry(memory.index, entry_id)
    opened = open_layer(memory, entry, layer)
    if as_json:
        record = {"asked": layer, **to_record(opened), "entry": to_record(entry)}
        click.echo(json.dumps(record, ensure_ascii=False, indent=1))
    else:
        click.echo("\n".join(render_entry(entry, opened)))


def find_entry(index: Index, wanted: str) -> Entry:
    """Return the entry with this id or this beginning of one; raises ParamsError where none or several fit."""
    wanted = unicodedata.normalize("NFKC", wanted).casefold()
    found = [entry for entry in index.entries if entry.id.startswith(wanted)] if wanted else []
    exact = [entry for entry in found if entry.id == wanted]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        listed = [entry.id for entry in found[:LISTED]] + (["…"] if len(found) > LISTED else [])
        raise ParamsError("\n  ".join([f"{len(found)} ids begin with {wanted!r}:", *listed]), hint="write more of it")
    raise ParamsError(f"no source has the id {wanted!r}", hint="`florilegium toc` lists the ids of a memory")
