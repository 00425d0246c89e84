"""The records of a Smart Connections append log, one after another, out of text that may be damaged.

A log is a run of `"<collection>:<key>": <object or null>,`. Commas may be missing, a record may be cut off, several may
stand on one line. A file is read in pieces, so that its size does not matter.
"""

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..project.regular_files import open_regular

PIECE = 1 << 20
# A note's record is some thousand characters; what is longer than this is damage that swallowed its neighbours.
LONGEST_RECORD = 1 << 25


@dataclass(frozen=True)
class Record:
    """One record of a log; a value of null says that what stood under the key is deleted."""

    collection: str
    key: str
    value: dict[str, Any] | None


_BETWEEN = re.compile(r"[\s,\ufeff]*")
_COLON = re.compile(r"\s*:\s*")
# Inside a string a quotation mark is escaped, so that a start is never found within a value.
_START = re.compile(r'(?<!\\)"(?:smart_(?:sources|blocks)|Smart(?:Source|Note|Block|Directory)):')
_LONGEST_START = 32
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class Form:
    """How records stand in a text."""

    between: re.Pattern[str]  # what may stand before a record
    start: re.Pattern[str]  # where a record may begin, never within one
    collection: str = ""  # of all records, where their names tell none


LOG = Form(_BETWEEN, _START)


def split_records(pieces: Iterable[str], problems: Counter[str], form: Form = LOG) -> Iterator[Record]:
    """Yield the records of a text that comes in pieces; what cannot be read is counted and passed over."""
    source = iter(pieces)
    text, place, is_whole = "", 0, False
    while True:
        place = _end(form.between, text, place)
        found = _take_record(text, place, form.collection)
        if found:
            record, place = found
            if record:
                yield record
            else:
                problems["broken_record"] += 1
            continue
        start = form.start.search(text, place + 1)
        if start:
            problems["broken_record"] += 1
            place = start.start()
        elif is_whole:
            problems["half_written"] += place < len(text)
            return
        else:
            if len(text) - place > LONGEST_RECORD:
                problems["broken_record"] += 1
                place = len(text) - _LONGEST_START
            text, is_whole = _read_on(text[place:], source)
            place = 0


def read_records(path: Path, problems: Counter[str], form: Form = LOG) -> Iterator[Record]:
    """Yield the records of a file in their order; raises OSError where it is no regular file."""
    with open_regular(path, follow=False) as stream:
        yield from split_records(_decode(iter(lambda: stream.read(PIECE), b"")), problems, form)


def _read_on(rest: str, source: Iterator[str]) -> tuple[str, bool]:
    """Return the rest with as much again after it, and whether that was the end."""
    # As much again, so that a long record is not tried once for every piece.
    parts, length, is_whole = [rest], 0, False
    while length <= len(rest):
        piece = next(source, None)
        if piece is None:
            is_whole = True
            break
        parts.append(piece)
        length += len(piece)
    return "".join(parts), is_whole


def _take_record(text: str, place: int, collection: str) -> tuple[Record | None, int] | None:
    """Return the record at a place (null where it is none of ours) and its end; null where it does not end well."""
    if not text.startswith('"', place):
        return None
    try:
        name, place = _DECODER.raw_decode(text, place)
        colon = _COLON.match(text, place)
        if not colon:
            return None
        value, place = _DECODER.raw_decode(text, colon.end())
    except (ValueError, RecursionError):
        return None
    collection, mark, key = (collection, ":", name) if collection else name.partition(":")
    if not mark or not key or not (value is None or isinstance(value, dict)):
        return None, place
    return Record(collection, key, value), place


def _end(pattern: re.Pattern[str], text: str, place: int) -> int:
    """Return where a pattern that may match nothing ends."""
    match = pattern.match(text, place)
    return match.end() if match else place


def _decode(pieces: Iterable[bytes]) -> Iterator[str]:
    """Return bytes as text; what is no UTF-8 becomes U+FFFD."""
    return codecs.iterdecode(pieces, "utf-8", errors="replace")
