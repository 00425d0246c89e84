"""What the reading commands share: the argument MEMORY, ids of its sources, and what a shell may complete."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..entries import Entry, Index
from ..errors import FlorilegiumError, ParamsError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LISTED = 10

memory_argument = click.argument("memory_path", metavar="MEMORY", type=click.Path(path_type=Path))


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


def complete_ids(ctx: click.Context, _: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return the ids of the memory named before that begin so, each with its title."""
    from click.shell_completion import CompletionItem

    entries = [entry for entry in _list_entries(ctx) if entry.id.startswith(incomplete.casefold())]
    return [CompletionItem(entry.id, help=entry.title) for entry in entries]


def complete_values(
    take: Callable[[Entry], Iterable[str]],
) -> Callable[[click.Context, click.Parameter, str], list[str]]:
    """Return what completes an option with the values that the memory named before has."""

    def complete(ctx: click.Context, _: click.Parameter, incomplete: str) -> list[str]:
        values = {value for entry in _list_entries(ctx) for value in take(entry) if value}
        return sorted(value for value in values if value.casefold().startswith(incomplete.casefold()))

    return complete


def _list_entries(ctx: click.Context) -> Sequence[Entry]:
    """Return the sources of the memories named so far; a shell that completes has no place for messages."""
    from ..reading.keeping import find_keeper

    # Where an option still waits for its value, click has not yet given the arguments their names.
    named = ctx.params.get("memory_path") or ctx.params.get("arguments") or ctx.args
    names = [named] if isinstance(named, (str, Path)) else named
    keeper = find_keeper()
    entries: list[Entry] = []
    for path in map(Path, names):
        try:
            entries += keeper.open_memory(path).index.entries
        except FlorilegiumError:
            continue
    return entries
