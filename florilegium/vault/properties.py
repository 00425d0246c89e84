"""What a property means, whichever of its many forms it is written in."""

import datetime
import re
from collections.abc import Iterator, Mapping

from .yaml_nodes import Value

AUTHOR_KEYS = ("author", "authors", "creator", "creators", "by", "byline")
PUBLISHED_KEYS = ("published", "date_published", "publication_date", "publish_date", "pubdate", "year")
SAVED_KEYS = ("created", "date_created", "created_at", "saved", "date_saved", "clipped", "added", "date_added", "date")
URL_KEYS = ("source", "url", "source_url", "link", "canonical", "permalink", "website")
PUBLICATION_KEYS = ("publication", "site", "site_name", "publisher", "journal", "domain")
SUMMARY_KEYS = ("description", "summary", "abstract", "excerpt")


def fold_keys(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values that are not null under their folded keys; the first of two equal keys counts."""
    folded: dict[str, Value] = {}
    for key, value in values.items():
        if value is not None:
            folded.setdefault(fold_key(key), value)
    return folded


def fold_key(key: str) -> str:
    """Return a key in lower case, with underscores for spaces and hyphens."""
    return key.strip().casefold().replace(" ", "_").replace("-", "_")


def read_text(value: Value) -> str:
    """Return a value as one line of text; the first item of a list, "" for what has no text."""
    return " ".join(unwrap_link(next(_iter_texts(value), "")).split())


def read_flag(value: Value) -> bool:
    """Tell whether a value means yes."""
    return any(text.strip().casefold() in ("true", "yes", "on", "1", "y", "x") for text in _iter_texts(value))


def read_list(*values: Value) -> tuple[str, ...]:
    """Return the items of lists, and of strings split at commas; each once, in order."""
    found: dict[str, None] = {}
    for value in values:
        parts = value.split(",") if isinstance(value, str) and "[[" not in value else list(_iter_texts(value))
        found.update(dict.fromkeys(item for item in (" ".join(unwrap_link(part).split()) for part in parts) if item))
    return tuple(found)


def read_tags(*values: Value) -> tuple[str, ...]:
    """Return tags without hash signs, each once in its first-seen case; strings split at commas and spaces."""
    found: dict[str, str] = {}
    for value in values:
        texts = (
            re.split(r"[,\s]+", value)
            if isinstance(value, str)
            else [part for text in _iter_texts(value) for part in text.split(",")]
        )
        for text in texts:
            tag = " ".join(unwrap_link(text).strip().lstrip("#").strip("/").split())
            if tag and not tag.isdigit():
                found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def read_authors(*values: Value) -> tuple[str, ...]:
    """Return names; links give their text, several names in one string are split where that is sure."""
    found: dict[str, None] = {}
    for value in values:
        for text in _iter_texts(value):
            links = _LINK.findall(text)
            names = [unwrap_link(f"[[{link}]]") for link in links] if links else _split_names(text)
            found.update(dict.fromkeys(name for name in (" ".join(name.split()) for name in names) if name))
    return tuple(found)


def read_date(*values: Value) -> str | None:
    """Return the first value that is a date, as YYYY, YYYY-MM or YYYY-MM-DD."""
    for value in values:
        for text in _iter_texts(value):
            found = parse_date(unwrap_link(text))
            if found:
                return found
    return None


def parse_date(text: str) -> str | None:
    """Return a written date in ISO form, None where it is none that the calendar has."""
    text = text.strip()
    match = _ISO.match(text) or _COMPACT.fullmatch(text)
    if match:
        return _make_date(match["year"], match["month"], match["day"])
    match = _MONTH_FIRST.match(text) or _DAY_FIRST.match(text)
    if match:
        month = _MONTHS.get(match["name"].casefold()[:3])
        return _make_date(match["year"], month, match["day"]) if month else None
    return None


def read_urls(*values: Value) -> tuple[str, ...]:
    """Return the http addresses in the values, each once, in order."""
    found: dict[str, None] = {}
    for value in values:
        for text in _iter_texts(value):
            found.update(dict.fromkeys(match.rstrip(".,;") for match in _URL.findall(text)))
    return tuple(found)


def read_links(*values: Value) -> tuple[str, ...]:
    """Return the inside of every `[[...]]` in the values, in order."""
    return tuple(link for value in values for text in _iter_texts(value) for link in _LINK.findall(text))


def unwrap_link(text: str) -> str:
    """Return what a reader sees of a `[[link|text]]`, and any other text as it is."""
    match = _LINK.fullmatch(text.strip())
    if match is None:
        return text
    target, _, shown = match[1].replace("\\|", "|").partition("|")
    return (shown or target.partition("#")[0].rpartition("/")[2]).strip()


_LINK = re.compile(r"\[\[([^\[\]\n]*)\]\]")
_URL = re.compile(r"https?://[^\s<>\"'\])]+")
_ISO = re.compile(r"(?P<year>\d{4})(?:[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?)?(?!\d)")
_COMPACT = re.compile(r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})")
_MONTH_FIRST = re.compile(r"(?P<name>[A-Za-z]{3,9})\.?\s+(?:(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s+)?(?P<year>\d{4})\b")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?P<name>[A-Za-z]{3,9})\.?,?\s+(?P<year>\d{4})\b")
_MONTHS = {
    name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)
}


def _make_date(year: str, month: str | int | None, day: str | None) -> str | None:
    try:
        made = datetime.date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return made.isoformat()[: 10 if day and month else 7 if month else 4]


def _iter_texts(value: Value) -> Iterator[str]:
    """Yield the scalars of a value in order, as strings."""
    if isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _iter_texts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _iter_texts(item)


def _split_names(text: str) -> list[str]:
    """Split "A B; C D", "A B & C D" and "A B, C D and E F"; a comma inside one name ("Okafor, R.") stays."""
    parts = [part for piece in text.split(";") for part in re.split(r"\s+(?:&|and)\s+", piece) if part.strip()]
    names: list[str] = []
    for part in parts:
        pieces = [piece.strip() for piece in part.split(",") if piece.strip()]
        names += pieces if len(pieces) > 1 and all(" " in piece for piece in pieces) else [part.strip(" ,")]
    return names
