"""The key terms of a document: the words that tell it from the rest of the library."""

from collections import Counter, defaultdict
from collections.abc import Iterable

from ..search.analysis import is_unspaced, iter_words
from ..search.fields import Vector
from ..search.ranking import SATURATION, weigh_terms
from ..search.searcher import Searcher

KEY_TERMS = 8
_WEIGHED = 40  # the most frequent terms, of which the rarest are kept
_READ_CHARACTERS = 50_000
_SHORTEST = 3


def find_key_terms(vector: Vector, plain: str, searcher: Searcher) -> tuple[str, ...]:
    """Return up to eight words by frequency times rarity, best first, as the document most often writes them.

    `plain` is the text without markup. Rarity counts in steps of a half, so that other notes may change freely.
    """
    frequencies = weigh_terms(vector, searcher.statistics)
    written = _find_spellings(plain[:_READ_CHARACTERS])
    known = [(term, frequency) for term, frequency in frequencies.items() if term in written]
    known.sort(key=lambda item: (-round(item[1], 2), item[0]))
    weights = {
        term: round(frequency / (SATURATION + frequency) * round(2 * searcher.weigh_rarity(term)) / 2, 1)
        for term, frequency in known[:_WEIGHED]
    }
    best = sorted(weights, key=lambda term: (-weights[term], term))
    return tuple(_unite(written[term] for term in best))[:KEY_TERMS]


def _find_spellings(plain: str) -> dict[str, str]:
    """Return, by term, the spelling that occurs most often, ties in alphabetical order."""
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word in iter_words(plain):
        if is_unspaced(word.surface):
            for term in word.terms:
                if len(term) > 1:
                    spellings[term][term] += 1
        elif len(word.surface) >= _SHORTEST and not word.surface[0].isdigit():
            spellings[word.terms[0]][word.surface.casefold()] += 1
    return {term: min(counts, key=lambda spelling: (-counts[spelling], spelling)) for term, counts in spellings.items()}


def _unite(words: Iterable[str]) -> Iterable[str]:
    return dict.fromkeys(words)
