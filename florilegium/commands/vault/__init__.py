"""`florilegium vault`: the harness for one Obsidian vault."""

from typing import Any

import click

from ...cli import LazyGroup

COMMANDS = {
    "context": "Give the notes that belong to a question, each whole.",
    "discover": "Find hubs, unlinked mentions, orphans, clusters, lost and missing links.",
    "init": "Ask five questions about a vault, and write its map.",
    "install": "Copy the map into the vault, after showing each change.",
    "link": "Show, write and take back links to notes that are named.",
    "links": "List every link of a vault and where it leads.",
    "map": "Write the map of a vault as pages, outside it.",
    "tooling": "Check what the vectors of Smart Connections are worth.",
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
    """Look into an Obsidian vault, and write into it only where asked."""
