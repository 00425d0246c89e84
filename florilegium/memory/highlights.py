"""The highlights of a source and of its duplicates, united: what the reader marked is never lost."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

_BLOCKS = re.compile(r"\n{2,}(?! )")
_LINK_TARGET = re.compile(r"(?<=\])\([^)\s]*\)")
_TAG = re.compile(r"#[^\s,()]+")
_DOCUMENT_NOTE = "Document note: "
_NOTE = "Note: "


@dataclass(frozen=True)
class Copy:
    """The highlights file of a duplicate, and where it comes from."""

    label: str  # such as "readwise, library: https://example.org/article"
    text: str  # "" where the reader marked nothing there


@dataclass(frozen=True)
class United:
    """A highlights file with what only its duplicates held, and how much that was."""

    text: str
    passages: int  # marked passages that were added
    notes: int  # notes by the reader that were added


@dataclass
class _Passage:
    """One marked passage, or one note on the whole document, with all blocks that belong to it."""

    key: str  # of the marked words; "" for what belongs to none
    blocks: list[str]
    notes: set[str] = field(default_factory=set)  # keys of the reader's notes on it
    tags: set[str] = field(default_factory=set)


def unite_highlights(own: str, copies: Iterable[Copy], *, title: str) -> United:
    """Return the survivor's highlights with those that only its duplicates hold, equal texts once.

    Passages that the survivor lacks follow under a heading that names where they come from; a note or tag on a
    passage that it has joins that passage.
    """
    passages = _split_passages(own)
    union = _Union(passages)
    sections: list[str] = []
    for copy in copies:
        fresh = union.take(copy)
        if fresh:
            heading = _Passage("", [f"## Also marked in {' '.join(copy.label.split())}"])
            passages += [heading, *fresh]
            sections.append(copy.label)
    if not sections and not union.attached:
        return United(own, 0, 0)
    head = [] if own.startswith("# ") else [f"# Highlights: {' '.join(title.split())}"]
    blocks = [*head, *(block for passage in passages for block in passage.blocks)]
    return United("\n\n".join(blocks) + "\n", union.added_passages, union.added_notes)


class _Union:
    """What is known of one source's passages while its duplicates are read in turn."""

    def __init__(self, passages: list[_Passage]) -> None:
        self._by_key = {passage.key: passage for passage in reversed(passages) if passage.key}
        self._loose = {note for passage in passages if not passage.key for note in passage.notes}
        self.added_passages = 0
        self.added_notes = 0
        self.attached = False

    def take(self, copy: Copy) -> list[_Passage]:
        """Return the passages of a duplicate that were not known, and join the rest to those that were."""
        fresh = []
        for passage in _split_passages(copy.text):
            if not passage.key:
                if passage.notes - self._loose:
                    self._loose |= passage.notes
                    self.added_notes += len(passage.notes)
                    fresh.append(passage)
            elif passage.key in self._by_key:
                self._attach(self._by_key[passage.key], passage, copy.label)
            else:
                self._by_key[passage.key] = passage
                self.added_passages += 1
                self.added_notes += len(passage.notes)
                fresh.append(passage)
        return fresh

    def _attach(self, known: _Passage, twin: _Passage, label: str) -> None:
        notes = [block for block in twin.blocks if block.startswith(_NOTE) and _make_key(block) not in known.notes]
        tags = sorted(twin.tags - known.tags)
        if notes or tags:
            facts = [*tags, f"also in {' '.join(label.split())}"]
            known.blocks += [*notes, f"({', '.join(facts)})"]
            known.notes |= twin.notes
            known.tags |= twin.tags
            self.added_notes += len(notes)
            self.attached = True


def _split_passages(text: str) -> list[_Passage]:
    """Return the passages of a highlights file in the form that `drafts.render_highlights` writes."""
    passages: list[_Passage] = []
    for block in filter(None, _BLOCKS.split(text.rstrip("\n"))):
        if block.startswith((">", "#")):
            passages.append(_Passage(_make_key(block) if block.startswith(">") else "", [block]))
        elif block.startswith(_DOCUMENT_NOTE) or not passages:
            passages.append(_Passage("", [block], notes={_make_key(block)}))
        else:
            passages[-1].blocks.append(block)
            if block.startswith(_NOTE):
                passages[-1].notes.add(_make_key(block))
            elif block.startswith("("):
                passages[-1].tags |= set(_TAG.findall(block))
    return passages


def _make_key(block: str) -> str:
    """Return the words of a block; two exports of one passage differ in links, quotes, spaces and emphasis."""
    plain = unicodedata.normalize("NFKC", _LINK_TARGET.sub("", block)).casefold()
    return " ".join(re.findall(r"[^\W_]+", plain)) or block
