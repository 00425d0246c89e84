"""Filters: which sources of a memory are meant, told by their metadata."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from ..entries import Entry
from ..errors import ParamsError

_DATE = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Filters:
    """What a source must be; several values of one kind mean any of them, several kinds mean all."""

    origins: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()  # a folder stands for all below it
    kinds: tuple[str, ...] = ()
    minimum: float = 0.0
    maximum: float = 1.0
    tags: tuple[str, ...] = ()  # a tag stands for those nested in it
    authors: tuple[str, ...] = ()
    publications: tuple[str, ...] = ()
    after: str = ""  # YYYY, YYYY-MM or YYYY-MM-DD, inclusive
    before: str = ""  # likewise
    notebooks: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    queries: tuple[str, ...] = ()  # those that found it
    seeds: bool = False
    highlighted: bool = False


def select_entries(entries: Iterable[Entry], filters: Filters) -> list[Entry]:
    """Return the entries that pass, in their order; raises ParamsError for what is no date or no range."""
    if filters.minimum > filters.maximum:
        message = f"--min-score {filters.minimum:g} is above --max-score {filters.maximum:g}"
        raise ParamsError(message, hint="change the two around")
    if filters == Filters():
        return list(entries)  # most questions are asked of all
    span = _read_span(filters)
    return [entry for entry in entries if _passes(entry, filters) and _is_dated(entry, span)]


def _passes(entry: Entry, filters: Filters) -> bool:
    return all(
        (
            filters.minimum <= entry.relevance_score <= filters.maximum,
            entry.seed or not filters.seeds,
            entry.uri_highlights is not None or not filters.highlighted,
            not filters.origins or entry.origin in filters.origins,
            not filters.kinds or entry.kind in filters.kinds,
            _has_path(filters.locations, [entry.location]),
            _has_path(filters.tags, entry.tags),
            _has_words(filters.authors, entry.authors),
            _has_words(filters.publications, [entry.publication]),
            _has_words(filters.notebooks, [entry.notebook or ""]),
            _has_words(filters.themes, entry.themes),
            _has_words(filters.queries, entry.found_by),
        )
    )


def _has_path(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Tell whether a path is one of those wanted or lies below it; case, "#" and outer slashes do not matter."""
    if not wanted:
        return True
    paths = [_fold(path).split("/") for path in found]
    starts = [_fold(item.removeprefix("#").strip("/")).split("/") for item in wanted]
    return any(path[: len(start)] == start for path in paths for start in starts)


def _has_words(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Tell whether one name has all words of one that is wanted, in any order; case and accents do not matter."""
    return not wanted or any(_holds(name, item) for name in found for item in wanted)


def _holds(name: str, wanted: str) -> bool:
    name, wanted = _fold(name), _fold(wanted)
    if not wanted.isascii() and wanted in name:
        return True  # scripts without spaces between words
    words = set(_WORD.findall(wanted))
    return bool(words) and words <= set(_WORD.findall(name))


def _fold(text: str) -> str:
    if text.isascii():
        return text.strip().lower()
    plain = unicodedata.normalize("NFKD", text.strip()).casefold()
    return "".join(character for character in plain if not unicodedata.combining(character))


def _read_span(filters: Filters) -> tuple[str, str] | None:
    """Return first and last day that are meant, as text that sorts; None where any date will do."""
    if not filters.after and not filters.before:
        return None
    first = _read_days(filters.after, "--after")[0] if filters.after else "0000-01-01"
    last = _read_days(filters.before, "--before")[1] if filters.before else "9999-12-31"
    if first > last:
        message = f"--after {filters.after} is later than --before {filters.before}"
        raise ParamsError(message, hint="change the two around")
    return first, last


def _read_days(text: str, option: str) -> tuple[str, str]:
    try:
        first, last = _span_days(text)
        date.fromisoformat(first)
    except ValueError as error:
        message = f"{option} {text!r} is no date"
        raise ParamsError(message, hint="write YYYY, YYYY-MM or YYYY-MM-DD") from error
    return first, last


def _span_days(text: str) -> tuple[str, str]:
    """Return the first and the last day of a year, month or day, as text; every month may end with 31."""
    parts = _DATE.fullmatch(text)
    if not parts:
        raise ValueError(text)
    year, month, day = parts.groups()
    return f"{year}-{month or '01'}-{day or '01'}", f"{year}-{month or '12'}-{day or '31'}"


def _is_dated(entry: Entry, span: tuple[str, str] | None) -> bool:
    """Tell whether the entry was published or saved within the span."""
    if span is None:
        return True
    days = [_span_days(text) for text in (entry.published, entry.saved) if text]
    return any(first <= span[1] and last >= span[0] for first, last in days)
