"""Ranking: BM25F over the fields of a document, from counts that ignore how the index came about.

Robertson, Zaragoza and Taylor, "Simple BM25 extension to multiple weighted fields", CIKM 2004.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from .fields import FIELDS, Vector, iter_counts, read_count

# Occurrences in a field count this much; what the reader marked or wrote weighs more than the text around it.
WEIGHTS = {
    "title": 4.0,
    "aliases": 4.0,
    "headings": 1.0,  # headings are part of the text as well
    "tags": 2.0,
    "highlights": 1.5,
    "own_notes": 2.0,
    "body": 1.0,
    "authors": 1.0,
}
# How far a field's length tells against it: a long text says a term by chance, a long title does not.
LENGTH_SHARES = {
    "title": 0.3,
    "aliases": 0.1,
    "headings": 0.5,
    "tags": 0.1,
    "highlights": 0.4,
    "own_notes": 0.4,
    "body": 0.5,
    "authors": 0.1,
}
LEAST_RARITY = 0.1
SATURATION = 1.2  # k1
NEIGHBOUR_SHARE = 0.2  # of the rarer term's weight, where two neighbours of the query are neighbours in the text


# A field of one document: its place, its counts, and the weight of one occurrence in it.
WeightedField: TypeAlias = tuple[int, bytes, float]


@dataclass(frozen=True)
class Statistics:
    """What ranking must know of the whole index: living documents only."""

    documents: int
    averages: tuple[float, ...]  # mean length of each field, in terms


@dataclass(frozen=True)
class WeightedTerm:
    """One term with its weight in this index."""

    term: str
    weight: float  # inverse document frequency times the weight in the query
    needle: bytes  # what leads its number in the counts of a field
    others: tuple[bytes, ...] = ()  # those of the terms that are as good


@dataclass(frozen=True)
class Score:
    """How well one document answers."""

    value: float
    share: float  # of the best that any document could reach, 0.0 to 1.0
    coverage: float  # weight of the terms that occur over the weight of all terms, 0.0 to 1.0
    matched: tuple[tuple[str, tuple[int, ...]], ...]  # terms in query order, with the fields that have them


def make_statistics(lengths: Iterable[Sequence[int]]) -> Statistics:
    """Return the statistics of documents by their fields' lengths.

    A mean is over the documents that have the field, and has two digits: one note more or less seldom moves a score.
    """
    documents = 0
    totals, filled = [0] * len(FIELDS), [0] * len(FIELDS)
    for document in lengths:
        documents += 1
        for place, length in enumerate(document):
            if length:
                totals[place] += length
                filled[place] += 1
    return Statistics(documents, tuple(_find_mean(*pair) for pair in zip(totals, filled, strict=True)))


def weigh_rarity(occurrences: int, documents: int) -> float:
    """Return the inverse document frequency in steps of 0.1; a term that no document has weighs like the rarest.

    A term that all documents have still weighs a little: in a library on one subject, its name must find something.
    """
    occurrences = min(max(occurrences, 1), documents)
    return max(LEAST_RARITY, round(math.log(1.0 + (documents - occurrences + 0.5) / (occurrences + 0.5)), 1))


def score_vector(vector: Vector, terms: Sequence[WeightedTerm], statistics: Statistics, bonus: float = 0.0) -> Score:
    """Return the score of one document for the weighted terms; `bonus` is what neighbours add."""
    return score_fields(weigh_fields(vector, statistics), terms, bonus)


def score_fields(fields: Sequence[WeightedField], terms: Sequence[WeightedTerm], bonus: float = 0.0) -> Score:
    """Return the score of a document whose fields are weighed already."""
    value = covered = 0.0
    matched: list[tuple[str, tuple[int, ...]]] = []
    for term in terms:
        frequency = 0.0
        places: tuple[int, ...] = ()
        for place, counts, weight in fields:
            start = counts.find(term.needle)
            if start >= 0:
                frequency += read_count(counts, start + len(term.needle)) * weight
                places += (place,)
            for other in term.others:
                start = counts.find(other)
                if start >= 0:
                    frequency += read_count(counts, start + len(other)) * weight
                    places += (place,) if place not in places else ()
        if places:
            value += term.weight * frequency / (SATURATION + frequency)
            covered += term.weight
            matched.append((term.term, places))
    best = sum([term.weight for term in terms]) or 1.0
    return Score(value + bonus, value / best, covered / best, tuple(matched))


def weigh_terms(vector: Vector) -> dict[str, float]:
    """Return how often each term of a document occurs, by the weights of the fields, whatever their lengths."""
    frequencies: dict[str, float] = {}
    for weight, counts in zip(_WEIGHTS, vector.counts, strict=True):
        for term, occurrences in iter_counts(counts):
            frequencies[term] = frequencies.get(term, 0.0) + occurrences * weight
    return frequencies


_WEIGHTS = tuple(WEIGHTS[name] for name in FIELDS)
_LENGTH_SHARES = tuple(LENGTH_SHARES[name] for name in FIELDS)


@dataclass(frozen=True)
class FieldWeights:
    """What an occurrence in each field counts, and how far the field's length tells against it, by FIELDS."""

    weights: tuple[float, ...] = _WEIGHTS
    length_shares: tuple[float, ...] = _LENGTH_SHARES


TUNED = FieldWeights()
# All fields alike; headings are part of the text as well.
FLAT = FieldWeights(tuple(float(name != "headings") for name in FIELDS), (0.75,) * len(FIELDS))


def weigh_fields(vector: Vector, statistics: Statistics, fields: FieldWeights = TUNED) -> list[WeightedField]:
    """Return the fields that are not empty."""
    weighed = []
    for place, counts in enumerate(vector.counts):
        if counts:
            share = fields.length_shares[place]
            ratio = vector.lengths[place] / (statistics.averages[place] or 1.0)
            weighed.append((place, counts, fields.weights[place] / (1.0 - share + share * ratio)))
    return weighed


def _find_mean(total: int, documents: int) -> float:
    return float(f"{total / documents:.2g}") if documents else 0.0
