"""The kept terms of a large memory: where each term stands in each field, in one SQLite file."""

import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..memory.folder import Memory
from ..search.analysis import extract_characters, extract_terms
from .fields import read_fields

_TABLES = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE terms (term TEXT PRIMARY KEY, postings BLOB) WITHOUT ROWID;
"""
_HEAD = 3  # numbers before the places of a posting: slot, count, number of places


@dataclass(frozen=True)
class Postings:
    """Where one term stands; a slot is one field of one source: its number times the fields, and the field's number."""

    numbers: Sequence[int]
    starts: Mapping[int, int]  # by slot, where its posting begins

    def count(self, slot: int) -> int:
        """Return how often the term stands in a slot that has it."""
        return self.numbers[self.starts[slot] + 1]

    def places(self, slot: int) -> Sequence[int]:
        """Return where the term stands among the terms of a slot that has it, so that neighbours can be told."""
        start = self.starts[slot]
        return self.numbers[start + _HEAD : start + _HEAD + self.numbers[start + 2]]


@dataclass(frozen=True)
class KeptTerms:
    """What a file of terms says of a question."""

    lengths: Sequence[int]  # bytes by slot
    postings: Mapping[str, Postings]  # by term


def read_index(path: Path, key: str, terms: Iterable[str]) -> KeptTerms | None:
    """Return what was kept of the terms under this key, None where there is no whole file with this key."""
    if not path.is_file():
        return None
    try:
        with closing(sqlite3.connect(_make_address(path), uri=True)) as connection:
            facts = dict(connection.execute("SELECT name, value FROM facts"))
            if facts.get("key") != key:
                return None
            query = "SELECT postings FROM terms WHERE term = ?"
            rows = {term: connection.execute(query, (term,)).fetchone() for term in terms}
    except sqlite3.Error:
        return None
    postings = {term: _read_postings(row[0] if row else b"") for term, row in rows.items()}
    return KeptTerms(array("I", facts["lengths"]), postings)


def _make_address(path: Path) -> str:
    """Return the address under which SQLite reads a file and writes nothing, not even a lock."""
    plain = path.absolute().as_posix().replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return f"file://{'' if plain.startswith('/') else '/'}{plain}?mode=ro&immutable=1"


def _read_postings(content: bytes) -> Postings:
    numbers = array("I", content)
    starts: dict[int, int] = {}
    at = 0
    while at < len(numbers):
        starts[numbers[at]] = at
        at += _HEAD + numbers[at + 2]
    return Postings(numbers, starts)


def write_index(path: Path, key: str, memory: Memory) -> None:
    """Write the terms of a memory into a new file; raises OSError, and ArtifactError where a layer cannot be read."""
    terms: dict[str, array[int]] = {}
    lengths = array("I")
    for entry in memory.index.entries:
        for text in read_fields(memory, entry).values():
            _add_text(terms, len(lengths), text)
            lengths.append(len(text.encode("utf-8")))
    try:
        with closing(sqlite3.connect(path)) as connection, connection:
            # A file that is not whole is never renamed into place, so that nothing needs a journal.
            connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_TABLES}")
            rows = ((term, numbers.tobytes()) for term, numbers in sorted(terms.items()))
            connection.executemany("INSERT INTO terms VALUES (?, ?)", rows)
            facts = [("key", key), ("lengths", lengths.tobytes())]
            connection.executemany("INSERT INTO facts VALUES (?, ?)", facts)
    except sqlite3.Error as error:
        raise OSError(f"{path}: {error}") from error


def _add_text(terms: dict[str, "array[int]"], slot: int, text: str) -> None:
    """Add slot, count, number of places and the places of each term of one field."""
    places: dict[str, list[int]] = {}
    for at, term in enumerate(extract_terms(text)):
        places.setdefault(term, []).append(at)
    single: dict[str, int] = {}
    for character in extract_characters(text):
        single[character] = single.get(character, 0) + 1
    for term in sorted(places.keys() | single.keys()):
        found = places.get(term, [])
        terms.setdefault(term, array("I")).extend([slot, len(found) + single.get(term, 0), len(found), *found])
