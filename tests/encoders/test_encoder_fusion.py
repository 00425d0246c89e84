"""Fusion of a score by words with a likeness: both count, neither decides alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.encoders.encoder import Kind
from florilegium.encoders.fusion import fuse_score

SHARES = st.floats(0.0, 1.0)
KINDS: list[Kind] = ["bi", "cross"]


@pytest.mark.parametrize("kind", KINDS)
@settings(derandomize=True, max_examples=100, deadline=None)
@given(SHARES, SHARES, SHARES)
def test_a_fused_score_grows_with_both(kind: Kind, one: float, other: float, likeness: float) -> None:
    """More words or more likeness never lower a score, and it stays within its bounds."""
    low, high = sorted((one, other))
    assert 0.0 <= fuse_score(low, likeness, kind) <= fuse_score(high, likeness, kind) <= 1.0
    assert 0.0 <= fuse_score(likeness, low, kind) <= fuse_score(likeness, high, kind) <= 1.0


@pytest.mark.parametrize("kind", KINDS)
def test_neither_voice_is_drowned(kind: Kind) -> None:
    """A likeness moves a score by words that is certain, and words move a likeness that is."""
    assert fuse_score(1.0, 0.1, kind) < fuse_score(1.0, 0.9, kind)
    assert fuse_score(0.1, 1.0, kind) < fuse_score(0.9, 1.0, kind)
