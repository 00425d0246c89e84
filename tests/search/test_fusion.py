"""Reciprocal rank fusion."""

from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.search.fusion import fuse_rankings


def test_a_document_in_two_rankings_passes_one_in_a_single_ranking() -> None:
    fused = fuse_rankings([(1.0, ["a", "b", "c"]), (0.5, ["b"])])
    assert [name for name, _ in fused] == ["b", "a", "c"]


def test_weights_decide_and_ties_go_by_id() -> None:
    assert [name for name, _ in fuse_rankings([(1.0, ["x"]), (2.0, ["y"])])] == ["y", "x"]
    assert [name for name, _ in fuse_rankings([(1.0, ["y"]), (1.0, ["x"])])] == ["x", "y"]
    assert fuse_rankings([]) == []


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), min_size=1, max_size=3))
def test_one_ranking_alone_keeps_its_order(rankings: list[list[str]]) -> None:
    assert [name for name, _ in fuse_rankings([(1.0, rankings[0])])] == rankings[0]
    everyone = {name for ranking in rankings for name in ranking}
    assert {name for name, _ in fuse_rankings([(1.0, ranking) for ranking in rankings])} == everyone
