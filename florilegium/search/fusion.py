"""Fusion: several rankings of the same documents become one.

Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
"""

from collections.abc import Sequence

RANK_OFFSET = 60  # k of the paper: how little the very first ranks tower over the rest


def fuse_rankings(rankings: Sequence[tuple[float, Sequence[str]]]) -> list[tuple[str, float]]:
    """Return (id, score) by descending sum of `weight / (60 + rank)` over (weight, ids best first), ties by id."""
    scores: dict[str, float] = {}
    for weight, ranking in rankings:
        for rank, name in enumerate(ranking, start=1):
            scores[name] = scores.get(name, 0.0) + weight / (RANK_OFFSET + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
