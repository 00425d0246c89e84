"""Likeness: which sources share most with each sentence of an article, found over an index of all their passages."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from .corpus import FEWEST_SOURCES, Passage, Source
from .scale import Scale, Sentence, weigh_number
from .tokens import Token

LEAST_INFORMATION = 0.5  # below it two texts share words that everybody uses
LEAST_RATE = 0.05
FAINTEST_TERM = 0.1  # what a common term adds, so that many of them together are seen
MOST_PASSAGES = 4  # of one source that are worth a closer look for one sentence
MOST_SOURCES = 12  # likewise
# Two stems that begin alike are often one word in two forms: "bankrupt" and "bankruptcy".
ROOT_LENGTH = 6
ROOT_SHARE = 0.6
FIGURE_SHARE = 0.6  # of a figure that is round or small, since its unit is not compared
# Two words side by side in both texts, such as "coffee mill", are one notion: the second one tells half as much.
COMPOUND_SHARE = 0.5
# Three words in a row that no other source has; a phrase of eight words has six of them.
RUN_VALUE = 0.15
FEWEST_RUNS = 3
MOST_RUNS = 6
TRUSTED_SOURCES = 30  # in a memory of fewer a word that one source alone has may be any word


class Likeness(NamedTuple):
    """What one source shares with one sentence."""

    source: str  # id
    information: float  # in the passage that shares most
    words: int  # content terms in that passage
    whole: float  # information that stands anywhere in the source
    passages: tuple[Passage, ...]  # strongest first


class LikenessIndex:
    """Every passage of a memory by the article's terms."""

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._sources = scale.corpus.sources
        self._trust = min(1.0, math.log(max(len(self._sources), FEWEST_SOURCES) + 1) / math.log(TRUSTED_SOURCES + 1))
        self._passages: list[tuple[int, Passage]] = []  # place of the source, passage
        self._holders: dict[str, list[int]] = {}  # places of passages by term
        self._by_root: dict[str, list[int]] = {}
        self._holding: dict[str, list[int]] = {}  # places of sources by term
        self._root_counts: Counter[str] = Counter()
        self._read_sources(frozenset().union(*(sentence.terms for sentence in scale.sentences)))

    def _read_sources(self, terms: frozenset[str]) -> None:
        wanted = {term for term in terms if self._scale.rate_term(term) >= LEAST_RATE}
        roots = {root for root in map(find_root, terms) if root}
        for at, source in enumerate(self._sources):
            for term in source.terms & wanted:
                self._holding.setdefault(term, []).append(at)
            self._root_counts.update({find_root(term) for term in source.terms} & roots)
            for passage in source.passages:
                self._add_passage(at, passage, wanted, roots)

    def _add_passage(self, at: int, passage: Passage, wanted: set[str], roots: set[str]) -> None:
        place = len(self._passages)
        self._passages.append((at, passage))
        for term in passage.terms & wanted:
            self._holders.setdefault(term, []).append(place)
        for root in {find_root(term) for term in passage.terms} & roots:
            self._by_root.setdefault(root, []).append(place)

    def compare(self, sentence: Sentence, *, wanted: Iterable[str] = ()) -> list[Likeness]:
        """Return the sources that share most with a sentence, strongest first, and those that are wanted anyhow."""
        shared: dict[int, float] = {}
        words: Counter[int] = Counter()
        whole: dict[int, float] = {}
        for term in sorted(sentence.terms):
            rate = max(self._rate(term), FAINTEST_TERM)
            exact = self._holders.get(term, ())
            for place in exact:
                shared[place] = shared.get(place, 0.0) + rate
            for _ in range(_count_words(term)):
                words.update(exact)
            for at in self._holding.get(term, ()):
                whole[at] = whole.get(at, 0.0) + rate
            for place, value in self._share_root(term, exact):
                shared[place] = shared.get(place, 0.0) + value
                words[place] += 1
        found = self._rank(shared, words, whole, frozenset(wanted))
        refined = [self._weigh_order(sentence, item) for item in found]
        return sorted(refined, key=lambda item: -item.information)

    def _weigh_order(self, sentence: Sentence, item: Likeness) -> Likeness:
        """Return the likeness with a pair of words that stands alone in both texts as one notion, and runs on top."""
        passage = item.passages[0]
        pairs = _find_compounds(sentence.tokens, passage)
        twice = COMPOUND_SHARE * sum(min(self._rate(one), self._rate(other)) for one, other in pairs)
        runs = sum(1 for gram in sentence.grams & passage.grams if self._scale.is_unique(gram))
        verbatim = self._trust * RUN_VALUE * min(runs, MOST_RUNS) if runs >= FEWEST_RUNS else 0.0
        return item._replace(information=round(item.information - twice + verbatim, 6), words=item.words - len(pairs))

    def _rate(self, term: str) -> float:
        scale = self._scale
        if term[0].isdigit():
            share = FIGURE_SHARE if weigh_number(term) <= 1.0 else 1.0
            return self._trust * share * scale.rate_number(term)
        return self._trust * scale.rate_term(term)

    def _share_root(self, term: str, exact: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Yield the passages that have another word of the same root, with what that is worth."""
        root = find_root(term)
        if not root:
            return
        value = ROOT_SHARE * self._trust * self._scale.corpus.rate_frequency(self._root_counts[root])
        if value >= LEAST_RATE:
            known = frozenset(exact)
            yield from ((place, value) for place in self._by_root.get(root, ()) if place not in known)

    def _rank(
        self, shared: Mapping[int, float], words: Mapping[int, int], whole: Mapping[int, float], wanted: frozenset[str]
    ) -> list[Likeness]:
        best: dict[int, list[tuple[float, int]]] = {}
        for place, information in shared.items():
            if information >= LEAST_INFORMATION:
                best.setdefault(self._passages[place][0], []).append((-round(information, 6), place))
        ranked = sorted((min(found), at) for at, found in best.items())
        kept = [
            at for rank, (_, at) in enumerate(ranked) if rank < MOST_SOURCES or self._sources[at].entry.id in wanted
        ]
        return [self._make(at, sorted(best[at])[:MOST_PASSAGES], words, whole) for at in kept]

    def _make(
        self, at: int, found: Sequence[tuple[float, int]], words: Mapping[int, int], whole: Mapping[int, float]
    ) -> Likeness:
        strongest, place = found[0]
        passages = tuple(self._passages[place][1] for _, place in found)
        source: Source = self._sources[at]
        return Likeness(source.entry.id, -strongest, words[place], round(whole.get(at, 0.0), 6), passages)


def _count_words(term: str) -> int:
    """Return 2 for a figure that hardly comes up by chance, else 1."""
    return 2 if term[0].isdigit() and weigh_number(term) > 1.0 else 1


def _find_compounds(tokens: Sequence[Token], passage: Passage) -> list[tuple[str, str]]:
    """Return the pairs of terms side by side in both texts that belong to no longer run."""
    beside = {(one.term, other.term) for one, other in pairwise(passage.tokens) if one.term and other.term}
    shared = [(one.term, other.term) in beside for one, other in pairwise(tokens)]
    alone = [
        at
        for at, found in enumerate(shared)
        if found and not any(shared[max(0, at - 1) : at]) and not any(shared[at + 1 : at + 2])
    ]
    return sorted({(tokens[at].term, tokens[at + 1].term) for at in alone})


@lru_cache(maxsize=100_000)
def find_root(term: str) -> str:
    """Return how a long word begins; "" for a short one, a number and a script without spaces."""
    return term[:ROOT_LENGTH] if len(term) >= ROOT_LENGTH and term.isalpha() and term.isascii() else ""
