"""`florilegium vault link`: links to notes that are named, shown as a diff, written and taken back on demand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from ...errors import ParamsError, SourceUnavailableError
from ...linking.applying import Outcome, apply_edits, undo_last
from ...linking.diffs import render_edit
from ...linking.git_state import find_uncommitted
from ...linking.journal import JOURNAL_NAME, Journal, find_unfinished
from ...linking.planning import fits_note, gather_proposals, make_chooser, plan_edits
from ...linking.proposals import NoteEdit
from ...mentions.confidence import DEFAULT_CONFIDENCE
from ...project.locks import hold_lock
from ...vault.opening import OpenVault
from .opening import choose_state, open_named, state_option, vault_argument

LOCK_NAME = "link.lock"
_UNNAMED = "(a note that is not shown)"  # private or gone since


@dataclass(frozen=True)
class Choice:
    """Which links are meant, and whether they may be mixed with other changes."""

    pattern: str
    minimum: float
    dirty: bool


@click.command("link")
@vault_argument
@state_option
@click.option("--apply", "apply_", is_flag=True, help="Write the links; without it they are only shown.")
@click.option("--undo", is_flag=True, help="Take the links of the last run back; notes that were edited since stay.")
@click.option("--note", "pattern", metavar="PATTERN", default="", help="Only notes whose path or name fits.")
@click.option(
    "--minimum",
    type=click.FloatRange(0, 1),
    default=DEFAULT_CONFIDENCE,
    show_default=True,
    help="Confidence that a link needs.",
)
@click.option("--dirty", is_flag=True, help="Write although git knows of changes that are not committed.")
def link(vault_path: Path, state: Path | None, apply_: bool, undo: bool, **chosen: object) -> None:
    """Show links to notes that the prose of VAULT names, as a diff; write them with --apply.

    Only brackets and targets are put in: every other byte of a note stays.
    Ends with 1 where a note had to be left as it is.
    """
    choice = Choice(**chosen)  # type: ignore[arg-type]  # click has checked them
    if apply_ and undo:
        raise ParamsError("--apply and --undo exclude each other", hint="call it once for each")
    if not apply_ and not undo:
        _show(open_named(vault_path, state), choice)
        return
    if not vault_path.is_dir():
        raise SourceUnavailableError(f"{vault_path}: no such folder", hint="give the folder of a vault that is there")
    folder = choose_state(vault_path, state)
    with hold_lock(folder / LOCK_NAME, what="the vault"):
        outcome = _undo(vault_path, state, choice) if undo else _apply(vault_path, state, choice)
    click.get_current_context().exit(1 if outcome.skipped else 0)


def _show(vault: OpenVault, choice: Choice) -> None:
    _tell_unfinished(vault)
    links = notes = 0
    for edit in plan_edits(vault, gather_proposals(vault, choice.minimum), make_chooser(vault.root), choice.pattern):
        click.echo(render_edit(edit), nl=False)
        links, notes = links + len(edit.accepted), notes + bool(edit.accepted)
    told = f"{_count(links, 'link')} in {_count(notes, 'note')}"
    click.echo(f"{told} would be written; --apply writes them" if links else "no link to write")


def _apply(vault_path: Path, state: Path | None, choice: Choice) -> Outcome:
    uncommitted = "" if choice.dirty else find_uncommitted(vault_path)
    if uncommitted:
        raise ParamsError(uncommitted, hint="commit them first, or write all the same with --dirty")
    vault = open_named(vault_path, state)
    _tell_unfinished(vault)
    chooser = make_chooser(vault.root)
    counts: dict[str, int] = {}
    edits = _watch(plan_edits(vault, gather_proposals(vault, choice.minimum), chooser, choice.pattern), counts)
    outcome = apply_edits(vault.root, edits, _open_journal(vault), chooser)
    for path in outcome.done:
        click.echo(f"written: {path}, {_count(counts[path], 'link')}")
    _tell_skipped(outcome, vault)
    links = sum(counts[path] for path in outcome.done)
    told = f"{_count(links, 'link')} in {_count(len(outcome.done), 'note')} written"
    click.echo(f"{told}; --undo takes them back" if outcome.done else "nothing was written")
    return outcome


def _undo(vault_path: Path, state: Path | None, choice: Choice) -> Outcome:
    vault = open_named(vault_path, state)  # for what may be named
    outcome = undo_last(vault.root, _open_journal(vault), lambda path: fits_note(path, choice.pattern))
    for path in outcome.done:
        click.echo(f"taken back: {_name(path, vault)}")
    _tell_skipped(outcome, vault)
    told = f"{_count(len(outcome.done), 'note')} as before the links"
    click.echo(told if outcome.done or outcome.skipped else "there is nothing to take back")
    return outcome


def _watch(edits: Iterable[NoteEdit], counts: dict[str, int]) -> Iterator[NoteEdit]:
    """Pass edits on, count their links and show what is refused."""
    for edit in edits:
        counts[edit.path] = len(edit.accepted)
        if edit.refused:
            told = render_edit(NoteEdit(edit.path, b"", b"", (), (), edit.refused))
            click.echo(told, nl=False)
        yield edit


def _tell_unfinished(vault: OpenVault) -> None:
    for entry in find_unfinished(_open_journal(vault).read_entries()):
        name = _name(entry.line.note, vault)
        click.echo(f"the last run was stopped at {name}, which is whole; --undo takes the run back", err=True)


def _tell_skipped(outcome: Outcome, vault: OpenVault) -> None:
    for item in outcome.skipped:
        click.echo(f"left as it is: {_name(item.path, vault)}: {item.reason}")


def _name(path: str, vault: OpenVault) -> str:
    return path if path in vault.model.notes else _UNNAMED


def _open_journal(vault: OpenVault) -> Journal:
    return Journal(vault.state / JOURNAL_NAME)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
