"""The fields of a document: which of its words count as what."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..documents import Document
from ..drafts import split_highlights
from ..vault.front_matter import split_front_matter
from .analysis import extract_characters, list_runs

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
    terms: tuple[str, ...]  # a field: its terms in order of occurrence, with spaces between them


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
    terms: list[str] = []
    lengths: list[int] = []
    counts: list[bytes] = []
    for name, text in zip(FIELDS, fields, strict=True):
        runs = list_runs(text, stop_words=name in NAME_FIELDS) if text else []
        counted = _count_terms(runs)
        lengths.append(sum(counted.values()))
        # The single characters come last, so that the pairs stay neighbours.
        characters = extract_characters(text)
        counted.update(characters)
        terms.append(" ".join(runs + characters))
        counts.append(_encode_counts(counted))
    return Analysed(document_id, Vector(tuple(lengths), tuple(counts)), tuple(terms))


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


def _count_terms(runs: Sequence[str]) -> Counter[str]:
    """Return how often each term occurs; a run is one term as a rule, and counting runs is quicker than terms."""
    counted = Counter(runs)
    counted.pop("", None)
    for run in [run for run in counted if " " in run]:
        number = counted.pop(run)
        for term in run.split(" "):
            counted[term] += number
    return counted


def _encode_counts(counted: Mapping[str, int]) -> bytes:
    """Return a line a term, `term number`; the number is left out where it is 1, as it is for most terms."""
    if not counted:
        return b""
    lines = [f"{term} {number}" for term, number in counted.items() if number > 1]
    once = [term for term, number in counted.items() if number == 1]
    if once:
        lines.append(" \n".join(once) + " ")
    return ("\n" + "\n".join(lines) + "\n").encode("utf-8")
