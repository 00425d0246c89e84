"""One hop along the links of the notes that a query found, to notes that bear on the query themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..documents import Document
from ..search.ranking import Score
from ..search.searcher import Searcher
from .answers import Answer
from .selection import explain_match, is_worth_a_walk

LEADERS = 5  # of the notes that were found, the best: from the others a walk wanders
WALKED = 5  # notes that walking adds to the findings of a query


@dataclass(frozen=True)
class Step:
    """A note that was reached by a link."""

    id: str
    leader: str  # id of the note that was found
    why: str  # one readable line


def walk_links(
    answer: Answer,
    found: Sequence[str],
    neighbours: Mapping[str, Sequence[str]],
    documents: Mapping[str, Document],
    searcher: Searcher,
) -> list[Step]:
    """Return the notes one link away from the best of those found that bear on the query, best first, ties by id."""
    known = {*answer.ids, *(name for name, _ in answer.twins)}
    reached: dict[str, tuple[Score, str]] = {}
    for leader in [name for name in found if name in neighbours][:LEADERS]:
        for name in neighbours[leader]:
            if name in known or name in reached or name not in documents:
                continue
            score = searcher.score(name, answer.terms)
            if score is not None and is_worth_a_walk(score, answer.terms):
                reached[name] = (score, leader)
    ranked = sorted(reached.items(), key=lambda item: (-item[1][0].value, item[0]))
    return [
        Step(
            name,
            leader,
            f"one link from {documents[leader].title!r}; {explain_match(score, answer.terms, exact=False)}",
        )
        for name, (score, leader) in ranked[:WALKED]
    ]
