"""Evidence that is spread over several documents."""

from datetime import date

import pytest

from florilegium.search.spread import blend_parts, compare_weights, find_gains, make_weights

WEIGHTS = {"a": {"oak": 1.0}, "b": {"oak": 0.8, "ash": 0.6}, "c": {"tram": 1.0}, "d": {"oak": 1.0}}


def test_what_answers_one_part_well_passes_what_answers_both_a_little() -> None:
    """The best of the second part comes before a document that is middling for both."""
    blended = blend_parts({"a": 10.0, "b": 5.0, "c": 4.6}, [{"a": 6.0, "b": 2.0}, {"c": 6.0, "b": 2.0}])
    assert sorted(blended, key=lambda name: -blended[name]) == ["a", "c", "b"]


def test_likeness_near_in_time_gains() -> None:
    """A match that is like the best and of the same days gains; one that is far away or unlike does not."""
    days = {"a": date(2026, 5, 1), "b": date(2026, 5, 3), "c": date(2026, 5, 1), "d": date(2024, 5, 1)}
    gains = find_gains({"a": 1.0, "b": 0.2, "c": 0.2, "d": 0.2}, days, WEIGHTS.__getitem__)
    assert gains["b"] == (pytest.approx(0.832, abs=0.001), "a")
    assert gains["c"][0] == 0.0
    assert "d" not in gains


def test_a_document_without_a_day_gains_nothing() -> None:
    """Nearness in time is not guessed."""
    assert find_gains({"a": 1.0, "b": 0.5}, {"a": date(2026, 5, 1)}, WEIGHTS.__getitem__) == {}


def test_equal_texts_are_alike() -> None:
    """The cosine of a text with itself is 1, with one of other words 0."""
    weights = make_weights({"oak": 3.0, "ash": 1.0}, lambda term: 2.0)
    assert compare_weights(weights, weights) == pytest.approx(1.0)
    assert compare_weights(weights, {"tram": 1.0}) == 0.0
