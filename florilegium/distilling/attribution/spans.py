"""Spans: stretches of a text, asked by place without going through all of them."""

from bisect import bisect_right
from collections.abc import Iterable


class Spans:
    """Stretches of one text; those that overlap are one."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start < self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._starts.append(start)
                self._ends.append(end)

    def holds(self, start: int, end: int | None = None) -> bool:
        """Tell whether one stretch holds a place, or all from `start` to `end`."""
        at = bisect_right(self._starts, start) - 1
        return at >= 0 and (start < self._ends[at] if end is None else end <= self._ends[at])
