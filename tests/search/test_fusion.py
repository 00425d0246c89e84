"""Reciprocal rank fusion."""

from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.search.fusion import fuse_rankings, merge_scores


def rank(names: str) -> dict[str, float]:
    """Return scores that put the letters in this order."""
    return {name: float(-place) for place, name in enumerate(names)}


def test_a_document_in_two_rankings_passes_one_in_a_single_ranking() -> None:
    assert fuse_rankings([(1.0, rank("abc")), (0.5, rank("b"))]) == ["b", "a", "c"]


def test_weights_decide_and_ties_go_by_id() -> None:
    assert fuse_rankings([(1.0, rank("x")), (2.0, rank("y"))]) == ["y", "x"]
    assert fuse_rankings([(1.0, rank("y")), (1.0, rank("x"))]) == ["x", "y"]
    assert fuse_rankings([]) == []


def test_equal_scores_have_equal_ranks() -> None:
    """What one ranking cannot tell apart is left to the others."""
    assert fuse_rankings([(1.0, {"a": 2.0, "b": 2.0}), (0.1, rank("ba"))]) == ["b", "a"]


def test_without_fusion_the_best_score_decides() -> None:
    """Weights and ranks count for nothing, and ties go by id."""
    assert merge_scores([(1.0, {"a": 1.0, "b": 3.0}), (9.0, {"a": 2.0, "c": 3.0})]) == ["b", "c", "a"]
    assert merge_scores([]) == []


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3)), min_size=1, max_size=3))
def test_one_ranking_alone_keeps_its_order(rankings: list[dict[str, int]]) -> None:
    first = {name: float(score) for name, score in rankings[0].items()}
    assert fuse_rankings([(1.0, first)]) == sorted(first, key=lambda name: (-first[name], name))
    everyone = {name for ranking in rankings for name in ranking}
    assert set(fuse_rankings([(1.0, ranking) for ranking in rankings])) == everyone
