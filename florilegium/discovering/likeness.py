"""How like two notes are by the rarer words that both hold."""

import math
from collections import Counter
from collections.abc import Mapping

Vocabulary = Mapping[str, Mapping[str, int]]  # by path, how often each term stands in the note

MAX_TERMS = 20  # of a note, those that tell most of it
COMMON_SHARE = 0.4  # of all notes; a term in more tells nothing
MIN_SHARED = 2  # words; of two short notes one shared word is often all that either has
MAX_NOTES = 200  # that may hold a term; keeps the time linear in the notes


def count_notes(vocabulary: Vocabulary) -> Counter[str]:
    """Return in how many notes each term stands."""
    return Counter(term for terms in vocabulary.values() for term in terms)


def weigh_terms(vocabulary: Vocabulary, *, terms: int = MAX_TERMS) -> dict[str, dict[str, float]]:
    """Return for each note its telling terms, weighted so that the squares add up to 1; what one note holds is none."""
    counts = count_notes(vocabulary)
    most = min(MAX_NOTES, COMMON_SHARE * len(vocabulary))
    rarity = {term: math.log(len(vocabulary) / count) for term, count in counts.items() if 2 <= count <= most}
    found: dict[str, dict[str, float]] = {}
    for path in sorted(vocabulary):
        weights = {
            term: (1 + math.log(times)) * rarity[term]
            for term, times in vocabulary[path].items()
            if term in rarity and times > 0
        }
        best = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:terms]
        length = math.sqrt(sum(weight * weight for _, weight in best))
        found[path] = {term: weight / length for term, weight in best} if length else {}
    return found


def find_alike(
    weights: Mapping[str, Mapping[str, float]], *, nearest: int, least: float, words: int = MIN_SHARED
) -> dict[str, dict[str, float]]:
    """Return for each note those most like it, at most `nearest`, by so many `words` and a cosine of `least`."""
    holders: dict[str, list[tuple[str, float]]] = {}
    for path in sorted(weights):
        for term, weight in weights[path].items():
            holders.setdefault(term, []).append((path, weight))
    found: dict[str, dict[str, float]] = {}
    for path in sorted(weights):
        scores: dict[str, float] = {}
        shared: Counter[str] = Counter()
        for term, weight in weights[path].items():
            for other, held in holders[term]:
                scores[other] = scores.get(other, 0.0) + weight * held
                shared[other] += 1
        scores.pop(path, None)
        known = ((round(score, 6), other) for other, score in scores.items() if shared[other] >= words)
        best = sorted(known, key=lambda row: (-row[0], row[1]))
        found[path] = {other: score for score, other in best[:nearest] if score >= least}
    return found
