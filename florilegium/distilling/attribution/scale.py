"""The scale: how telling it is that one sentence of the article and a source share a term, a figure or a phrase."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from .corpus import Corpus
from .everyday import EVERYDAY_RATE, list_everyday
from .tokens import Token, iter_grams

UNITS = 2  # content words after a number that may be what it counts: "1,140 Markdown files"
UNIT_REACH = 4  # tokens in which they stand: "nineteen of the appended lines"
SMALL_FIGURE = 12
TOPIC_DAMPING = 0.5  # what the article says in sentence after sentence is its topic, not one source's idea


@dataclass(frozen=True)
class Sentence:
    """One sentence of the article with its tokens."""

    number: int  # place among the sentences of the body
    block: int
    start: int
    end: int
    line: int
    tokens: tuple[Token, ...]

    @cached_property
    def terms(self) -> frozenset[str]:
        """The content terms and numbers."""
        return frozenset(token.term for token in self.tokens if token.term)

    @cached_property
    def grams(self) -> frozenset[tuple[str, ...]]:
        """The runs of words by which the rarity of a phrase is measured."""
        return frozenset(iter_grams(self.tokens))


class Scale:
    """Rates from 0.0 to 1.0, by the memory's own sources and the article's own repetitions."""

    def __init__(self, corpus: Corpus, sentences: Sequence[Sentence]) -> None:
        self.corpus = corpus
        self.sentences = sentences
        self._repetitions = Counter(term for sentence in sentences for term in sentence.terms)
        self._measures = _count_measures(corpus, sentences)
        self._grams = _count_grams(corpus, sentences)
        self._rates: dict[str, float] = {}

    def rate_term(self, term: str) -> float:
        """Return how telling a shared term is."""
        if term not in self._rates:
            damping = 1.0 + TOPIC_DAMPING * math.log(max(1, self._repetitions[term]))
            rate = self.corpus.rate_term(term)
            self._rates[term] = (min(rate, EVERYDAY_RATE) if term in list_everyday() else rate) / damping
        return self._rates[term]

    def rate_measure(self, number: str, unit: str) -> float:
        """Return how telling a number with what it counts is."""
        return self.corpus.rate_frequency(self._measures[number, unit]) * weigh_number(number)

    def rate_number(self, number: str) -> float:
        """Return how telling a number is whatever it counts."""
        return self.corpus.rate_term(number) * weigh_number(number)

    def is_unique(self, gram: tuple[str, ...]) -> bool:
        """Tell whether one source alone has these words in a row."""
        return self._grams[gram] == 1

    def rate_run(self, run: Sequence[Token]) -> float:
        """Return how telling the order of these words is: 1.0 where some three in a row stand in one source only."""
        counts = [self._grams[gram] for gram in iter_grams(run)]
        return self.corpus.rate_frequency(min(counts)) if counts else 0.0


@cache
def weigh_number(number: str) -> float:
    """Return how telling a number is by itself: small and round ones and years are everywhere."""
    if is_small(number) or (len(number) == 4 and number[:2] in ("19", "20")):
        return 0.5
    if number.isdigit() and number.rstrip("0") in ("1", "2", "5"):
        return 0.7
    return 0.9 if len(number) <= 2 else 1.2


def is_small(number: str) -> bool:
    """Tell whether a number is one that prose is full of."""
    return number.isdigit() and int(number) <= SMALL_FIGURE


def list_measures(tokens: Sequence[Token]) -> Iterator[tuple[int, str, str]]:
    """Yield (place of the number among the tokens, number, unit): the term before it and the next ones after it."""
    for at, token in enumerate(tokens):
        if token.number:
            after = [near for near in tokens[at + 1 : at + 1 + UNIT_REACH] if near.term and not near.number]
            before = [near for near in tokens[max(0, at - 1) : at] if near.term and not near.number]
            for unit in (*before, *after[:UNITS]):
                yield at, token.number, unit.term


def _count_measures(corpus: Corpus, sentences: Iterable[Sentence]) -> Counter[tuple[str, str]]:
    """Return how many sources give each of the article's numbers with its unit."""
    wanted = {(number, unit) for sentence in sentences for _, number, unit in list_measures(sentence.tokens)}
    numbers = {number for number, _ in wanted}
    counts: Counter[tuple[str, str]] = Counter()
    for source in corpus.sources:
        found = {
            (number, unit)
            for passage in source.passages
            if not numbers.isdisjoint(passage.terms)
            for _, number, unit in list_measures(passage.tokens)
        }
        counts.update(found & wanted)
    return counts


def _count_grams(corpus: Corpus, sentences: Iterable[Sentence]) -> Counter[tuple[str, ...]]:
    """Return how many sources have each run of words of the article."""
    wanted = {gram for sentence in sentences for gram in sentence.grams}
    counts: Counter[tuple[str, ...]] = Counter()
    for source in corpus.sources:
        counts.update({gram for passage in source.passages for gram in passage.grams} & wanted)
    return counts
