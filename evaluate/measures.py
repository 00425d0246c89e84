"""Measures of one ranking against the documents that answer, as TREC and BEIR take them.

nDCG has trec_eval's gain and discount: the gain as it is judged (not two to its power) over log2(rank + 1).
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

Gains: TypeAlias = Mapping[str, int]
DEPTH = 100  # ranks that any measure looks at


def measure_ndcg(ranking: Sequence[str], gains: Gains, *, depth: int = 10) -> float:
    """Return the discounted gain of the first ranks over that of the best order there is."""
    found = _sum_gains(gains.get(name, 0) for name in ranking[:depth])
    return found / _sum_gains(sorted(gains.values(), reverse=True)[:depth])


def measure_recall(ranking: Sequence[str], gains: Gains, *, depth: int) -> float:
    """Return which share of the documents that answer stands in the first ranks."""
    return len(gains.keys() & set(ranking[:depth])) / len(gains)


def measure_whole(ranking: Sequence[str], gains: Gains, *, depth: int = 10) -> float:
    """Return 1.0 where all documents that answer stand in the first ranks, else 0.0."""
    return float(gains.keys() <= set(ranking[:depth]))


def measure_reciprocal(ranking: Sequence[str], gains: Gains, *, depth: int = 10) -> float:
    """Return 1 over the rank of the first document that answers, 0.0 where none is among the first ranks."""
    return next((1.0 / rank for rank, name in enumerate(ranking[:depth], start=1) if name in gains), 0.0)


MEASURES: Mapping[str, Callable[[Sequence[str], Gains], float]] = {
    "nDCG@10": measure_ndcg,
    "R@5": lambda ranking, gains: measure_recall(ranking, gains, depth=5),
    "R@10": lambda ranking, gains: measure_recall(ranking, gains, depth=10),
    "R@100": lambda ranking, gains: measure_recall(ranking, gains, depth=100),
    "all@10": measure_whole,
    "MRR@10": measure_reciprocal,
}


def measure_ranking(ranking: Sequence[str], gains: Gains) -> dict[str, float]:
    """Return every measure of one ranking; gains are above zero, and there is at least one."""
    return {name: measure(ranking, gains) for name, measure in MEASURES.items()}


def _sum_gains(gains: Iterable[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, start=1))
