"""Stored answers as JSON Lines, for other machines and for people: sorted by key, the same for the same answers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .replies import Reply
from .store import Entry, from_record, list_counts, to_record

COUNTS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


def encode_entries(entries: Iterable[Entry]) -> Iterator[dict[str, Any]]:
    """Yield a record an entry."""
    for entry in entries:
        counts = dict(zip(COUNTS, list_counts(entry.answer), strict=True))
        head = {"key": entry.key, "role": entry.role, "model": entry.model, "batch": entry.batch}
        kind = "reply" if isinstance(entry.answer, Reply) else "failure"
        yield {**head, "usage": counts, kind: to_record(entry.answer)}


def decode_entries(records: Iterable[Mapping[str, Any]]) -> Iterator[Entry]:
    """Yield the entry of each validated record."""
    for record in records:
        counts = [record["usage"][name] for name in COUNTS]
        answer = from_record(record.get("reply") or record["failure"], counts)
        yield Entry(record["key"], record["role"], record["model"], record["batch"], answer)
