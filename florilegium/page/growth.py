"""How the coverage of the themes grew: what the brief named and what each round added."""

from dataclasses import dataclass

from ..entries import Entry, Index
from ..findings import Round


@dataclass(frozen=True)
class Growth:
    """Where the sources of a memory that bear on a theme came from; each counts once."""

    theme: str  # its name
    named: int  # by the reader: seeds, and what was pinned and no query found
    found: tuple[int, ...]  # by each round that asked at least one query, the first to find it


def trace_growth(index: Index, last: Round) -> tuple[Growth, ...]:
    """Return the growth of every theme, in the order of the index's coverage."""
    numbers = [query.id.partition("-")[0] for query in last.asked]
    names = list(dict.fromkeys(numbers))
    rounds = {query.text: names.index(number) for query, number in zip(last.asked, numbers, strict=True)}
    first = {entry.id: _find_first(entry, rounds) for entry in index.entries}
    growths = []
    for item in index.coverage:
        firsts = [first[entry.id] for entry in index.entries if item.theme in entry.themes]
        found = tuple(firsts.count(number) for number in range(len(names)))
        growths.append(Growth(item.theme, firsts.count(None), found))
    return tuple(growths)


def _find_first(entry: Entry, rounds: dict[str, int]) -> int | None:
    """Return the number of the round that found a source first, None for what the reader named."""
    if entry.seed:
        return None
    return min((rounds[text] for text in entry.found_by if text in rounds), default=None)
