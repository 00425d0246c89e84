"""Masks: a note with its code, comments and formulas blanked out, every offset and line end kept."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

MASK = "\0"  # stands for one masked character; no decoded text holds it

Kind = Literal["code", "comment", "math"]


@dataclass(frozen=True)
class Span:
    """A stretch of a text that holds no links and tags."""

    start: int
    end: int
    kind: Kind


def find_opaque(text: str) -> list[Span]:
    """Return code, comments and formulas of a Markdown text in order, none overlapping.

    As in Obsidian, what begins first wins; an unclosed fence runs to the end, an unclosed inline mark means nothing.
    """
    if not may_hide(text):
        return []
    return list(_Scanner(text).scan())


def may_hide(text: str) -> bool:
    """Tell cheaply whether a text may hold anything to mask; a single character is found ten times as fast as two."""
    return (
        "`" in text
        or "$" in text
        or ("%" in text and "%%" in text)
        or ("<" in text and "<!--" in text)
        or ("~" in text and "~~~" in text)
        or ("\t" in text and "\n\t" in text)
        or "\n    " in text
    )


def mask_spans(text: str, spans: list[Span]) -> str:
    """Return the text with the spans blanked, of the same length and with the same line ends."""
    if not spans:
        return text
    parts: list[str] = []
    position = 0
    for span in spans:
        parts += [text[position : span.start], blank_text(text[span.start : span.end])]
        position = span.end
    return "".join([*parts, text[position:]])


def mask_opaque(text: str) -> str:
    """Return the text with code, comments and formulas blanked, of the same length and with the same line ends."""
    return mask_spans(text, find_opaque(text))


def blank_text(text: str) -> str:
    """Return as many mask characters as the text has characters; line ends stay."""
    return "\n".join(MASK * len(line) for line in text.split("\n"))


_OPENER = re.compile(r"`+|~{3,}|%%|<!--|\$\$?|\[\[")
_FENCE_PREFIX = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*[ \t>]*")
_QUOTE_END = re.compile(r"\n(?![ \t]*>)")
# A paragraph ends at a blank line, fence, list item, heading or table row: inline code reaches no further.
_PARAGRAPH_END = re.compile(r"\n[ \t>]*(?:\n|`{3}|~{3}|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||\Z)")
_TICKS = re.compile(r"`+")
_MATH = re.compile(r"\$(?=[^\s$])(?:[^$\\\n]|\\.)*(?<=[^\s\\])\$(?![\d$])")


class _Scanner:
    """Walks over a text once; holds where searches already came to nothing, so that no text takes long."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.paragraph_end = -1
        self.quote_end = -1
        self.link_end = -1
        self.absent: set[str] = set()  # closers that do not occur any more

    def scan(self) -> Iterator[Span]:
        indented = deque(_find_indented(self.text))
        match = _OPENER.search(self.text)
        position = 0
        while match is not None or indented:
            if indented and (match is None or indented[0].start <= match.start()):
                found: Span | int = indented.popleft()
                if isinstance(found, Span) and found.start < position:
                    continue
            elif match is not None:
                found = self._close(match)
            if isinstance(found, Span):
                yield found
                position = found.end
            else:
                position = found
            if match is not None and match.start() < position:
                match = _OPENER.search(self.text, position)

    def _close(self, match: re.Match[str]) -> Span | int:
        """Return the span that a mark opens, or where to go on where it opens none."""
        mark, start = match[0], match.start()
        if mark[0] in "`$[" and self.text.endswith("\\", 0, start) and not self.text.endswith("\\\\", 0, start):
            return start + 1
        if mark == "[[":
            return self._skip_link(start)
        if mark[0] in "`~":
            return self._close_code(mark, start)
        if mark == "$":
            closed = _MATH.match(self.text, start)
            return Span(start, closed.end(), "math") if closed else start + 1
        closers: dict[str, tuple[str, Kind]] = {
            "%%": ("%%", "comment"),
            "$$": ("$$", "math"),
            "<!--": ("-->", "comment"),
        }
        closer, kind = closers[mark]
        end = self._find(closer, match.end())
        if end >= 0:
            return Span(start, end + len(closer), kind)
        if mark == "<!--" and not self._find_prefix(start).strip():
            return Span(start, len(self.text), kind)
        return match.end()

    def _close_code(self, mark: str, start: int) -> Span | int:
        if len(mark) >= 3 and _FENCE_PREFIX.fullmatch(self._find_prefix(start)):
            line_end = self.text.find("\n", start)
            info = self.text[start + len(mark) : line_end if line_end >= 0 else len(self.text)]
            if mark[0] == "~" or "`" not in info:
                return Span(start, self._find_fence_end(mark, start), "code")
        if mark[0] == "~":
            return start + len(mark)
        if self.paragraph_end <= start:
            end = _PARAGRAPH_END.search(self.text, start)
            self.paragraph_end = end.start() if end else len(self.text)
        for ticks in _TICKS.finditer(self.text, start + len(mark), self.paragraph_end):
            if ticks.end() - ticks.start() == len(mark):
                return Span(start, ticks.end(), "code")
        return start + len(mark)

    def _find_fence_end(self, mark: str, start: int) -> int:
        stop = len(self.text)
        if ">" in self._find_prefix(start):
            if self.quote_end <= start:
                quote = _QUOTE_END.search(self.text, start)
                self.quote_end = quote.start() if quote else len(self.text)
            stop = self.quote_end
        closing = _closing_fence(mark[0], len(mark)).search(self.text, start + len(mark), stop)
        return closing.end() if closing else stop

    def _find_prefix(self, start: int) -> str:
        """Return what stands before a mark on its line; a long prefix is prose and is cut."""
        begin = self.text.rfind("\n", max(0, start - 200), start)
        if begin < 0 and start > 200:
            return "x"
        return self.text[begin + 1 : start]

    def _skip_link(self, start: int) -> int:
        if self.link_end < start:
            self.link_end = self._find("]]", start + 2)
        if self.link_end < 0 or self.text.find("\n", start, self.link_end) >= 0:
            return start + 2
        return self.link_end + 2

    def _find(self, closer: str, start: int) -> int:
        if closer in self.absent:
            return -1
        end = self.text.find(closer, start)
        if end < 0:
            self.absent.add(closer)
        return end


@lru_cache(maxsize=64)
def _closing_fence(character: str, length: int) -> re.Pattern[str]:
    return re.compile(rf"\n[ \t>]*{re.escape(character)}{{{length},}}[ \t]*(?=\n|\Z)")


_INDENTED = re.compile(r"\n[ \t]*((?:\n(?: {4}|\t)[^\n]*\S[^\n]*)+)")
_LIST_LINE = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\n]+\]:)(?:[ \t]|$)")


def _find_indented(text: str) -> list[Span]:
    """Return indented code: after a blank line, by four columns, and not part of a list or footnote."""
    if "\n    " not in text and "\n\t" not in text:
        return []
    spans: list[Span] = []
    floor, in_list = 0, False
    for match in _INDENTED.finditer("\n\n" + text):
        position = max(0, match.start() - 2)
        in_list = _is_in_list(text, position, floor, in_list)
        floor = position
        if not in_list:
            spans.append(Span(match.start(1) - 1, match.end() - 2, "code"))
    return spans


def _is_in_list(text: str, position: int, floor: int, before: bool) -> bool:
    """Tell whether the last line above that begins a block begins a list item; `before` is the answer at the floor."""
    end = position
    while end > floor:
        begin = text.rfind("\n", 0, end) + 1
        line = text[begin:end]
        if _LIST_LINE.match(line):
            return True
        if line.strip() and not line.startswith((" ", "\t")):
            return False
        end = begin - 1
    return before
