"""Ranking sources by a text: BM25F over title, names, summary, highlights and full text."""

import math
from collections.abc import Mapping, Sequence

from .counting import Counts, FindTerms, Tally, tally_sources
from .matches import Match, Source, TermShare
from .question import Question, read_question

# An occurrence counts this much; what the reader marked weighs more than the text around it.
WEIGHTS = {"title": 3.0, "names": 2.0, "summary": 1.5, "highlights": 2.0, "full": 1.0}
# How far the length of a field tells against it.
LENGTH_SHARES = {"title": 0.3, "names": 0.1, "summary": 0.3, "highlights": 0.4, "full": 0.75}
SATURATION = 1.2  # k1
PHRASE_BONUS = 0.3  # of the score, where the words of the text stand side by side in one field
COVERAGE_SHARE = 0.5  # of the best match's terms by weight; a source with fewer answers something else


def rank_sources(sources: Sequence[Source], text: str, *, find_terms: FindTerms) -> list[Match]:
    """Return the sources that answer a text, best first, ties by relevance and id; raises ArtifactError."""
    question = read_question(text)
    tally = tally_sources(sources, question, find_terms)
    found = tally.found
    weights = _weigh_terms(question, tally)
    averages = {field: length / max(tally.sources, 1) for field, length in tally.lengths.items()}
    coverages = [sum(weight for term, weight in weights.items() if term in counts.present) for counts in found]
    floor = COVERAGE_SHARE * max(coverages, default=0.0)
    matches = [
        _match(counts, question, weights, averages)
        for counts, coverage in zip(found, coverages, strict=True)
        if 0.0 < coverage >= floor and all(counts.has_phrase(phrase) for phrase in question.phrases)
    ]
    return sorted(matches, key=lambda match: (-match.score, -match.entry.relevance_score, match.entry.id))


def _weigh_terms(question: Question, tally: Tally) -> dict[str, float]:
    """Return the inverse document frequency of each term that occurs at all."""
    numbers = {term: sum(term in counts.present for counts in tally.found) for term in question.terms}
    return {
        term: math.log(1.0 + (tally.sources - documents + 0.5) / (documents + 0.5))
        for term, documents in numbers.items()
        if documents
    }


def _match(counts: Counts, question: Question, weights: Mapping[str, float], averages: Mapping[str, float]) -> Match:
    scales = {
        field: weight / (1.0 + LENGTH_SHARES[field] * (counts.lengths[field] / averages[field] - 1.0))
        for field, weight in WEIGHTS.items()
        if field in counts.terms
    }
    shares = []
    for term, weight in weights.items():
        places = {field: counts.terms[field][term] for field in scales if term in counts.terms[field]}
        if places:
            frequency = sum(scales[field] * count for field, count in places.items())
            shares.append(TermShare(term, weight, places, weight * frequency / (SATURATION + frequency)))
    together = len(question.sequence) > 1 and counts.has_phrase(question.sequence)
    factor = 1.0 + PHRASE_BONUS * together
    return Match(counts.source, round(factor * sum(share.score for share in shares), 4), tuple(shares), factor)
