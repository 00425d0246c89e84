"""Scores: bounded, monotone, and such that no single feature decides."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.relevance.scoring import WEIGHTS, Features, Weights, saturate, score_features

NAMES = [item.name for item in fields(Features)]
SHARES = st.floats(0.0, 1.0)
FEATURES = st.builds(Features, **dict.fromkeys(NAMES, SHARES))


def test_every_feature_has_its_weight() -> None:
    assert [item.name for item in fields(Weights)] == NAMES


@settings(derandomize=True, max_examples=200, deadline=None)
@given(FEATURES, st.sampled_from(NAMES), SHARES)
def test_a_score_is_monotone_in_each_feature(features: Features, name: str, other: float) -> None:
    low, high = sorted((getattr(features, name), other))
    below, above = (score_features(replace(features, **{name: value})) for value in (low, high))
    assert 0.0 <= min(below, above) <= max(below, above) <= 1.0
    assert below >= above if getattr(WEIGHTS, name) < 0 else below <= above


@pytest.mark.parametrize("name", NAMES)
def test_no_feature_alone_lifts_a_candidate_over_the_middle(name: str) -> None:
    assert score_features(Features(**{name: 1.0})) < 0.5


def test_known_cases() -> None:
    """Covered well and found early by several queries; found late by one query for one word."""
    good = Features(theme=0.7, breadth=0.5, brief=0.6, phrase=0.5, rank=0.95, queries=0.6, spread=0.33)
    poor = Features(theme=0.3, breadth=0.12, brief=0.2, rank=0.3, queries=0.33)
    assert score_features(good) > 0.8
    assert score_features(poor) < 0.2


def test_reading_as_such_changes_nothing() -> None:
    """A text with the focus of a relevant one leaves the score as it was."""
    features = Features(theme=0.7, rank=0.9, queries=0.5)
    read = replace(features, read=1.0, focus=-WEIGHTS.read / WEIGHTS.focus)
    assert score_features(read) == score_features(features)


@pytest.mark.parametrize(
    ("amount", "half", "expected"),
    [
        pytest.param(0.0, 2.0, 0.0, id="nothing"),
        pytest.param(2.0, 2.0, 0.5, id="half"),
        pytest.param(6.0, 2.0, 0.75, id="more"),
        pytest.param(-1.0, 2.0, 0.0, id="less_than_nothing"),
    ],
)
def test_saturation(amount: float, half: float, expected: float) -> None:
    assert saturate(amount, half) == expected
