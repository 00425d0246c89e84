"""`florilegium pin`: a source that is in a memory whatever its score."""

from pathlib import Path

import click

from .choosing import change_choice, show_lines


@click.command("pin")
@click.argument("topic")
@click.argument("source", metavar="ID")
@click.option("--reason", help="Why, in your words; it is shown with the memory.")
@click.option("--undo", is_flag=True, help="Take the pin back.")
@click.option("--params", "params_path", type=click.Path(path_type=Path), default=Path("params.yaml"))
def pin(topic: str, source: str, reason: str | None, undo: bool, params_path: Path) -> None:
    """Keep the source ID in the memory of TOPIC whatever its score.

    It is written into topics/TOPIC/choices.yaml, and holds from the next run on.
    TOPIC is a slug or the path of its memory; the beginning of an ID is enough where no other begins with it.
    """
    show_lines(change_choice("pin", topic, source, reason=reason, undo=undo, params=params_path))
