"""`florilegium vault`: the harness for one Obsidian vault."""

from typing import Any

import click

from ...cli import LazyGroup

COMMANDS = {
    "context": "Answer a question with whole notes, by walking links.",
    "discover": "Find hubs, missing links, orphans and clusters.",
    "init": "Ask what a map cannot know, and keep the answers.",
    "install": "Copy the map into the vault, after showing what changes.",
    "link": "Write proposed links into notes, after showing each change.",
    "links": "List every link of a vault and where it leads.",
    "map": "Write a map of a vault for agents and people.",
    "tooling": "Look after Smart Connections: its store, settings and plugin.",
}


class VaultGroup(LazyGroup):
    """The commands of the harness; errors are told by the group above."""

    offered = COMMANDS
    room = "commands.vault"

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a failure rises to the outer group, which tells it once."""
        return click.Group.invoke(self, ctx)


@click.group("vault", cls=VaultGroup)
def vault() -> None:
    """Map an Obsidian vault, find its missing links, and walk it; only `link --apply` and `install` write into it."""
