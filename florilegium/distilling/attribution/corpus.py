"""The corpus: every source of a memory cut into passages, and how rare each term and number is among them."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ...entries import Entry
from ...vault.front_matter import parse_front_matter
from .segments import find_front_matter, hide_machinery, split_segments
from .tokens import Token, iter_grams, tokenise

_FACTS = re.compile(r"\([^\n]*\)")  # the line under a highlight: location, day, tags
_LABEL = re.compile(r"(?:Document note|Note): ")
FEWEST_SOURCES = 8  # in a memory of three sources a word in two of them would look common


@dataclass(frozen=True)
class Passage:
    """One sentence of a source."""

    layer: str  # highlights, full, summary
    start: int
    end: int
    line: int | None  # counted from 1; null in the summary
    tokens: tuple[Token, ...]
    heading: bool

    @cached_property
    def terms(self) -> frozenset[str]:
        """The content terms and numbers."""
        return frozenset(token.term for token in self.tokens if token.term)

    @cached_property
    def grams(self) -> frozenset[tuple[str, ...]]:
        """The runs of words by which the rarity of a phrase is measured."""
        return frozenset(iter_grams(self.tokens))


@dataclass(frozen=True)
class Source:
    """One source of the memory with its layers."""

    entry: Entry
    aliases: tuple[str, ...]
    layers: Mapping[str, str]  # highlights, full, summary: the texts that passages are places in
    passages: tuple[Passage, ...]  # highlights first, then full, then summary

    @cached_property
    def terms(self) -> frozenset[str]:
        """Every content term of text, title and aliases."""
        names = " ".join([self.entry.title, *self.aliases])
        found = {token.term for token in tokenise(names) if token.term}
        return frozenset(found.union(*(passage.terms for passage in self.passages)))

    def says(self, keys: tuple[str, ...]) -> bool:
        """Tell whether these words stand in a row in one passage."""
        return any(_has_run(self._keys[place], keys) for place in self._places.get(keys[0], ()))

    @cached_property
    def _keys(self) -> list[tuple[str, ...]]:
        return [tuple(token.key for token in passage.tokens) for passage in self.passages]

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        """The passages that have each word."""
        places: dict[str, list[int]] = {}
        for place, keys in enumerate(self._keys):
            for key in set(keys):
                places.setdefault(key, []).append(place)
        return places


def _has_run(found: tuple[str, ...], keys: tuple[str, ...]) -> bool:
    return any(found[at] == keys[0] and found[at : at + len(keys)] == keys for at in range(len(found)))


def make_source(entry: Entry, *, text: str, highlights: str) -> Source:
    """Return one source cut into passages."""
    layers = {"highlights": highlights, "full": text, "summary": entry.summary}
    passages = tuple(passage for layer, content in layers.items() for passage in _cut_layer(layer, content))
    aliases = parse_front_matter(find_front_matter(text)[0]).aliases
    return Source(entry, aliases, layers, passages)


def _cut_layer(layer: str, text: str) -> Iterable[Passage]:
    visible = hide_machinery(text)
    for segment in split_segments(visible):
        cut = segment.cut(text)
        if layer == "highlights" and (segment.heading or _FACTS.fullmatch(cut)):
            continue
        label = _LABEL.match(cut) if layer == "highlights" else None
        start = segment.start + (label.end() if label else 0)
        tokens = tokenise(visible, start, segment.end)
        if tokens:
            line = None if layer == "summary" else segment.line
            yield Passage(layer, start, segment.end, line, tokens, segment.heading)


@dataclass(frozen=True)
class Corpus:
    """All sources of a memory, in the order of its index."""

    sources: tuple[Source, ...]

    @cached_property
    def frequencies(self) -> Counter[str]:
        """How many sources have each term."""
        return Counter(term for source in self.sources for term in source.terms)

    def rate_term(self, term: str) -> float:
        """Return how telling a term is: 1.0 for one source, 0.0 for all of them."""
        return self.rate_frequency(self.frequencies[term])

    def rate_frequency(self, sources: int) -> float:
        """Return the inverse document frequency of what stands in so many sources, scaled to 0.0 to 1.0."""
        size = max(len(self.sources), FEWEST_SOURCES)
        return min(1.0, max(0.0, math.log((size + 1) / (max(sources, 1) + 0.5)) / math.log((size + 1) / 1.5)))

    def find(self, entry_id: str) -> Source:
        """Return the source of an id; raises KeyError for a stranger."""
        return self._by_id[entry_id]

    @cached_property
    def _by_id(self) -> dict[str, Source]:
        return {source.entry.id: source for source in self.sources}
