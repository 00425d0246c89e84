"""Links written into a vault, note by note: each whole or not at all, each checked after, each to be taken back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ..sources.decoding import decode_text
from .editing import holds_links
from .journal import Entry, Journal, Step, choose_undoable, find_next_run, find_unfinished
from .note_files import CHANGED, find_obstacle, hash_bytes, read_note, remove_partial, swap_note
from .proposals import NoteEdit, remove_all
from .targets import TargetChooser

EDITED = "It was edited since the links were written."


@dataclass(frozen=True)
class Skipped:
    """A note that was left as it is, and why."""

    path: str
    reason: str  # a sentence


@dataclass
class Outcome:
    """What became of the notes of a run, in order."""

    done: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def apply_edits(root: Path, edits: Iterable[NoteEdit], journal: Journal, chooser: TargetChooser) -> Outcome:
    """Write notes into a vault; one that cannot be written is skipped, a journal that cannot be raises OSError."""
    entries = journal.read_entries()
    for entry in find_unfinished(entries):
        journal.go_on(entry.line, _find_step(root, entry))
    run, outcome = find_next_run(entries), Outcome()
    for edit in edits:
        if edit.insertions:
            reason = _apply_edit(root, edit, journal, run, chooser)
            _file(outcome, edit.path, reason)
    return outcome


def undo_last(root: Path, journal: Journal, is_wanted: Callable[[str], bool] = lambda path: True) -> Outcome:
    """Take back the latest run that is not taken back yet, of it the notes that are wanted; skips edited notes."""
    outcome = Outcome()
    for entry in choose_undoable(journal.read_entries()):
        if is_wanted(entry.line.note):
            reason = _undo_entry(root, entry)
            journal.go_on(entry.line, "kept" if reason else "undone")
            _file(outcome, entry.line.note, reason)
    return outcome


def _find_step(root: Path, entry: Entry) -> Step:
    """Return what became of a note at which a killed run stopped, by what is there; remove what it left beside it."""
    remove_partial(root, entry.line.note)
    try:
        found = hash_bytes(read_note(root, entry.line.note))
    except OSError:
        return "kept"
    if found == entry.line.after:
        return "written"
    return "skipped" if found == entry.line.before else "kept"


def _apply_edit(root: Path, edit: NoteEdit, journal: Journal, run: int, chooser: TargetChooser) -> str:
    """Write one note; return "", or why it was left as it is."""
    try:
        obstacle = find_obstacle(root, edit.path)
        if obstacle or read_note(root, edit.path) != edit.before:
            return obstacle or CHANGED
    except OSError as error:
        return _tell(error)
    line = journal.begin(run, edit)
    try:
        reason = swap_note(root, edit.path, edit.before, edit.after)
    except OSError as error:
        reason = _tell(error)
    if not reason and not _is_right(root, edit, chooser):
        reason = _take_back(root, edit)
    # By what is there: a note that holds the links can be taken back, whatever went wrong.
    journal.go_on(line, "written" if _has_bytes(root, edit.path, edit.after) else "skipped")
    return reason


def _is_right(root: Path, edit: NoteEdit, chooser: TargetChooser) -> bool:
    """Tell whether the note as it now is on the disk holds every link, and each leads to a file that is there."""
    links = [(chooser.choose(item.target, edit.path) or "", item.target) for item in edit.accepted]
    try:
        content = read_note(root, edit.path)
        return (
            content == edit.after
            and all((root / target).is_file() for _, target in links)
            and holds_links(edit.path, decode_text(content).text, links, chooser)
        )
    except OSError:
        return False


def _has_bytes(root: Path, path: str, content: bytes) -> bool:
    try:
        return read_note(root, path) == content
    except OSError:
        return False


def _take_back(root: Path, edit: NoteEdit) -> str:
    """Restore a note whose links turned out wrong; return what happened."""
    try:
        reason = swap_note(root, edit.path, edit.after, edit.before)
    except OSError as error:
        reason = _tell(error)
    if reason:
        return f"A link did not lead to its note, and it could not be taken back: {reason}"
    return "A link did not lead to its note; it was taken back."


def _undo_entry(root: Path, entry: Entry) -> str:
    """Give one note its old bytes back; return why it was left as it is, "" where it has them."""
    path = entry.line.note
    try:
        obstacle = find_obstacle(root, path)
        if obstacle:
            return obstacle
        remove_partial(root, path)
        content = read_note(root, path)
        if hash_bytes(content) == entry.line.before:
            return ""  # the run was killed before it wrote this note, or an undo after it did
        before = remove_all(content, entry.line.list_insertions())
        if hash_bytes(content) != entry.line.after or before is None or hash_bytes(before) != entry.line.before:
            return EDITED
        return swap_note(root, path, content, before)
    except OSError as error:
        return _tell(error)


def _file(outcome: Outcome, path: str, reason: str) -> None:
    if reason:
        outcome.skipped.append(Skipped(path, reason))
    else:
        outcome.done.append(path)


def _tell(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "It is not there any more."
    return f"The system refuses it: {error.strerror or error}."
