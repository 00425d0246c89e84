"""The collector is slowed down for a while, and only for a while."""

import gc

import pytest

from florilegium.project.collector import PATIENCE, slow_collector


def test_the_collector_is_slow_inside_the_block_only() -> None:
    before = gc.get_threshold()
    with slow_collector():
        assert gc.get_threshold() == (PATIENCE, *before[1:])
    assert gc.get_threshold() == before


def test_an_error_leaves_no_trace() -> None:
    before = gc.get_threshold()
    with pytest.raises(ValueError, match="broken"), slow_collector():
        raise ValueError("broken")
    assert gc.get_threshold() == before
