"""Finding sources in one memory or several: filters first, then the text, each source once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..memory.folder import Memory
from .filters import Filters, select_entries
from .matches import Match, Source

if TYPE_CHECKING:
    from .counting import FindTerms


def find_matches(
    memories: Sequence[Memory], text: str | None, filters: Filters, *, find_terms: "FindTerms"
) -> list[Match]:
    """Return what passes the filters, ranked by the text; without one seeds first, then by relevance, ties by id.

    A source that several memories hold is there once, from the one in which it is most relevant.
    """
    passed = [Source(memory, entry) for memory in memories for entry in select_entries(memory.index.entries, filters)]
    kept, twins = _join_twins(passed) if len(memories) > 1 else (passed, {})
    if text is None:
        ordered = kept if len(memories) == 1 else sorted(kept, key=_give_order)
        return [Match(source, 0.0, twins=twins.get(source.entry.id, ())) for source in ordered]
    # The analysis of text takes a sixth of the start-up, and filters alone need none.
    from .ranking import rank_sources

    matches = rank_sources(kept, text, find_terms=find_terms)
    return [replace(match, twins=twins[match.entry.id]) if match.entry.id in twins else match for match in matches]


def _give_order(source: Source) -> tuple[bool, float, str]:
    return (not source.entry.seed, -source.entry.relevance_score, source.entry.id)


def _join_twins(sources: Sequence[Source]) -> tuple[list[Source], dict[str, tuple[Memory, ...]]]:
    """Return each source once, and by its id the other memories that hold it too."""
    groups: dict[str, list[Source]] = {}
    for source in sources:
        groups.setdefault(source.entry.id, []).append(source)
    best = {name: min(group, key=_give_order) for name, group in groups.items()}
    twins = {
        name: tuple(source.memory for source in group if source is not best[name])
        for name, group in groups.items()
        if len(group) > 1
    }
    return [source for source in sources if source is best[source.entry.id]], twins
