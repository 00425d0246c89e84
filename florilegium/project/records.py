"""Frozen dataclasses to plain records and back; validation by schema comes before."""

from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def to_record(value: object) -> dict[str, Any]:
    """Return the plain form of a dataclass, keys in field order, tuples as lists."""
    record: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return record


def from_record(record: object, kind: type[T]) -> T:
    """Return the dataclass that a validated record stands for."""
    return msgspec.convert(record, kind)
