"""Readwise highlights: actions in notes, places in books, and one highlight where an account tells it twice."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from ..drafts import Highlight
from .characters import clean_line, clean_text, fold_text

NO_TEXT = "no full text stored"
KINDS = {
    "article": "article",
    "articles": "article",
    "book": "book",
    "books": "book",
    "email": "email",
    "emails": "email",
    "epub": "book",
    "pdf": "pdf",
    "pdfs": "pdf",
    "podcast": "podcast",
    "podcasts": "podcast",
    "rss": "article",
    "supplemental": "supplemental",
    "supplementals": "supplemental",
    "tweet": "tweet",
    "tweets": "tweet",
    "video": "video",
    "videos": "video",
}

_ACTION = re.compile(r"\.(?=[^\W\d_])[\w-]+(?=\s|$)")
_STRUCTURE = re.compile(r"(?:h[1-6]|c\d+|tag|discard)$", re.IGNORECASE)
_UNKNOWN_PLACES = frozenset({"", "none", "order", "offset", "unknown"})


@dataclass(frozen=True)
class Actions:
    """A note as the reader typed it, parted into words and commands."""

    note: str  # the reader's words
    tags: tuple[str, ...]  # named by commands such as ".pricing"
    discards: bool  # ".discard"


@dataclass(frozen=True)
class Mark:
    """One telling of a highlight."""

    highlight: Highlight
    ids: frozenset[str]  # every id under which the account knows it
    order: tuple[float, str] = (float("inf"), "")  # place in the text, then time


def split_actions(note: str) -> Actions:
    """Part a note into words and Readwise's commands (".h1", ".c2", ".favorite", ".any-tag").

    Commands stand at the head of a note or fill a line; a dot elsewhere, or before a figure, is prose.
    """
    names: list[str] = []
    lines: list[str] = []
    for number, line in enumerate(clean_text(note).strip().split("\n")):
        rest = line.strip()
        found: list[str] = []
        while match := _ACTION.match(rest):
            found.append(match[0][1:])
            rest = rest[match.end() :].lstrip()
        if found and (number == 0 or not rest):
            names += found
            lines += [rest] if rest else []
        else:
            lines.append(line.rstrip())
    tags = tuple(dict.fromkeys(name for name in names if not _STRUCTURE.match(name)))
    return Actions("\n".join(lines).strip(), tags, any(name.lower() == "discard" for name in names))


def clean_tags(names: Iterable[str]) -> tuple[str, ...]:
    """Return tags without "#" and leading dots, each once in its first-seen case."""
    found: dict[str, str] = {}
    for name in names:
        tag = clean_line(name).lstrip("#.").strip()
        if tag:
            found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def describe_place(kind: str, value: str) -> str:
    """Return where a highlight stands, such as "page 12" or "time 0:04:02"; "" where that tells a reader nothing."""
    kind, value = clean_line(kind).lower(), clean_line(value)
    if kind in _UNKNOWN_PLACES or not value:
        return ""
    if kind in ("time_offset", "time"):
        return f"time {_write_time(int(value))}" if re.fullmatch(r"[0-9]{1,7}", value) else f"time {value}"
    return f"{kind.replace('_', ' ')} {value}"


def merge_marks(marks: Sequence[Mark]) -> tuple[Highlight, ...]:
    """Return each highlight once, in the order of the text; tellings with one id or equal words merge."""
    by_id = _merge_by(marks, lambda mark: sorted(mark.ids))
    by_text = _merge_by(by_id, lambda mark: [fold_text(mark.highlight.text)])
    ordered = sorted(enumerate(by_text), key=lambda pair: (pair[1].order, pair[0]))
    return tuple(mark.highlight for _, mark in ordered)


def join_notes(notes: Iterable[str]) -> str:
    """Return the different ones among several tellings of a note, one under the other."""
    kept: list[str] = []
    for note in notes:
        words = fold_text(note)
        if words and not any(f" {words} " in f" {fold_text(other)} " for other in kept):
            kept.append(note.strip())
    return "\n\n".join(kept)


def compose_text(title: str, summary: str, passages: Iterable[str]) -> str:
    """Return what stands in for a text that is not stored: title, summary and the marked passages as quotations."""
    quoted = ["\n".join(f"> {line}".rstrip() for line in passage.strip().split("\n")) for passage in passages]
    parts = [f"# {title}", summary.strip(), *quoted]
    return "\n\n".join(part for part in parts if part) + "\n"


def find_earliest(highlights: Iterable[Highlight]) -> str | None:
    """Return the day of the first highlight."""
    return min((item.made for item in highlights if item.made), default=None)


def _merge_by(marks: Sequence[Mark], list_keys: Callable[[Mark], list[str]]) -> list[Mark]:
    merged: list[Mark] = []
    places: dict[str, int] = {}
    for mark in marks:
        keys = [key for key in list_keys(mark) if key]
        place = next((places[key] for key in keys if key in places), len(merged))
        if place == len(merged):
            merged.append(mark)
        else:
            merged[place] = _merge_pair(merged[place], mark)
        for key in keys:
            places.setdefault(key, place)
    return merged


def _merge_pair(first: Mark, second: Mark) -> Mark:
    one, two = first.highlight, second.highlight
    # The id of Reader's own document is the one that the other exports write into their links.
    keys = sorted((key for key in (one.key, two.key) if key), key=lambda key: (key.isdigit(), key))
    return Mark(
        replace(
            one,
            note=join_notes((one.note, two.note)),
            tags=clean_tags((*one.tags, *two.tags)),
            location=one.location or two.location,
            made=min((day for day in (one.made, two.made) if day), default=None),
            key=keys[0] if keys else "",
        ),
        first.ids | second.ids,
        min(first.order, second.order),
    )


def _write_time(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
