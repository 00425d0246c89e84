"""Measures against values computed by hand."""

import math

import pytest

from evaluate.measures import MEASURES, measure_ndcg, measure_ranking, measure_recall

# One question, five documents that answer, of which the ranking has ranks 2, 3 and 11.
RANKING = ("x1", "a", "b", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "c")
GAINS = {"a": 1, "b": 3, "c": 1, "d": 2, "e": 1}


def test_every_measure_of_one_ranking() -> None:
    """Linear gains over log2(rank + 1), and shares of five documents."""
    found = 1 / math.log2(3) + 3 / math.log2(4)
    best = 3 / 1 + 2 / math.log2(3) + 1 / 2 + 1 / math.log2(5) + 1 / math.log2(6)
    assert measure_ranking(RANKING, GAINS) == {
        "nDCG@10": pytest.approx(found / best, abs=1e-12),
        "R@5": 2 / 5,
        "R@10": 2 / 5,
        "R@100": 3 / 5,
        "all@10": 0.0,
        "MRR@10": 1 / 2,
    }


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        pytest.param(("a", "b"), {"nDCG@10": 1.0, "R@5": 1.0, "R@10": 1.0, "all@10": 1.0, "MRR@10": 1.0}, id="best"),
        pytest.param(("x", "a"), {"nDCG@10": 0.38685280723454163, "R@5": 0.5, "all@10": 0.0, "MRR@10": 0.5}, id="half"),
        pytest.param((), dict.fromkeys(MEASURES, 0.0), id="nothing_found"),
        pytest.param(
            ("x",) * 9 + ("a", "b"),
            {"nDCG@10": 0.17723928678404774, "R@5": 0.0, "R@10": 0.5, "R@100": 1.0, "all@10": 0.0, "MRR@10": 0.1},
            id="rank_ten_counts_and_eleven_does_not",
        ),
    ],
)
def test_two_documents_that_answer(ranking: tuple[str, ...], expected: dict[str, float]) -> None:
    """With gains of 1 the best is 1 + 1 / log2(3) = 1.6309."""
    found = measure_ranking(ranking, {"a": 1, "b": 1})
    assert {name: found[name] for name in expected} == pytest.approx(expected, abs=1e-12)


def test_more_answers_than_ranks_can_still_be_perfect_by_ndcg_only() -> None:
    """The best order is cut at the same depth; recall is not."""
    gains = dict.fromkeys(map(str, range(20)), 1)
    ranking = list(gains)
    assert measure_ndcg(ranking, gains) == 1.0
    assert measure_recall(ranking, gains, depth=10) == 0.5
