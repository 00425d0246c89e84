"""The journal of inserted links: written before each note, so that whatever happens can be taken back."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import msgspec

from ..errors import ArtifactError
from .note_files import hash_bytes, sync_folder
from .proposals import Insertion, NoteEdit

JOURNAL_NAME = "links-journal.jsonl"
Step = Literal["writing", "written", "skipped", "undone", "kept"]


@dataclass(frozen=True)
class JournalLine:
    """One step with one note."""

    run: int  # counted from 1
    note: str  # path
    step: Step  # undone: taken back; kept: not taken back, since it was edited
    before: str  # SHA-256 of the note before the run
    after: str  # and with the links
    insertions: tuple[tuple[int, str], ...]  # offset in the old bytes, inserted bytes as hexadecimal digits

    def list_insertions(self) -> tuple[Insertion, ...]:
        """Return the insertions as bytes."""
        return tuple(Insertion(offset, bytes.fromhex(content)) for offset, content in self.insertions)


@dataclass(frozen=True)
class Entry:
    """One note of one run, and how far it came."""

    line: JournalLine  # the one that was written before the note
    step: Step  # the last one


class Journal:
    """The journal of one vault, in the folder of its state; one run at a time may append."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._is_whole = False  # whether its last line is known to be written to its end

    def read_entries(self) -> list[Entry]:
        """Return all entries in the order in which they began; raises ArtifactError for a damaged line."""
        entries: dict[tuple[int, str], Entry] = {}
        for number, content in enumerate(self._read_lines(), start=1):
            try:
                line = msgspec.json.decode(content, type=JournalLine)
                line.list_insertions()
            except (msgspec.MsgspecError, ValueError) as error:
                hint = "nothing was written; move the journal away to go on without it, which gives up undoing"
                raise ArtifactError(f"{self.path}: line {number} is damaged: {error}", hint=hint) from error
            first = entries.get((line.run, line.note))
            entries[line.run, line.note] = Entry(first.line if first else line, line.step)
        return list(entries.values())

    def begin(self, run: int, edit: NoteEdit) -> JournalLine:
        """Write down that a note is about to be written, and return the line; it is on the disk before this returns."""
        insertions = tuple((item.offset, item.content.hex()) for item in edit.insertions)
        line = JournalLine(run, edit.path, "writing", hash_bytes(edit.before), hash_bytes(edit.after), insertions)
        self._append(line)
        return line

    def go_on(self, line: JournalLine, step: Step) -> None:
        """Write down what became of a note."""
        self._append(replace(line, step=step))

    def _read_lines(self) -> list[bytes]:
        """Return all whole lines; of one that was cut off, no note was touched yet."""
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return []
        return content[: content.rfind(b"\n") + 1].splitlines()

    def _append(self, line: JournalLine) -> None:
        is_new = not self.path.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab+") as stream:
            if not self._is_whole:
                self._cut_torn(stream.fileno())
            stream.write(msgspec.json.encode(line) + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
        if is_new:
            sync_folder(self.path.parent)

    def _cut_torn(self, handle: int) -> None:
        """Remove a last line that a killed run did not write to its end."""
        content = self.path.read_bytes()
        if not content.endswith(b"\n"):
            os.ftruncate(handle, content.rfind(b"\n") + 1)
        self._is_whole = True


def find_next_run(entries: Sequence[Entry]) -> int:
    """Return the number of a new run."""
    return max((entry.line.run for entry in entries), default=0) + 1


def find_unfinished(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of which a killed run did not say what became of the note."""
    return [entry for entry in entries if entry.step == "writing"]


def choose_undoable(entries: Sequence[Entry]) -> list[Entry]:
    """Return what an undo takes back, the last note first: the latest run with notes not taken back.

    Notes that an earlier undo had to keep are tried again only when nothing else is left.
    """
    for steps in (("writing", "written"), ("kept",)):
        runs = [entry.line.run for entry in entries if entry.step in steps]
        if runs:
            return [entry for entry in reversed(entries) if entry.line.run == max(runs) and entry.step in steps]
    return []
