"""A match: one source that answers a search."""

from dataclasses import dataclass

from ..entries import Entry


@dataclass(frozen=True)
class Match:
    """One source that answers."""

    entry: Entry
    score: float  # four decimals; 0.0 where no text was asked
    fields: tuple[str, ...]  # where the terms were found
