"""`florilegium open`: a source of a memory in the user's editor."""

import os
import shlex
import subprocess
from pathlib import Path

import click

from ..errors import ParamsError
from ..reading.keeping import find_keeper
from ..reading.layers import name_file, open_layer, write_path
from .asking import complete_ids, find_entry, memory_argument

FILES = ("highlights", "full")


@click.command("open")
@memory_argument
@click.argument("entry_id", metavar="ID", shell_complete=complete_ids)
@click.option("--layer", type=click.Choice(FILES), default="full", show_default=True, help="Which file to open.")
@click.pass_context
def open(ctx: click.Context, /, memory_path: Path, entry_id: str, layer: str) -> None:
    """Open the source ID of MEMORY in the editor that $VISUAL or $EDITOR names.

    Only read there: a memory is made, and what is changed in it is lost when it is made again.
    """
    command = find_editor()
    memory = find_keeper().open_memory(memory_path)
    entry = find_entry(memory.index, entry_id)
    opened = open_layer(memory, entry, layer)
    if opened.note:
        click.echo(opened.note, err=True)
    path = write_path(memory.root / name_file(entry, opened.layer))
    try:
        ctx.exit(subprocess.run([*command, path], check=False).returncode)
    except OSError as error:
        raise ParamsError(f"{command[0]}: cannot be started: {error}", hint="set VISUAL or EDITOR") from error


def find_editor() -> list[str]:
    """Return the words of the editor's command; raises ParamsError where none is named."""
    for name in ("VISUAL", "EDITOR"):
        text = os.environ.get(name, "").strip()
        if not text:
            continue
        try:
            return shlex.split(text, posix=os.name == "posix")
        except ValueError as error:
            raise ParamsError(f"{name} is no command: {text!r}", hint="close its quotes") from error
    raise ParamsError("no editor is named", hint="set VISUAL or EDITOR, or use `florilegium show`")
