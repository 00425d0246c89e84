"""From a parsed note or canvas to a draft of the library."""

import re
from collections.abc import Callable

from ..drafts import Draft, Highlight
from ..sources.dates import read_date
from ..sources.decoding import Decoded
from . import properties
from .canvas import parse_canvas
from .notes import Note, find_stem

_DAILY = re.compile(
    r"\d{4}-\d{2}-\d{2}(?:[ _-]?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?)?", re.IGNORECASE
)


def draft_note(note: Note, decoded: Decoded, *, location: str) -> Draft:
    """Return the draft of a note: the reader's own words, or another's where it is a saved page."""
    front = note.front_matter
    day = find_day(note.path)
    urls = front.urls
    clipping = note.is_clipping
    marks = tuple(dict.fromkeys(mark.strip() for mark in note.marks)) if clipping else ()
    return Draft(
        origin="obsidian",
        original_path=note.path,
        title=note.title,
        text=decoded.text,
        location=location,
        kind="clipping" if clipping else "daily" if day else "note",
        authorship="other" if clipping else "own",
        aliases=note.aliases,
        # An author named by the reader's own note wrote the thing that it is about, and not the note.
        authors=front.authors if clipping else (),
        publication=properties.read_text(front.get(*properties.PUBLICATION_KEYS)) if clipping else "",
        published=front.published if clipping else None,
        saved=day or front.saved,
        tags=note.tags,
        summary=properties.read_text(front.get(*properties.SUMMARY_KEYS)),
        headings=tuple(heading.text for heading in note.headings if heading.text),
        source_url=urls[0] if urls else None,
        highlights=tuple(Highlight(mark) for mark in marks),
        links=note.links,
        diagnostics=(*decoded.diagnostics, *note.diagnostics),
    )


def draft_canvas(
    path: str, decoded: Decoded, *, hides: Callable[[str], bool]
) -> tuple[Draft | None, tuple[str, ...], str]:
    """Return (draft, tags on the canvas, why there is no draft); `hides` names files that must not be told of."""
    canvas = parse_canvas(decoded.text, hides=hides)
    if canvas.problems:
        return None, (), "bad_canvas"
    if not canvas.text.strip():
        return None, (), "empty"
    draft = Draft(
        origin="obsidian",
        original_path=path,
        title=find_stem(path),
        text=canvas.text,
        location=path.rpartition("/")[0],
        kind="canvas",
        tags=canvas.tags,
        headings=canvas.headings,
        links=canvas.links,
        diagnostics=decoded.diagnostics,
    )
    return draft, canvas.tags, ""


def find_day(path: str) -> str | None:
    """Return the day of a daily note, named by its date alone or with a weekday; None for other notes."""
    stem = find_stem(path)
    return read_date(stem[:10]) if _DAILY.fullmatch(stem) else None
