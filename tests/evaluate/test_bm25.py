"""Plain BM25 against scores computed by hand."""

import math

import pytest

from evaluate.bm25 import PlainIndex
from evaluate.sets import SetDocument

DOCUMENTS = (
    SetDocument("b", "Tea", "Slow tea steeps."),  # tea twice in 4 terms
    SetDocument("a", "", "Tea and the kettle, slowly heated."),  # once in 4 terms
    SetDocument("c", "", "Coffee beans, roasted."),  # never, 3 terms
)


def test_scores_follow_the_formula() -> None:
    """idf = ln(1 + (3 - 2 + .5) / 2.5) and tf * 2.2 / (tf + 1.2 * (.25 + .75 * 4 / (11 / 3)))."""
    rarity = math.log(1 + 1.5 / 2.5)
    norm = 1.2 * (0.25 + 0.75 * 4 / (11 / 3))
    expected = {"b": rarity * 2 * 2.2 / (2 + norm), "a": rarity * 2.2 / (1 + norm)}
    assert PlainIndex(DOCUMENTS).score("TEAS") == pytest.approx(expected)


def test_the_best_comes_first_and_ties_go_by_id() -> None:
    """Stop words count for nothing, and a document without any term is not listed."""
    index = PlainIndex(DOCUMENTS)
    assert index.search("is the tea", limit=10) == ["b", "a"]
    assert index.search("is the tea", limit=1) == ["b"]
    assert index.search("kettle steeping", limit=10) == ["a", "b"]
    assert index.search("what is it", limit=10) == []
