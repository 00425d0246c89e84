"""Saved answers of Readwise's two interfaces, told apart by shape."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .characters import clean_line, clean_text

RecordKind = Literal["document", "child", "book", "highlight", ""]
MAX_VALUES = 100_000

_SPACE = re.compile(r"\s*")
_DOCUMENT_KEYS = frozenset(
    {"location", "category", "saved_at", "source_url", "site_name", "reading_progress", "content"}
)


@dataclass(frozen=True)
class Record:
    """One item of an answer."""

    kind: RecordKind  # v3: document, child; v2: book, highlight; "" for none of these
    value: Mapping[str, Any]
    path: str  # of the file
    place: str  # inside it, such as "results[3]"


class JsonFault(ValueError):
    """A file stops being JSON."""


def iter_records(path: str, text: str) -> Iterator[Record]:
    """Yield the items of a saved answer: a page, an array, one item, or several of these in one file.

    Raises JsonFault where the text stops being JSON; what stands before that is yielded first.
    """
    for number, value in enumerate(_iter_values(text)):
        prefix = f"[{number}]" if number else ""
        if isinstance(value, dict) and isinstance(value.get("results"), list):
            for index, item in enumerate(value["results"]):
                yield _make_record(item, path, f"{prefix}results[{index}]")
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield _make_record(item, path, f"{prefix}[{index}]")
        else:
            yield _make_record(value, path, prefix or "$")


def get_text(value: Mapping[str, Any], *keys: str) -> str:
    """Return the first of these that is a text or a number, "" where none is."""
    for key in keys:
        item = value.get(key)
        if isinstance(item, str) and item.strip():
            return clean_text(item).strip()
        if isinstance(item, int | float) and not isinstance(item, bool):
            return str(item)
    return ""


def get_line(value: Mapping[str, Any], *keys: str) -> str:
    """Return the first of these as one line."""
    return clean_line(get_text(value, *keys))


def get_list(value: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list, empty where there is none."""
    item = value.get(key)
    return item if isinstance(item, list) else []


def get_tags(value: object) -> list[str]:
    """Return the names of tags given as an object by tag, a list of texts or objects, or null."""
    if isinstance(value, dict):
        value = [item if isinstance(item, dict) and item.get("name") else key for key, item in value.items()]
    if not isinstance(value, list):
        return []
    names = [get_line(item, "name") if isinstance(item, dict) else item for item in value]
    return [name for name in names if isinstance(name, str) and name.strip()]


def _iter_values(text: str) -> Iterator[Any]:
    decoder = json.JSONDecoder()
    at = _skip_space(text, 0)
    for _ in range(MAX_VALUES):
        try:
            value, end = decoder.raw_decode(text, at)
        except RecursionError as error:
            raise JsonFault("nested too deep") from error
        except json.JSONDecodeError as error:
            raise JsonFault(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
        except ValueError as error:
            raise JsonFault(str(error)) from error
        yield value
        at = _skip_space(text, end)
        if at >= len(text):
            return


def _skip_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _make_record(value: object, path: str, place: str) -> Record:
    fields = value if isinstance(value, dict) else {}
    return Record(_find_kind(fields), fields, path, place)


def _find_kind(value: Mapping[str, Any]) -> RecordKind:
    if get_line(value, "user_book_id") or ("num_highlights" in value and get_line(value, "id")):
        return "book"
    if get_line(value, "book_id") and "text" in value and get_line(value, "id"):
        return "highlight"
    if not get_line(value, "id"):
        return ""
    if get_line(value, "parent_id") or value.get("category") in ("highlight", "note"):
        return "child" if get_line(value, "parent_id") else ""
    return "document" if _DOCUMENT_KEYS & value.keys() else ""
