"""From the bytes of a note and proposals to its new bytes: insertions alone, and only where prose stands."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..mentions.prose import mask_prose
from ..sources.decoding import decode_text
from ..vault.notes import Note, parse_note
from .places import Places, find_places
from .proposals import Insertion, NoteEdit, Proposal, Refusal, insert_all
from .tables import is_in_table
from .targets import TargetChooser

_CLOSING = "]]"
_IN_TEXT = re.compile(r"[\[\]|\n\r\0\\`]|%%")  # what the text of a link cannot hold
# Beside these a bracket means something else: an embed, an escape, another link.
_BEFORE = frozenset("![\\]")
_AFTER = frozenset("[]({\\^")


def edit_note(path: str, before: bytes, proposals: Iterable[Proposal], chooser: TargetChooser) -> NoteEdit:
    """Return what becomes of a note; opens nothing and never raises on any bytes."""
    wanted = sorted(set(proposals), key=lambda item: (item.start, -item.end, item.target))
    places = find_places(before)
    if places is None:
        refused = tuple(Refusal(item, "The file holds bytes of no encoding that could be kept.") for item in wanted)
        return NoteEdit(path, before, before, (), (), refused)
    desk = _Desk(path, before, places, mask_prose(places.text), chooser)
    edit = desk.edit(wanted)
    if edit is not None:
        return edit
    # One of them makes the note read as something else: each has to show that it does not.
    kept: list[Proposal] = []
    odd: list[Refusal] = []
    for item in wanted:
        if desk.edit([*kept, item]) is None:
            odd.append(Refusal(item, "The link would change how the rest of the note is read."))
        else:
            kept.append(item)
    edit = desk.edit(kept) or NoteEdit(path, before, before, (), (), ())
    return replace(edit, refused=(*edit.refused, *odd))


def holds_links(path: str, text: str, links: Iterable[tuple[str, str]], chooser: TargetChooser) -> bool:
    """Tell whether a note holds links to all these targets, each given as written and as path, and they lead there."""
    found = {link.target for link in parse_note(path, text).links if link.kind == "wikilink"}
    return all(written in found and chooser.leads(written, target, path) for written, target in links)


@dataclass(frozen=True)
class _Desk:
    """What the edits of one note have in common."""

    path: str
    before: bytes
    places: Places
    prose: str
    chooser: TargetChooser

    def edit(self, wanted: Sequence[Proposal]) -> NoteEdit | None:
        """Return the note with these proposals, sorted; None where it then reads as something else."""
        accepted: list[Proposal] = []
        refused: list[Refusal] = []
        pieces: list[Insertion] = []
        targets: list[str] = []
        for item in wanted:
            floor = accepted[-1].end if accepted else -1
            reason = self._judge_span(item, floor) or self._judge_surroundings(item)
            target = None if reason else self.chooser.choose(item.target, self.path)
            opening = None if target is None else self.places.encode(self._open(item, target))
            if target is None or opening is None:
                refused.append(Refusal(item, reason or _tell_unwritten(target, self.places.encoding)))
                continue
            pieces.append(Insertion(self.places.find_byte(item.start), opening))
            pieces.append(Insertion(self.places.find_byte(item.end), _CLOSING.encode(self.places.encoding)))
            accepted.append(item)
            targets.append(target)
        after = insert_all(self.before, tuple(pieces))
        if accepted and not _holds(self.path, self.before, after, targets):
            return None
        return NoteEdit(self.path, self.before, after, tuple(pieces), tuple(accepted), tuple(refused))

    def _open(self, item: Proposal, target: str) -> str:
        if target == item.text:
            return "[["
        return f"[[{target}\\|" if is_in_table(self.places.text, item.start) else f"[[{target}|"

    def _judge_span(self, item: Proposal, floor: int) -> str:
        text = self.places.text
        if item.note != self.path:
            return "It is of another note."
        if item.target == self.path:
            return "A note is not linked to itself."
        if not 0 <= item.start < item.end <= len(text) or text[item.start : item.end] != item.text:
            return "The text is not there any more."
        if item.start <= floor:
            return "It overlaps with another link or touches it."
        return ""

    def _judge_surroundings(self, item: Proposal) -> str:
        text = self.places.text
        if self.prose[item.start : item.end] != item.text:
            return "It does not stand in prose: code, a link, a heading, a formula or front matter is left alone."
        if _IN_TEXT.search(item.text) or item.text != item.text.strip():
            return "It holds a sign or a line end that the text of a link cannot hold."
        if text[max(0, item.start - 1) : item.start] in _BEFORE or text[item.end : item.end + 1] in _AFTER:
            return "A sign beside it would give the brackets another meaning."
        if _is_in_template(text, item.start):
            return "It stands in a field of a template, which is a program's."
        return ""


def _is_in_template(text: str, offset: int) -> bool:
    """Tell whether a place lies in a field of a template, or behind one that is not closed."""
    line = text.rfind("\n", 0, offset) + 1
    return text.rfind("{{", line, offset) > text.rfind("}}", line, offset) or (
        text.rfind("<%", 0, offset) > max(text.rfind("%>", 0, offset), text.rfind("\n\n", 0, offset))
    )


def _tell_unwritten(target: str | None, encoding: str) -> str:
    if target is None:
        return "No link leads to this note and to no other."
    return f"Its name cannot be written in the encoding of the file, {encoding}."


def _holds(path: str, before: bytes, after: bytes, targets: Sequence[str]) -> bool:
    """Tell whether a note reads the same after as before, but for links to these targets."""
    old, new = decode_text(before), decode_text(after)
    if old.encoding != new.encoding:
        return False
    first, second = parse_note(path, old.text), parse_note(path, new.text)
    return _sort_links(second) == sorted([*_sort_links(first), *((target, "", "wikilink") for target in targets)]) and (
        _list_rest(first) == _list_rest(second)
    )


def _sort_links(note: Note) -> list[tuple[str, str, str]]:
    return sorted((link.target, link.subpath, link.kind) for link in note.links)


def _list_rest(note: Note) -> tuple[object, ...]:
    return (note.aliases, note.tags, note.hidden_tags, note.headings, note.block_ids, note.front_matter)


def _refuse_all(path: str, before: bytes, proposals: Sequence[Proposal], reason: str) -> NoteEdit:
    return NoteEdit(path, before, before, (), (), tuple(Refusal(item, reason) for item in proposals))
