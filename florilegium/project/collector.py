"""The collector of cyclic garbage, slowed down where many objects are made and all of them live on."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 100_000  # new objects before it looks for cycles; by default it does after 700


@contextmanager
def slow_collector() -> Iterator[None]:
    """Let the collector look seldom for the length of the block; never is too seldom, since parsed HTML is cyclic."""
    before = gc.get_threshold()
    gc.set_threshold(PATIENCE, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
