"""`florilegium vault links`: every link of a vault, and where it leads."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from ...vault.model import VaultLink, VaultModel, VaultNote
from .opening import open_named, state_option, vault_argument

PROBLEMS = ("dangling", "ambiguous")


@click.command("links")
@vault_argument
@state_option
@click.option("--problems", is_flag=True, help="Only those that lead nowhere, to several notes, or to no such heading.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object a line, a link each.")
def links(vault_path: Path, state: Path | None, problems: bool, as_json: bool) -> None:
    """List the links of VAULT, an Obsidian vault's folder, and count them by where they lead."""
    model = open_named(vault_path, state).model
    found = [item for item in _iter_links(model) if not problems or _is_problem(item[1])]
    for note, link in found:
        click.echo(json.dumps(_to_record(note, link), ensure_ascii=False) if as_json else _render_link(note, link))
    if not as_json:
        counts = model.count_links()
        parts = [f"{number} {state}" for state, number in counts.items()]
        click.echo(f"{sum(counts.values())} links: {', '.join(parts) or 'none'}")


def _iter_links(model: VaultModel) -> Iterator[tuple[VaultNote, VaultLink]]:
    for note in model.notes.values():
        for link in note.links:
            yield note, link


def _is_problem(link: VaultLink) -> bool:
    return link.state in PROBLEMS or link.is_broken


def _render_link(note: VaultNote, link: VaultLink) -> str:
    place = f"{note.path}:{link.line}" if link.line else note.path
    written = f"{link.target}{link.subpath}" or "(private)"
    if link.state == "ambiguous":
        return f"{place}: {written} is ambiguous: {' or '.join(link.candidates)}"
    if link.state == "resolved":
        return f"{place}: {written} leads to {link.path}{', which has no such place' if link.is_broken else ''}"
    if link.is_broken:
        return f"{place}: {written} is no place in this note"
    return f"{place}: {written} is {_SAYINGS[link.state]}"


_SAYINGS = {
    "dangling": "dangling: there is no such file",
    "external": "external",
    "hidden": "hidden: it leads to something private",
    "self": "a link to this note",
}


def _to_record(note: VaultNote, link: VaultLink) -> dict[str, object]:
    return {
        "note": note.path,
        "line": link.line,
        "kind": link.kind,
        "target": link.target,
        "subpath": link.subpath,
        "state": link.state,
        "path": link.path,
        "candidates": list(link.candidates),
        "broken": link.is_broken,
    }
