"""Headings and block ids of a note."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ATX = re.compile(r"\n {0,3}(#{1,6})(?:[ \t]+([^\n]*)|(?=\n|\Z))")
_SETEXT = re.compile(
    r"\n[ \t]*(\n {0,3}(?![-*+>|#][ \t]|\d+[.)][ \t]|[-=]+[ \t]*\n)([^\s\0][^\n]*))\n {0,3}(=+|-+)[ \t]*(?=\n|\Z)"
)
_BLOCK = re.compile(r"\^([A-Za-z0-9-]+)[ \t]*(?=\n|\Z)")


@dataclass(frozen=True)
class Heading:
    """One heading of a note."""

    text: str  # as written, without hash signs
    level: int  # 1 to 6
    line: int  # of the note, counted from 1


def find_headings(text: str, masked: str, *, line: int) -> list[Heading]:
    """Return the headings of a text in order; `masked` tells which of its lines are code; `line` is its first line."""
    found: list[tuple[int, int, int, int]] = []
    if "#" in masked:
        for match in _ATX.finditer("\n" + masked):
            found.append((match.start(), len(match[1]), match.start(2) - 1, match.end(2) - 1))
    if "\n--" in masked or "\n=" in masked:
        for match in _SETEXT.finditer("\n\n" + masked):
            level = 1 if match[3][0] == "=" else 2
            found.append((match.start(1) - 1, level, match.start(2) - 2, match.end(2) - 2))
    headings: list[Heading] = []
    position = 0
    for place, level, start, end in sorted(found):
        line += text.count("\n", position, place)
        position = place
        title = _strip_closing(text[start:end]) if start >= 0 else ""
        headings.append(Heading(title, level, line))
    return headings


def _strip_closing(title: str) -> str:
    """Return a heading's text without the hash signs that may close it; those of "C#" stay."""
    title = title.strip()
    core = title.rstrip("#")
    return core.rstrip() if not core or core[-1] in " \t" else title


def find_block_ids(masked: str) -> Iterator[str]:
    """Yield the ids that links to blocks can name: ` ^id` at the end of a line, or alone on one."""
    if "^" not in masked:
        return
    for match in _BLOCK.finditer(masked):
        start = match.start()
        if start == 0 or masked[start - 1] in " \t\n":
            yield match[1]
