"""`florilegium cite`: sources of a memory as a bibliography has them."""

from pathlib import Path

import click

from ..reading.citations import make_reference
from ..reading.keeping import find_keeper
from ..reading.styles import STYLE_NAMES, cite_all
from .asking import complete_ids, find_entry, memory_argument


@click.command("cite")
@memory_argument
@click.argument("entry_ids", metavar="[ID]...", nargs=-1, shell_complete=complete_ids)
@click.option("--style", type=click.Choice(STYLE_NAMES), default="apa", show_default=True, help="How to cite.")
def cite(memory_path: Path, entry_ids: tuple[str, ...], style: str) -> None:
    """Cite the sources with each ID of MEMORY, a memory's folder or its index.yaml; without an ID all of them.

    APA (7) and Chicago (17, notes and bibliography) come as plain text, without italics.
    What the catalogue does not know is left out; the reader's own notes have the day on which they were written.
    """
    index = find_keeper().open_memory(memory_path).index
    entries = dict.fromkeys(find_entry(index, entry_id) for entry_id in entry_ids) if entry_ids else index.entries
    click.echo(cite_all([make_reference(entry) for entry in entries], style), nl=False)
