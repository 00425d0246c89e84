"""From an open vault to the edits of its notes: nothing is written here."""

import fnmatch
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..mentions.proposals import propose_links
from ..sources.decoding import decode_text
from ..vault.opening import OpenVault
from ..vault.resolve import fold_path
from ..vault.walk import walk_folder
from .editing import edit_note
from .note_files import CHANGED, find_obstacle, read_note
from .proposals import NoteEdit, Proposal, Refusal
from .targets import TargetChooser, read_link_format


def gather_proposals(vault: OpenVault, minimum: float) -> list[Proposal]:
    """Return the unlinked mentions of a vault that reach a confidence, as proposals."""
    found = propose_links(vault.model, vault.read_text, least=minimum).proposals
    return [
        Proposal(item.path, item.start, item.end, item.text, item.target, item.confidence, item.reason)
        for item in found
    ]


def make_chooser(root: Path) -> TargetChooser:
    """Return what writes targets for a vault as it now is; it knows the names of private files, and tells none."""
    return TargetChooser((file.path for file in walk_folder(root).files), read_link_format(root))


def plan_edits(
    vault: OpenVault, proposals: Iterable[Proposal], chooser: TargetChooser, pattern: str = ""
) -> Iterator[NoteEdit]:
    """Yield the edits of all notes whose path fits a pattern, by path; one that cannot be read has refusals alone."""
    by_note: dict[str, list[Proposal]] = {}
    for item in proposals:
        if item.note in vault.model.notes and item.target in vault.model.notes and fits_note(item.note, pattern):
            by_note.setdefault(item.note, []).append(item)
    for path in sorted(by_note):
        yield _plan_edit(vault, path, by_note[path], chooser)


def fits_note(path: str, pattern: str) -> bool:
    """Tell whether a note's path or name fits a pattern with `*` and `?`; all fit none."""
    key, wanted = fold_path(path), fold_path(pattern)
    return not wanted or any(
        fnmatch.fnmatchcase(name, form) for name in (key, key.rpartition("/")[2]) for form in (wanted, f"{wanted}.md")
    )


def _plan_edit(vault: OpenVault, path: str, proposals: list[Proposal], chooser: TargetChooser) -> NoteEdit:
    try:
        reason = find_obstacle(vault.root, path)
        before = b"" if reason else read_note(vault.root, path)
    except OSError as error:
        reason, before = f"The system refuses it: {error.strerror or error}.", b""
    # What the proposals were found in must be what lies there: then it is also as public as it was.
    if not reason and decode_text(before).text != vault.read_text(path):
        reason = CHANGED
    if reason:
        return NoteEdit(path, before, before, (), (), tuple(Refusal(item, reason) for item in proposals))
    return edit_note(path, before, proposals, chooser)
