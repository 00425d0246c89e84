"""Plain BM25, the reference: k1 = 1.2, b = 0.75, one field, English stems, a short stop list, ties by id.

It shares nothing with the search of florilegium, so that it stays where it is when that one changes.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

import Stemmer

from .sets import SetDocument

K1, B = 1.2, 0.75
_WORD = re.compile(r"[^\W_]+")
_STOP_WORDS = frozenset(
    "a about after all also an and any are as at be been before but by can could did do does for from had has have he"
    " her him his how i if in into is it its me more my no not of on or our she should so some such than that the their"
    " them then there these they this to up was we were what when where which while who whom why will with would you"
    " your".split()
)


class PlainIndex:
    """Postings in memory."""

    def __init__(self, documents: Iterable[SetDocument]) -> None:
        self._stemmer = Stemmer.Stemmer("english")
        self._postings: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        lengths: dict[str, int] = {}
        for document in documents:
            terms = self._analyse(f"{document.title}\n{document.text}")
            lengths[document.id] = len(terms)
            for term, count in Counter(terms).items():
                self._postings[term].append((document.id, count))
        mean = sum(lengths.values()) / len(lengths) or 1.0
        self._norms = {name: K1 * (1.0 - B + B * length / mean) for name, length in lengths.items()}

    def search(self, text: str, *, limit: int) -> list[str]:
        """Return the ids of the documents with any term of the query, best first."""
        scores = self.score(text)
        return sorted(scores, key=lambda name: (-round(scores[name], 9), name))[:limit]

    def score(self, text: str) -> dict[str, float]:
        """Return the score of every document with any term of the query."""
        scores: defaultdict[str, float] = defaultdict(float)
        for term in self._analyse(text):
            found = self._postings.get(term, ())
            rarity = math.log(1.0 + (len(self._norms) - len(found) + 0.5) / (len(found) + 0.5))
            for name, count in found:
                scores[name] += rarity * count * (K1 + 1.0) / (count + self._norms[name])
        return dict(scores)

    def _analyse(self, text: str) -> list[str]:
        words = [word for word in _WORD.findall(text.lower()) if word not in _STOP_WORDS]
        return self._stemmer.stemWords(words)  # type: ignore[no-any-return]  # the package has no types
