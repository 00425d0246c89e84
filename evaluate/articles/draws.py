"""A run of draws from one key: each draw differs from the one before, and the same key gives the same run."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from ..drawing import draw_item, draw_number, draw_order, draw_share

Item = TypeVar("Item")


class Draws:
    """Draws one after another."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._drawn = 0

    def pick(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return draw_item(self._next(), items)

    def number(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + draw_number(self._next(), high - low + 1)

    def happens(self, share: float) -> bool:
        """Tell whether something happens that happens in this share of cases."""
        return draw_share(self._next()) < share

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """Return the items in another order."""
        return draw_order(self._next(), items)

    def _next(self) -> str:
        self._drawn += 1
        return f"{self._key} {self._drawn}"
