"""Progress for a person: a bar on a terminal, a plain line now and then elsewhere."""

import logging
import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def show_progress(items: Iterable[T], *, total: int, label: str, log: logging.Logger) -> Iterator[T]:
    """Yield the items while showing how many of them are done."""
    if sys.stderr.isatty():
        # It is seldom wanted, and takes as long to load as all of what one stage needs to begin.
        from tqdm import tqdm

        yield from tqdm(items, total=total, desc=label, leave=False, file=sys.stderr)
        return
    step = max(total // 4, 1000)
    for number, item in enumerate(items, start=1):
        yield item
        if number % step == 0 and number < total:
            log.info("%s: %d of %d", label, number, total)
