"""`florilegium vault context`: the notes of a vault that belong to a question."""

import json
import os
from pathlib import Path

import click

from ...reading.results import count_tokens
from ...vault.opening import OpenVault
from ...vectors.store import Store
from ...walking.budget import MAX_NOTES, MAX_TOKENS
from ...walking.context import Ground, WalkOptions, find_context
from ...walking.hybrid import NEAREST, THRESHOLD
from ...walking.owner_hints import OwnerHints
from ...walking.rendering import count_note, list_paths, render_head, render_markdown, to_record
from .opening import HARNESS_NAME, open_named, state_option, vault_argument

FORMS = ("markdown", "json", "paths")
RESERVED = 60  # tokens for what stands between head and notes


@click.command("context")
@vault_argument
@click.argument("question")
@state_option
@click.option(
    "--mode",
    type=click.Choice(["depth", "synthesis", "hybrid"]),
    default="depth",
    show_default=True,
    help="Walk from the best note, from several across sections, or by the vectors of Smart Connections too.",
)
@click.option("--hops", type=click.IntRange(0, 2), default=2, show_default=True, help="How far links are followed.")
@click.option("--back-links", is_flag=True, help="Follow links back as well.")
@click.option("--unfiltered", is_flag=True, help="Follow links whether or not they lead to something about QUESTION.")
@click.option(
    "--threshold",
    type=click.FloatRange(-1.0, 1.0),
    default=THRESHOLD,
    show_default=True,
    help="Likeness to the entry note that a link needs in mode hybrid.",
)
@click.option(
    "--nearest",
    type=click.IntRange(0),
    default=NEAREST,
    show_default=True,
    help="Unreached notes that are added in mode hybrid.",
)
@click.option("--max-notes", type=click.IntRange(1), default=MAX_NOTES, show_default=True, help="Notes at most.")
@click.option("--max-tokens", type=click.IntRange(200), default=MAX_TOKENS, show_default=True, help="Tokens at most.")
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="markdown", show_default=True, help="How it is written."
)
def context(vault_path: Path, question: str, state: Path | None, unfiltered: bool, form: str, **chosen: object) -> None:
    """Give the notes of VAULT that belong to QUESTION, each whole; nothing is written into the vault."""
    options = WalkOptions(filtered=not unfiltered, **chosen)  # type: ignore[arg-type]  # click has checked them
    vault = open_named(vault_path, state)
    click.echo(answer(vault, question, options, form), nl=False)


def answer(vault: OpenVault, question: str, options: WalkOptions, form: str) -> str:
    """Return the context of a question in the form that is wanted."""
    ground = Ground(
        vault.model, vault.index.open(), vault.read_text, _read_store(vault, options), _read_hints(vault.state)
    )
    reserved = count_tokens(render_head(question)) + RESERVED
    found = find_context(
        question, ground, options, lambda note: count_note(note, vault.model, vault.read_text), reserved=reserved
    )
    if form == "paths":
        return list_paths(found)
    if form == "json":
        return json.dumps(to_record(found, vault.model, vault.read_text), ensure_ascii=False, indent=1) + "\n"
    return render_markdown(found, vault.model, vault.read_text)


def _read_store(vault: OpenVault, options: WalkOptions) -> Store | None:
    if options.mode != "hybrid":
        return None
    from ...vectors.keeping import read_kept_store  # only where it is asked for

    return read_kept_store(
        vault.root, vault.state, notes=vault.model.notes, started_ns=vault.started_ns, with_blocks=False
    )


def _read_hints(state: Path) -> OwnerHints:
    """Return what the vault's owner said of sections and entry notes, nothing where nobody was asked."""
    if not os.path.lexists(state / HARNESS_NAME):
        return OwnerHints()
    from ...mapping.harness import read_harness  # as in `opening`: not loaded where there is nothing to read

    harness = read_harness(state)
    shown = harness.hide_private() if harness else None
    if shown is None:
        return OwnerHints()
    return OwnerHints({item.folder: item.purpose for item in shown.sections}, shown.entries)
