"""`florilegium toc`: what a memory holds, at a glance."""

from pathlib import Path

import click

from ..memory import load_index
from ..reading.display import render_contents


@click.command("toc")
@click.argument("memory_path", metavar="MEMORY", type=click.Path(path_type=Path))
def toc(memory_path: Path) -> None:
    """Show the table of contents of MEMORY, a memory's folder or its index.yaml."""
    click.echo("\n".join(render_contents(load_index(memory_path))))
