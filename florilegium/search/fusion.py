"""Fusion: several rankings of the same documents become one.

Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
"""

from collections.abc import Mapping, Sequence

RANK_OFFSET = 60  # k of the paper: how little the very first ranks tower over the rest


def fuse_rankings(rankings: Sequence[tuple[float, Mapping[str, float]]]) -> list[str]:
    """Return the ids by descending sum of `weight / (60 + rank)` over (weight, scores by id), ties by id.

    Equal scores have equal ranks: what one ranking cannot tell apart is left to the others.
    """
    fused: dict[str, float] = {}
    for weight, scores in rankings:
        for name, rank in _rank_scores(scores).items():
            fused[name] = fused.get(name, 0.0) + weight / (RANK_OFFSET + rank)
    return sorted(fused, key=lambda name: (-round(fused[name], 9), name))


def merge_scores(rankings: Sequence[tuple[float, Mapping[str, float]]]) -> list[str]:
    """Return the ids by the best score that any ranking gives them, ties by id: what fusion is measured against."""
    best: dict[str, float] = {}
    for _, scores in rankings:
        for name, score in scores.items():
            best[name] = max(score, best.get(name, score))
    return sorted(best, key=lambda name: (-best[name], name))


def _rank_scores(scores: Mapping[str, float]) -> dict[str, int]:
    """Return the rank of each id, 1 for the best; the next after two equal ones has passed both."""
    ranks: dict[str, int] = {}
    rank, last = 0, 0.0
    for place, name in enumerate(sorted(scores, key=lambda item: -scores[item]), start=1):
        if place == 1 or scores[name] < last:
            rank, last = place, scores[name]
        ranks[name] = rank
    return ranks
