"""What a property means, whichever of its many forms it is written in."""

import re
from collections.abc import Iterator, Mapping

from ..sources.bylines import split_authors
from ..sources.dates import read_date as parse_date
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
            re.split(r"[,，、\s]+", value)
            if isinstance(value, str)
            else [part for text in _iter_texts(value) for part in re.split("[,，、]", text)]
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
            names = [unwrap_link(f"[[{link}]]") for link in links] if links else split_authors(text)
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
