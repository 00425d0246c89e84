"""The parts of a research.md: its counts, its sources, its quotations, each with the line on which it stands."""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..distilling.research_note import LAYER_NAMES

_HEAD = re.compile(r"- Used (\d+) of (\d+) sources: (\d+) explicit, (\d+) traceable")
_BORDER = re.compile(r"- Borderline: (\d+), listed at the end; unused: (\d+), all told in decisions\.json")
_SUMMARY = re.compile(r"<summary>.*: (explicit|traceable), score (\S+)</summary>")
_FACT = re.compile(r"- (Id|Address|Path): (`+) ?(.*?) ?\2")
_BORDER_ID = re.compile(r"- (`+) ?(.*?) ?\1, weight \S+")
_NAMES = "|".join(map(re.escape, LAYER_NAMES.values()))
_LABEL = re.compile(rf"({_NAMES}), line (\d+|None):")
_BORDER_LABEL = re.compile(rf"- ({_NAMES}):")
_LAYERS = {name: layer for layer, name in LAYER_NAMES.items()}


@dataclass(frozen=True)
class Passage:
    """One quotation as the note has it."""

    line: int
    layer: str  # highlights, full, summary; "" where nothing says whence it is
    claimed: int | None  # the line of the layer's file that the note names
    text: str


@dataclass
class Part:
    """One source of the note, used or borderline."""

    line: int
    border: bool
    how: str = ""
    score: str = ""
    facts: dict[str, str] = field(default_factory=dict)  # Id, Address, Path
    passages: list[Passage] = field(default_factory=list)
    is_closed: bool = False


@dataclass
class Parts:
    """A whole note."""

    counts: dict[str, int] = field(default_factory=dict)  # used, sources, explicit, traceable, borderline, unused
    parts: list[Part] = field(default_factory=list)
    strays: list[Passage] = field(default_factory=list)  # quotations outside any source
    unclosed: int | None = None  # line of a code block without end

    @property
    def current(self) -> Part | None:
        """The source that is being read, None between two."""
        return self.parts[-1] if self.parts and not self.parts[-1].is_closed else None


def parse_note(text: str) -> Parts:
    """Return the parts of a research note; it never raises: what is missing is missing in the parts."""
    note = Parts()
    label: Passage | None = None  # a quotation is announced by it
    for number, line, block in _iter_blocks(text, note):
        if block is not None:
            announced = label or Passage(number, "", None, "")
            _take_passage(note, replace(announced, line=number, text=block))
            label = None
        elif line:
            if label:
                _take_passage(note, label)
            label = _read_label(number, line)
            if label is None:
                _take_line(note, number, line)
    return note


def _read_label(number: int, line: str) -> Passage | None:
    if found := _LABEL.fullmatch(line):
        return Passage(number, _LAYERS[found[1]], None if found[2] == "None" else int(found[2]), "")
    found = _BORDER_LABEL.fullmatch(line)
    return Passage(number, _LAYERS[found[1]], None, "") if found else None


def _take_passage(note: Parts, passage: Passage) -> None:
    part = note.current
    (part.passages if part else note.strays).append(passage)


def _iter_blocks(text: str, note: Parts) -> Iterator[tuple[int, str, str | None]]:
    """Yield (line, text of the line, None), and for each quotation (line, "", the quotation)."""
    fence, opened, held = "", 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        if fence:
            if line == fence:
                yield opened, "", "\n".join(held)
                fence, held = "", []
            else:
                held.append(line)
        elif re.fullmatch(r"`{3,}text", line):
            fence, opened = line.removesuffix("text"), number
        elif line.startswith("> "):
            yield number, "", line[2:]
        else:
            yield number, line, None
    if fence:
        note.unclosed = opened


def _take_line(note: Parts, number: int, line: str) -> None:
    part = note.current
    if line == "<details>":
        note.parts.append(Part(number, border=False))
    elif line.startswith("### "):
        note.parts.append(Part(number, border=True))
    elif part is None:
        _take_counts(note, line)
    elif line == "</details>":
        part.is_closed = True
    else:
        _take_fact(part, line)


def _take_fact(part: Part, line: str) -> None:
    if part.border:
        if found := _BORDER_ID.fullmatch(line):
            part.facts.setdefault("Id", found[2])
    elif found := _SUMMARY.fullmatch(line):
        part.how, part.score = found[1], html.unescape(found[2])
    elif found := _FACT.fullmatch(line):
        part.facts.setdefault(found[1], found[3])


def _take_counts(note: Parts, line: str) -> None:
    for pattern, names in ((_HEAD, ("used", "sources", "explicit", "traceable")), (_BORDER, ("borderline", "unused"))):
        if found := pattern.fullmatch(line):
            note.counts |= {name: int(number) for name, number in zip(names, found.groups(), strict=True)}
