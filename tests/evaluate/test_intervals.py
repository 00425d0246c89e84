"""Bounds and p values: known cases, and the same each time."""

import pytest

from evaluate.intervals import TRIALS, compare_pairs, find_interval


def test_equal_values_leave_no_doubt() -> None:
    """The bounds are the mean."""
    found = find_interval([0.5] * 7)
    assert (found.mean, found.low, found.high) == (0.5, 0.5, 0.5)


def test_bounds_of_a_share_are_those_of_the_binomial() -> None:
    """Half of 100 questions: 0.5 plus and minus 1.96 times 0.05, as near as 1,000 samples come."""
    found = find_interval([0.0, 1.0] * 50)
    assert found.mean == 0.5
    assert (found.low, found.high) == pytest.approx((0.402, 0.598), abs=0.012)


def test_more_questions_narrow_the_bounds() -> None:
    """Four times as many make them half as wide."""
    few, many = find_interval([0.0, 1.0] * 20), find_interval([0.0, 1.0] * 80)
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(2.0, abs=0.25)


def test_the_same_values_give_the_same_bounds() -> None:
    """Chance is seeded, and what was measured before changes nothing."""
    values = [index % 7 / 7 for index in range(50)]
    first = find_interval(values)
    find_interval([0.1, 0.9])
    assert find_interval(values) == first


@pytest.mark.parametrize(
    ("values", "others", "expected"),
    [
        pytest.param([0.1, 0.2], [0.1, 0.2], 1.0, id="the_same_system"),
        pytest.param([1.0], [0.0], 1.0, id="one_difference_says_nothing"),
        pytest.param([1.0] * 3, [0.0] * 3, 0.25, id="three_of_three"),
        pytest.param([1.0] * 5 + [0.5], [0.0] * 5 + [0.5], 0.0625, id="five_of_five_and_a_tie"),
        pytest.param([1.0, 0.0], [0.0, 1.0], 1.0, id="one_each"),
    ],
)
def test_p_is_the_share_of_signs_that_reach_the_difference(
    values: list[float], others: list[float], expected: float
) -> None:
    """Of the 2 to the n ways to set the signs; both directions count, and swapping the systems changes nothing."""
    assert compare_pairs(values, others) == pytest.approx(expected, abs=0.01)
    assert compare_pairs(others, values) == pytest.approx(expected, abs=0.01)


def test_a_clear_difference_has_the_least_p_there_is() -> None:
    """It is above nought, since the trial that was observed counts as one."""
    assert compare_pairs([1.0] * 60, [0.0] * 60) == 1 / (TRIALS + 1)
