"""Draws that look like chance and are none: the same key gives the same draw on every machine."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def draw_number(key: str, below: int) -> int:
    """Return a whole number from 0 on, below a limit."""
    return int.from_bytes(hashlib.sha256(key.encode("utf-8")).digest()[:8], "big") % below


def draw_item(key: str, items: Sequence[Item]) -> Item:
    """Return one of the items."""
    return items[draw_number(key, len(items))]


def draw_order(key: str, items: Iterable[Item]) -> list[Item]:
    """Return the items shuffled."""
    numbered = list(enumerate(items))
    numbered.sort(key=lambda pair: hashlib.sha256(f"{key} {pair[0]}".encode()).digest())
    return [item for _, item in numbered]


def draw_share(key: str) -> float:
    """Return a number from 0.0 on, below 1.0."""
    return draw_number(key, 1 << 30) / (1 << 30)
