"""Ranking the sources of a memory by a text: BM25F over title, names, summary, highlights and full text.

A memory holds a few hundred sources at most, so that reading them all is quicker than keeping an index of them.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..entries import Entry
from ..memory import Memory
from .matches import Match
from .question import Question, TermCounter, read_question

# An occurrence counts this much; what the reader marked weighs more than the text around it.
WEIGHTS = {"title": 3.0, "names": 2.0, "summary": 1.5, "highlights": 2.0, "full": 1.0}
# How far the length of a field tells against it.
LENGTH_SHARES = {"title": 0.3, "names": 0.1, "summary": 0.3, "highlights": 0.4, "full": 0.75}
SATURATION = 1.2  # k1
PHRASE_BONUS = 0.3  # of the score, where the words of the text stand side by side in one field
COVERAGE_SHARE = 0.5  # of the best match's terms by weight; a source with fewer answers something else


@dataclass(frozen=True)
class _Vector:
    """What one source has of the question, by field."""

    entry: Entry
    texts: Mapping[str, str]
    counts: Mapping[str, Mapping[str, int]]
    lengths: Mapping[str, int]  # in bytes, which treats scripts alike that write words with one sign or with many

    def has(self, term: str) -> bool:
        return any(term in counts for counts in self.counts.values())


def rank_entries(memory: Memory, entries: Sequence[Entry], text: str) -> list[Match]:
    """Return the sources that answer a text, best first, ties by relevance and id; raises ArtifactError."""
    question = read_question(text)
    counter = TermCounter(question)
    vectors = [_count_terms(memory, entry, counter) for entry in entries]
    weights = _weigh_terms(question, vectors)
    averages = {field: sum(vector.lengths[field] for vector in vectors) / max(len(vectors), 1) for field in WEIGHTS}
    coverages = [sum(weight for term, weight in weights.items() if vector.has(term)) for vector in vectors]
    floor = COVERAGE_SHARE * max(coverages, default=0.0)
    matches = [
        _match(vector, question, counter, _score(vector, weights, averages))
        for vector, coverage in zip(vectors, coverages, strict=True)
        if 0.0 < coverage >= floor and all(_has_phrase(vector, phrase, counter) for phrase in question.phrases)
    ]
    return sorted(matches, key=lambda match: (-match.score, -match.entry.relevance_score, match.entry.id))


def _count_terms(memory: Memory, entry: Entry, counter: TermCounter) -> _Vector:
    names = [*entry.authors, *entry.tags, entry.publication, entry.notebook or "", entry.location]
    texts = {
        "title": entry.title,
        "names": "\n".join(names),
        "summary": entry.summary,
        "highlights": memory.read_highlights(entry),
        "full": memory.read_full(entry),
    }
    counts = {field: counter.count(text) for field, text in texts.items()}
    lengths = {field: len(text.encode("utf-8")) for field, text in texts.items()}
    return _Vector(entry, texts, counts, lengths)


def _weigh_terms(question: Question, vectors: Sequence[_Vector]) -> dict[str, float]:
    """Return the inverse document frequency of each term that occurs at all."""
    found = {term: sum(vector.has(term) for vector in vectors) for term in question.terms}
    return {
        term: math.log(1.0 + (len(vectors) - documents + 0.5) / (documents + 0.5))
        for term, documents in found.items()
        if documents
    }


def _score(vector: _Vector, weights: Mapping[str, float], averages: Mapping[str, float]) -> float:
    scales = {
        field: weight / (1.0 + LENGTH_SHARES[field] * (vector.lengths[field] / averages[field] - 1.0))
        for field, weight in WEIGHTS.items()
        if vector.counts[field]
    }
    total = 0.0
    for term, weight in weights.items():
        frequency = sum(scale * vector.counts[field].get(term, 0) for field, scale in scales.items())
        total += weight * frequency / (SATURATION + frequency)
    return total


def _match(vector: _Vector, question: Question, counter: TermCounter, score: float) -> Match:
    together = len(question.sequence) > 1 and _has_phrase(vector, question.sequence, counter)
    fields = tuple(field for field, counts in vector.counts.items() if counts)
    return Match(vector.entry, round(score * (1.0 + PHRASE_BONUS * together), 4), fields)


def _has_phrase(vector: _Vector, phrase: Sequence[str], counter: TermCounter) -> bool:
    """Tell whether one field has these terms side by side; only a field that has them all is looked at closely."""
    return any(
        set(phrase) <= counts.keys() and counter.has_sequence(vector.texts[field], phrase)
        for field, counts in vector.counts.items()
    )
