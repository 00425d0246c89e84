"""How a system is asked, and what its answers become."""

import pytest

from evaluate.results import ask_system, make_evaluation
from evaluate.sets import Question, RetrievalSet
from evaluate.systems import System

# Of the test half, the tuning half, and the test half.
QUESTIONS = (
    Question("q1", "one", "", {"a": 1}),
    Question("q2", "two", "", {"a": 1}),
    Question("q4", "four", "", {"b": 1}),
)


def make_system(name: str, ranking: list[str]) -> System:
    return System(name, lambda text: ranking)


def test_the_first_question_warms_a_system_up() -> None:
    """It is asked twice, and counts once."""
    asked: list[str] = []

    def answer(text: str) -> list[str]:
        asked.append(text)
        return ["b", "a"]

    found = ask_system(System("x", answer, index_s=1.234), QUESTIONS)
    assert asked == ["one", "one", "two", "four"]
    assert {name: values["MRR@10"] for name, values in found.values.items()} == {"q1": 0.5, "q2": 0.5, "q4": 1.0}
    assert found.timing.index_s == 1.23


def test_what_rows_share_counts_for_each_of_them() -> None:
    """The milliseconds of the preparation are added, whoever it was made for."""
    found = ask_system(System("x", lambda text: [], prepare=lambda text: 5000.0), QUESTIONS)
    assert found.timing.p50_ms >= 5000.0
    assert ask_system(make_system("y", []), QUESTIONS).timing.p95_ms < 5000.0


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        pytest.param(QUESTIONS, [("test", 2), ("tune", 1), ("all", 3)], id="both_halves"),
        pytest.param(QUESTIONS[:1], [("test", 1)], id="one_half"),
    ],
)
def test_halves_that_were_asked_are_told(asked: tuple[Question, ...], expected: list[tuple[str, int]]) -> None:
    """Both together too, where both were."""
    given = RetrievalSet("tiny", (), QUESTIONS, unanswered=2)
    answers = [ask_system(make_system("BM25", ["a"]), asked), ask_system(make_system("ours", ["b"]), asked)]
    found = make_evaluation(given, asked, answers, [])
    assert [(group.half, group.questions) for group in found.groups] == expected
    assert (found.questions, found.unanswered, found.saturation) == (len(asked), 2, ())
    plain, ours = (row.figures[0] for row in found.groups[0].rows)
    assert (plain.mean, plain.p) == ((1.0 if len(asked) == 1 else 0.5), None)
    assert ours.p == pytest.approx(1.0)


def test_without_plain_bm25_nothing_is_compared() -> None:
    """p stays open."""
    given = RetrievalSet("tiny", (), QUESTIONS, unanswered=0)
    found = make_evaluation(given, QUESTIONS, [ask_system(make_system("ours", ["a"]), QUESTIONS)], [])
    assert {figure.p for group in found.groups for row in group.rows for figure in row.figures} == {None}
