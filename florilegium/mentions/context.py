"""What stands around a mention: its sentence, its place in the line, and the words beside it."""

import re
from typing import Literal

from ..vault.mask import MASK

Place = Literal["prose", "alone", "cell", "pointed"]

_SENTENCE_END = re.compile(r"[.!?][\"'\u201d\u2019)]*(?=\s)|[\u3002\uff01\uff1f]|\n")
_REACH = 160  # characters of a line that are looked at on either side
_MARKS = r"(?:\*\*|__|[*_]|==)?"
_ITEM = re.compile(rf"[ \t>]*(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]+(?:\[.\][ \t]+)?)?{_MARKS}\Z")
_ITEM_END = re.compile(rf"{_MARKS}[ \t]*(?:[.,;]?[ \t]*\Z|[-\u2013\u2014][ \t])")
_CELL = re.compile(rf"\|[ \t]*{_MARKS}\Z")
_CELL_END = re.compile(rf"{_MARKS}[ \t]*\|")
_CUE = re.compile(
    r"(?:^|[^\w])(?:see|see also|see the|see our|cf\.?|also in|proved in|read|check|explore|siehe|siehe auch|vgl\.|voir"
    r"|voir aussi|v\u00e9ase)(?:[ \t]+(?:the|our|my))?[:]?[ \t]*" + _MARKS + r"\Z",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w'\u2019]*)[ \t]\Z")
_AFTER = re.compile(r"[ \t](?P<word>[^\W\d_][\w'\u2019]*)")


def find_context(text: str, start: int, end: int, *, limit: int = 240) -> str:
    """Return the sentence around a span, on one line, cut at `limit` characters beside the span."""
    before = text[max(0, start - limit) : start]
    after = text[end : end + limit]
    begins = [match.end() for match in _SENTENCE_END.finditer(before)]
    ends = _SENTENCE_END.search(after)
    sentence = before[begins[-1] if begins else 0 :] + text[start:end] + (after[: ends.end()] if ends else after)
    return " ".join(sentence.replace(MASK, " ").split())


def find_place(text: str, start: int, end: int) -> Place:
    """Tell whether a span stands alone in its line, item or cell, or the words before it point to it."""
    before, after = split_line(text, start, end)
    if _ITEM.match(before) and _ITEM_END.match(after):
        return "alone"
    if _CELL.search(before) and _CELL_END.match(after):
        return "cell"
    return "pointed" if _CUE.search(before) else "prose"


def is_in_longer_name(text: str, start: int, end: int) -> bool:
    """Tell whether a capitalised word right beside a capitalised span makes it a part of a longer name."""
    before, after = split_line(text, start, end)
    if not text[start].isupper():
        return False
    if (following := _AFTER.match(after)) and following["word"][0].isupper():
        return True
    leading = _BEFORE.search(before)
    if leading is None or not leading["word"][0].isupper():
        return False
    # The first word of a sentence has its capital from there.
    return bool(before[: leading.start()].strip(" \t>*_-+#(\"'\u201c")) and not re.search(
        r"[.!?:][\"'\u201d\u2019)]*[ \t]+\Z", before[: leading.start()]
    )


def split_line(text: str, start: int, end: int) -> tuple[str, str]:
    """Return what stands in the line before and after a span; of a long line its nearest part, behind a sign."""
    begin = text.rfind("\n", max(0, start - _REACH), start) + 1
    before = text[begin:start] if begin or start <= _REACH else "\u2026" + text[start - _REACH : start]
    stop = text.find("\n", end, end + _REACH)
    after = text[end:stop] if stop >= 0 else text[end : end + _REACH]
    return before, after if stop >= 0 or end + _REACH >= len(text) else after + "\u2026"
