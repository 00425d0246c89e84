"""The key terms of a document: the words that tell it from the rest of the library."""

import math
import re
from collections import Counter, defaultdict

from ..search.analysis import is_unspaced, iter_words
from ..search.fields import Vector
from ..search.ranking import weigh_terms
from ..search.searcher import Searcher

KEY_TERMS = 8
RARE = 3  # a word in fewer documents than this is no rarer: it may be a slip of the pen
_WEIGHED = 40  # the most frequent terms, of which the rarest are kept
_READ_CHARACTERS = 50_000
_SHORTEST = 3
_POSSESSIVE = re.compile("['’]s?$")


def find_key_terms(vector: Vector, plain: str, searcher: Searcher) -> tuple[str, ...]:
    """Return up to eight words by frequency times rarity, best first, as the document most often writes them.

    `plain` is the text without markup. Rarity counts in steps of a half, so that other notes may change freely.
    """
    spellings = _find_spellings(plain[:_READ_CHARACTERS])
    known = [(term, frequency) for term, frequency in weigh_terms(vector).items() if term in spellings]
    known.sort(key=lambda item: (-item[1], item[0]))
    weights = {
        term: (1.0 + math.log(frequency)) * round(2 * searcher.weigh_rarity(term, rare=RARE)) / 2
        for term, frequency in known[:_WEIGHED]
    }
    best = sorted(weights, key=lambda term: (-round(weights[term], 2), term))
    return tuple(dict.fromkeys(spellings[term] for term in best))[:KEY_TERMS]


def _find_spellings(plain: str) -> dict[str, str]:
    """Return, by term, the spelling that occurs most often, ties in alphabetical order."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word in iter_words(plain):
        if is_unspaced(word.surface):
            for pair in word.terms:
                if len(pair) > 1:
                    counted[pair][pair] += 1
        elif len(word.surface) >= _SHORTEST and not word.surface[0].isdigit():
            counted[word.terms[0]][_POSSESSIVE.sub("", word.surface.casefold())] += 1
    return {term: min(counts, key=lambda word: (-counts[word], word)) for term, counts in counted.items()}
