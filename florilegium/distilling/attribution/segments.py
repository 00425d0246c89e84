"""Segments: the sentences of a Markdown text with their places, without front matter, code, comments and addresses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST_ABBREVIATION = 8
MAX_LENGTH = 500  # characters; a transcript without stops is cut at a space

_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})([^\n]*)")
_HIDDEN = (("<!--", "-->"), ("%%", "%%"), ("<script", "</script>"), ("<style", "</style>"))
_ADDRESS = re.compile(
    r"(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:[ \t]+\"[^\"\n]*\")?\)"  # [text](address)
    r"|<[a-z][a-z0-9+.-]*:[^<>\s]*>"
    r"|\b(?:https?|ftp|mailto|obsidian):[^\s<>\"')\]]+"
    r"|(?<=\[\[)[^\[\]|\n]+\|"  # [[target|
    r"|</?[a-z][^<>\n]*>",
    re.IGNORECASE,
)
_HEADING = re.compile(r"[ ]{0,3}#{1,6}[ \t]+")
_BLOCK_START = re.compile(r"[ \t>]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_MARKERS = re.compile(
    r"(?:[ \t]*(?:>|#{1,6}[ \t]|[-*+][ \t]|\d{1,3}[.)][ \t]|\[[ xX]\][ \t]|\[![\w-]+\][+-]?))*[ \t|]*"
)
_TABLE_ROW = re.compile(r"[ \t>]*\|")
_STOP = re.compile(
    r"[。！？]+[」』）”’]*"
    r"|(?<![.!?…])[.!?…]++[\"'”’)\]*_]*+(?:\s*\[\^?[\w, –-]+\])*(?=\s+[\"'“‘(\[¿¡*_]*[^\W_a-z])"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|approx|resp|incl|esp|nos?|vol|fig|eq|ch|ep|pp?|eds?|dr|mr|mrs|ms|prof|st|jr|sr|al|ca)"
    r"|\b[A-Z])\.$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Segment:
    """One sentence, heading, list item or table row, as places in its text."""

    start: int
    end: int
    line: int  # counted from 1
    block: int  # number of the paragraph, counted from 0
    heading: bool
    cut_short: bool = False  # the first window of a sentence that is too long to be looked at in one piece

    def cut(self, text: str) -> str:
        """Return the segment's own bytes."""
        return text[self.start : self.end]


def split_segments(visible: str) -> tuple[Segment, ...]:
    """Return the segments of a Markdown text in order, given what `hide_machinery` leaves of it."""
    segments: list[Segment] = []
    newlines = [match.start() for match in re.finditer("\n", visible)]
    line, passed = 1, 0
    for block, (start, end, heading) in enumerate(_iter_blocks(visible)):
        for first, last, short in _iter_sentences(visible, start, end):
            while passed < len(newlines) and newlines[passed] < first:
                line, passed = line + 1, passed + 1
            segments.append(Segment(first, last, line, block, heading, short))
    return tuple(segments)


def find_front_matter(text: str) -> tuple[str, int]:
    """Return (front matter without its `---` lines, where the body starts); ("", 0) where there is none."""
    front = _FRONT_MATTER.match(text)
    return (front[1].replace("\r\n", "\n"), front.end()) if front else ("", 0)


def hide_unseen(text: str) -> str:
    """Return a text of the same length in which front matter, code blocks and comments are spaces."""
    visible = _hide_fences(_blank(text, 0, find_front_matter(text)[1]))
    for opening, closing in _HIDDEN:
        visible = _hide_between(visible, opening, closing)
    return visible


def hide_machinery(text: str) -> str:
    """Return a text of the same length in which what is unseen, addresses and link targets are spaces."""
    return _ADDRESS.sub(lambda match: " " * len(match.group()), hide_unseen(text))


def _hide_between(text: str, opening: str, closing: str) -> str:
    """Blank out what stands between two marks; a mark that is never closed hides nothing."""
    folded = text.lower() if len(text.lower()) == len(text) else text
    parts: list[str] = []
    at = 0
    while (start := folded.find(opening, at)) >= 0:
        end = folded.find(closing, start + len(opening))
        if end < 0:
            break
        end += len(closing)
        parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def _hide_fences(text: str) -> str:
    """Blank out fenced code; a fence that is never closed hides nothing, since it may be a slip."""
    at, opened = 0, None
    spans: list[tuple[int, int]] = []
    for line in text.splitlines(keepends=True):
        fence = _FENCE.match(line)
        if opened is None and fence:
            opened = (at, fence[1])
        elif opened and fence and fence[1].startswith(opened[1]) and not fence[2].strip():
            spans.append((opened[0], at + len(line)))
            opened = None
        at += len(line)
    for start, end in spans:
        text = _blank(text, start, end)
    return text


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _iter_blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, heading) of paragraphs, headings, list items and table rows."""
    at, start = 0, -1
    for line in text.split("\n"):
        end = at + len(line)
        blank = not line.strip(" \t\r>")
        heading = bool(_HEADING.match(line))
        alone = heading or bool(_TABLE_ROW.match(line))
        if start >= 0 and (blank or alone or _BLOCK_START.match(line)):
            yield start, at, False
            start = -1
        if alone:
            yield at, end, heading
        elif not blank and start < 0:
            start = at
        at = end + 1
    if start >= 0:
        yield start, len(text), False


def _iter_sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the trimmed places of the sentences of one block, and whether more of the sentence follows."""
    first = start
    for stop in _STOP.finditer(text, start, end):
        last_word = max(first, stop.end() - LONGEST_ABBREVIATION)
        if _ABBREVIATION.search(text, last_word, stop.end()) or _is_number(text, first, stop.start()):
            continue
        yield from _iter_pieces(text, first, stop.end())
        first = stop.end()
    yield from _iter_pieces(text, first, end)


def _is_number(text: str, start: int, stop: int) -> bool:
    """Tell whether all that stands before the stop is a list number, as in "3. Everything"."""
    return stop - start <= LONGEST_ABBREVIATION and text[start:stop].strip().isdigit()


def _iter_pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    whole = start
    while start < end:
        cut = end
        if end - start > MAX_LENGTH:
            space = text.rfind(" ", start, start + MAX_LENGTH)
            cut = space if space > start else start + MAX_LENGTH
        trimmed = _trim(text, start, cut)
        if trimmed:
            yield (*trimmed, start == whole and cut < end)
        start = cut


def _trim(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the places without space and list, quote and heading marks; None where no word is left."""
    while start < end and text[start].isspace():
        start += 1
    marks = _MARKERS.match(text, start, end)
    start = marks.end() if marks else start
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] == "|"):
        end -= 1
    return (start, end) if any(character.isalnum() for character in text[start:end]) else None
