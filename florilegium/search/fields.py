"""The fields of a document: which of its words count as what."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..documents import Document
from ..drafts import split_highlights
from ..vault.front_matter import split_front_matter
from .analysis import SEVERAL, extract_characters, list_runs

FIELDS = ("title", "aliases", "headings", "tags", "highlights", "own_notes", "body", "authors")
LABELS = ("title", "aliases", "headings", "tags", "highlights", "own notes", "text", "authors")
# In these a title such as "The Who" keeps its stop words.
NAME_FIELDS = frozenset({"title", "aliases", "tags"})


@dataclass(frozen=True)
class Vector:
    """How often each term occurs in each field of one document, in the order of FIELDS."""

    lengths: tuple[int, ...]  # terms a field
    counts: tuple[bytes, ...]  # a line a term, as UTF-8 (see _encode_counts); searching it is faster than decoding it


@dataclass(frozen=True)
class Analysed:
    """One document ready for the index."""

    id: str
    vector: Vector
    terms: tuple[str, ...]  # a field: its terms in order of occurrence, a space or two after each


def collect_fields(document: Document, text: str, highlights: str) -> tuple[str, ...]:
    """Return the text of each field, in the order of FIELDS."""
    marked, own = split_highlights(highlights) if highlights else ("", "")
    body = split_front_matter(text)[1] if text.startswith("---") else text
    return (
        document.title,
        "\n".join(document.aliases),
        "\n".join(document.headings),
        "\n".join((*document.tags, document.notebook or "")),
        marked,
        own,
        f"{document.summary}\n{body}" if document.summary else body,
        "\n".join((*document.authors, document.publication)),
    )


def analyse_fields(document_id: str, fields: Sequence[str]) -> Analysed:
    """Return the terms and counts of a document's fields."""
    found = [_analyse_text(text, stop_words=name in NAME_FIELDS) for name, text in zip(FIELDS, fields, strict=True)]
    terms, lengths, counts = zip(*found, strict=True)
    return Analysed(document_id, Vector(lengths, counts), terms)


def _analyse_text(text: str, *, stop_words: bool) -> tuple[str, int, bytes]:
    """Return the terms, how many they are, and their counts as stored."""
    if not text:
        return "", 0, b""
    runs = list_runs(text, stop_words=stop_words)
    terms = "".join(runs)
    counted = Counter(runs)
    counted.pop("", None)
    if SEVERAL in terms:
        _part_runs(counted)
    length = sum(counted.values())
    # The single characters come last, so that the pairs stay neighbours.
    characters = [f"{character} " for character in extract_characters(text)]
    if characters:
        terms += "".join(characters)
        counted.update(characters)
    return terms, length, _encode_counts(counted)


def _part_runs(counted: Counter[str]) -> None:
    """Count the terms of each run of several in its place."""
    for run in [run for run in counted if run.endswith(SEVERAL)]:
        number = counted.pop(run)
        for term in run.split():
            counted[f"{term} "] += number


def make_needle(term: str) -> bytes:
    """Return the bytes by which the number of a term is found in the counts of a field."""
    return f"\n{term} ".encode()


def read_count(counts: bytes, start: int) -> int:
    """Return the number that starts at this place."""
    return int(counts[start : counts.index(b"\n", start)] or 1)


def iter_counts(counts: bytes) -> Iterator[tuple[str, int]]:
    """Yield each term of a field with how often it occurs."""
    for line in counts.decode("utf-8").split("\n"):
        if line:
            term, number = line.split(" ")
            yield term, int(number or 1)


def encode_vector(vector: Vector) -> bytes:
    """Return a vector as the index stores it."""
    head = " ".join(map(str, vector.lengths)).encode("ascii")
    return b"\0".join((head, *vector.counts))


def decode_vector(data: bytes) -> Vector:
    """Return a vector as it was stored."""
    head, *counts = data.split(b"\0")
    return Vector(tuple(map(int, head.split())), tuple(counts))


def _encode_counts(counted: Mapping[str, int]) -> bytes:
    """Return a line a term, `term number`; the number is left out where it is 1, as it is for most terms."""
    if not counted:
        return b""
    lines = "\n".join([term if number == 1 else f"{term}{number}" for term, number in counted.items()])
    return f"\n{lines}\n".encode()
