"""Coined terms: words that one source alone puts together and sets off as a term of its own, found in an article."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .corpus import Corpus, Passage
from .names import is_marked
from .scale import Scale
from .tokens import Token

LONGEST_TERM = 3  # content words in a row
COINED_INFORMATION = 0.8  # of its words together
COINED = 0.65  # set off in its source and in no other
_EXPLAINED = re.compile(
    r"[\"'”’»*_]{0,2},? (?:(?:that is|i\.e\.|meaning|which means|which is to say)\b|or,? in other words)"
)


@dataclass(frozen=True)
class Coinage:
    """One place of the article that uses a source's own term."""

    source: str
    start: int
    end: int
    passage: Passage  # where the source sets it off


def find_coinages(scale: Scale) -> list[Coinage]:
    """Return every use of a term that stands in one source only and is set off there."""
    wanted = {key for sentence in scale.sentences for _, key in _iter_terms(sentence.tokens)}
    homes = _find_homes(scale, wanted)
    return [
        Coinage(*homes[key][:1], run[0].start, run[-1].end, homes[key][1])
        for sentence in scale.sentences
        for run, key in _iter_terms(sentence.tokens)
        if key in homes
    ]


def _iter_terms(tokens: Sequence[Token]) -> Iterator[tuple[Sequence[Token], tuple[str, ...]]]:
    """Yield runs of two and three content words with their stems."""
    length = 0
    for at, token in enumerate(tokens, start=1):
        length = length + 1 if token.term and not token.number and len(token.key) > 1 else 0
        for size in range(2, min(length, LONGEST_TERM) + 1):
            run = tokens[at - size : at]
            yield run, tuple(item.term for item in run)


def _find_homes(scale: Scale, wanted: set[tuple[str, ...]]) -> Mapping[tuple[str, ...], tuple[str, Passage]]:
    """Return source and passage of the terms that one source has and sets off."""
    corpus: Corpus = scale.corpus
    holders: dict[tuple[str, ...], set[str]] = {}
    marked: dict[tuple[str, ...], tuple[str, Passage]] = {}
    for source in corpus.sources:
        key = source.entry.id
        for passage in source.passages:
            for run, term in _iter_terms(passage.tokens):
                if term in wanted:
                    holders.setdefault(term, set()).add(key)
                    if term not in marked and _is_coined(source.layers[passage.layer], run, passage):
                        marked[term] = (key, passage)
    return {term: home for term, home in marked.items() if len(holders[term]) == 1 and _is_telling(corpus, term)}


def _is_coined(text: str, run: Sequence[Token], passage: Passage) -> bool:
    return not passage.heading and (is_marked(text, run) or bool(_EXPLAINED.match(text, run[-1].end)))


def _is_telling(corpus: Corpus, term: tuple[str, ...]) -> bool:
    return sum(corpus.rate_term(word) for word in term) >= COINED_INFORMATION
