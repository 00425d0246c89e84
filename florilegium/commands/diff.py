"""`florilegium diff`: what changed between two memories of one topic."""

import json
from pathlib import Path

import click

from ..memory.comparison import compare_memories
from ..memory.folder import load_index
from ..project.records import to_record
from ..reading.changes import render_markdown, render_text

SAME, DIFFERENT = 0, 1
FORMATS = ("text", "json", "markdown")


@click.command("diff")
@click.argument("before", type=click.Path(path_type=Path))
@click.argument("after", type=click.Path(path_type=Path))
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="How to show it.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.pass_context
def diff(ctx: click.Context, before: Path, after: Path, form: str, as_json: bool) -> None:
    """Tell what changed from the memory BEFORE to the memory AFTER, each a folder or its index.yaml.

    New and gone sources, scores that moved by 0.05 or more, texts and highlights that are others, coverage of the
    themes, pins and vetoes.

    Ends with 0 where nothing changed, 1 where something did, 2 on misuse, 3 on a broken memory.
    """
    old, new = load_index(before), load_index(after)
    changes = compare_memories(old, new)
    if old.topic != new.topic:
        click.echo(f"diff: these are memories of two topics, {old.topic} and {new.topic}", err=True)
    if as_json or form == "json":
        record = {"same": changes.is_same, **to_record(changes)}
        click.echo(json.dumps(record, ensure_ascii=False, indent=1))
    elif form == "markdown":
        click.echo(render_markdown(changes), nl=False)
    else:
        click.echo("\n".join(render_text(changes)))
    ctx.exit(SAME if changes.is_same else DIFFERENT)
