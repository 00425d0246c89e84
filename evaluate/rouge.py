"""ROUGE-1, ROUGE-2 and ROUGE-L: how much of a reference a summary holds.

Lin, "ROUGE: A package for automatic evaluation of summaries", 2004; stems as the project makes them, stop words kept.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from florilegium.search.analysis import extract_terms


@dataclass(frozen=True)
class Rouge:
    """One score."""

    recall: float  # of the reference
    precision: float  # of the summary

    @property
    def f1(self) -> float:
        """The harmonic mean."""
        total = self.recall + self.precision
        return 2.0 * self.recall * self.precision / total if total else 0.0


def score_rouge(summary: str, reference: str) -> dict[str, Rouge]:
    """Return the three scores by name."""
    mine, theirs = (extract_terms(text, stop_words=True) for text in (summary, reference))
    scores = {f"ROUGE-{size}": _compare_runs(mine, theirs, size) for size in (1, 2)}
    common = _find_longest(mine, theirs)
    return {**scores, "ROUGE-L": Rouge(common / max(1, len(theirs)), common / max(1, len(mine)))}


def _compare_runs(mine: Sequence[str], theirs: Sequence[str], size: int) -> Rouge:
    left, right = (Counter(zip(*(terms[at:] for at in range(size)), strict=False)) for terms in (mine, theirs))
    common = (left & right).total()
    return Rouge(common / max(1, right.total()), common / max(1, left.total()))


def _find_longest(mine: Sequence[str], theirs: Sequence[str]) -> int:
    """Return the length of the longest common subsequence."""
    row = [0] * (len(theirs) + 1)
    for term in mine:
        before = 0
        for place, other in enumerate(theirs, start=1):
            kept = row[place]
            row[place] = before + 1 if term == other else max(row[place], row[place - 1])
            before = kept
    return row[-1]
