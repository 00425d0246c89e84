"""What the insertion of links starts from and ends with: proposals, insertions, refusals."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Proposal:
    """One place in a note that may become a link to another."""

    note: str  # path of the note that holds it
    start: int  # offsets in the note's text as decoded, front matter included
    end: int
    text: str  # what stands there
    target: str  # path of the note that it names
    confidence: float  # 0 to 1
    reason: str  # why it is proposed, for a person


@dataclass(frozen=True)
class Refusal:
    """A proposal that is not written, and why."""

    proposal: Proposal
    reason: str  # a sentence


@dataclass(frozen=True)
class Insertion:
    """Bytes that are put into a file."""

    offset: int  # in the bytes before any insertion
    content: bytes


@dataclass(frozen=True)
class NoteEdit:
    """What becomes of the bytes of one note; the one differs from the other by its insertions alone."""

    path: str
    before: bytes
    after: bytes
    insertions: tuple[Insertion, ...]  # by offset, none of them touching
    accepted: tuple[Proposal, ...]  # in the order of the text
    refused: tuple[Refusal, ...]


def insert_all(before: bytes, insertions: tuple[Insertion, ...]) -> bytes:
    """Return the bytes with all insertions made."""
    parts: list[bytes] = []
    position = 0
    for insertion in insertions:
        parts += [before[position : insertion.offset], insertion.content]
        position = insertion.offset
    return b"".join([*parts, before[position:]])


def remove_all(after: bytes, insertions: tuple[Insertion, ...]) -> bytes | None:
    """Return the bytes as they were before the insertions; None where one of them is not in its place."""
    parts: list[bytes] = []
    position = shift = 0
    for insertion in insertions:
        start = insertion.offset + shift
        stop = start + len(insertion.content)
        if after[start:stop] != insertion.content:
            return None
        parts.append(after[position:start])
        position = stop
        shift += len(insertion.content)
    return b"".join([*parts, after[position:]])
