"""A match: one source that answers a search, with what spoke for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..entries import Entry
from ..memory.folder import Memory

LAYER_FIELDS = ("summary", "highlights", "full")  # the fields of the ranking that are layers, cheapest first


@dataclass(frozen=True)
class Source:
    """One source, with the memory in which it lies."""

    memory: Memory
    entry: Entry


@dataclass(frozen=True)
class TermShare:
    """What one term of the question did for a source."""

    term: str
    weight: float  # its inverse document frequency among the sources that passed the filters
    counts: Mapping[str, int]  # how often it stands in each field that has it
    score: float


@dataclass(frozen=True)
class Match:
    """One source that answers."""

    source: Source
    score: float  # four decimals; 0.0 where no text was asked
    terms: tuple[TermShare, ...] = ()
    together: float = 1.0  # the factor for terms that stand side by side in one field
    twins: tuple[Memory, ...] = ()  # further memories that hold the same source

    @property
    def entry(self) -> Entry:
        """The catalogue's entry of the source."""
        return self.source.entry

    @property
    def fields(self) -> tuple[str, ...]:
        """Where the terms were found, in the order of the fields."""
        return tuple(dict.fromkeys(field for share in self.terms for field in share.counts))

    @property
    def layer(self) -> str:
        """The cheapest layer with most of the question by weight; "" where only title and names have any of it."""
        weights = {layer: sum(share.weight for share in self.terms if layer in share.counts) for layer in LAYER_FIELDS}
        best = max(weights.values())
        return next(layer for layer in LAYER_FIELDS if weights[layer] == best) if best else ""
