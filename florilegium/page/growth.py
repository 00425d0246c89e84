"""How the coverage of the themes grew: what each round added."""

from collections import Counter
from dataclasses import dataclass

from ..findings import Finding, Round


@dataclass(frozen=True)
class Growth:
    """How many documents that bear on a theme each round was the first to find."""

    theme: str  # its name
    found: tuple[int, ...]  # one number a round that asked at least one query


def trace_growth(last: Round) -> tuple[Growth, ...]:
    """Return the growth of every theme, in the order of the themes; what no query found counts nowhere."""
    rounds = {query.id: query.id.partition("-")[0] for query in last.asked}
    names = list(dict.fromkeys(rounds.values()))
    first = {finding.document.id: _find_first(finding, rounds, names) for finding in last.findings}
    bearing = {item.theme: item.findings for item in last.coverage}
    growths = []
    for theme in last.themes:
        counts = Counter(first.get(document_id) for document_id in bearing.get(theme.id, ()))
        growths.append(Growth(theme.name, tuple(counts[number] for number in range(len(names)))))
    return tuple(growths)


def _find_first(finding: Finding, rounds: dict[str, str], names: list[str]) -> int | None:
    numbers = [names.index(rounds[hit.query]) for hit in finding.hits if hit.query in rounds]
    return min(numbers, default=None)
