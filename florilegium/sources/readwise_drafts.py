"""From an entry of the Readwise account to a draft."""

from collections.abc import Mapping
from typing import Any

from ..drafts import Draft, Highlight
from ..sameness.urls import canonicalise_url
from ..vault.privacy import PrivacyRules
from .bylines import split_authors
from .characters import clean_line
from .dates import read_date
from .html import Converted, add_title, convert_content, convert_html, list_headings
from .readwise_entries import Entry
from .readwise_highlights import (
    KINDS,
    NO_TEXT,
    clean_tags,
    compose_text,
    find_earliest,
    join_notes,
    merge_marks,
    split_actions,
)
from .readwise_records import get_line, get_tags, get_text

UNTITLED = "Untitled"


def draft_entry(entry: Entry, private: PrivacyRules) -> Draft:
    """Return the draft of a work: what both interfaces know, the reader's words apart from the author's.

    Highlights with a private tag are left out, also of the text that stands in for a full one.
    """
    document, book = entry.document, entry.book
    highlights = tuple(item for item in merge_marks(entry.marks) if not private.find_tag(item.tags))
    kind = find_kind(document, book)
    own = () if kind == "supplemental" else highlights
    title = get_line(document, "title") or get_line(book, "title", "readable_title") or UNTITLED
    summary = get_line(document, "summary") or get_line(book, "summary")
    text, diagnostics = _make_text(entry, title, summary, highlights)
    notes = [
        split_actions(note) for note in (get_text(document, "notes"), get_text(book, "document_note"), *entry.notes)
    ]
    tags = [*get_tags(document.get("tags")), *get_tags(book.get("book_tags") or book.get("tags"))]
    return Draft(
        origin="readwise",
        original_path=entry.path,
        title=title,
        text=text,
        location="feed" if get_line(document, "location") == "feed" else "library",
        kind=kind,
        authorship="other",
        authors=split_authors(get_line(document, "author") or get_line(book, "author")),
        publication=get_line(document, "site_name"),
        published=read_date(document.get("published_date")),
        saved=read_date(get_line(document, "saved_at", "created_at")) or find_earliest(own),
        tags=clean_tags([*tags, *(tag for note in notes for tag in note.tags)]),
        summary=summary,
        headings=tuple(heading for heading in list_headings(text) if heading != title),
        source_url=find_url(get_line(document, "source_url"), get_line(book, "source_url")),
        document_note=join_notes(note.note for note in notes),
        highlights=own,
        diagnostics=diagnostics,
    )


def find_kind(document: Mapping[str, Any], book: Mapping[str, Any]) -> str:
    """Return the kind of a work; what Readwise supplied stays a supplemental whatever else is known of it."""
    names = [get_line(item, "category").lower() for item in (book, document)]
    kinds = [KINDS[name] for name in names if name in KINDS]
    if "supplemental" in kinds:
        return "supplemental"
    return kinds[-1] if kinds else "article"


def find_url(*urls: str) -> str | None:
    """Return the first that is a web address, as written."""
    return next((url for url in map(clean_line, urls) if url.startswith("http") and canonicalise_url(url)), None)


def _make_text(
    entry: Entry, title: str, summary: str, highlights: tuple[Highlight, ...]
) -> tuple[str, tuple[str, ...]]:
    converted = _convert_stored(entry.document)
    guessed = ("its document is not among the saved answers",) if entry.guessed else ()
    if not converted.text:
        passages = [highlight.text for highlight in highlights]
        return compose_text(title, summary, passages), (NO_TEXT, *converted.diagnostics, *guessed)
    text = add_title(title, converted.text)
    if find_kind(entry.document, entry.book) == "supplemental":
        text += "\n" + compose_text("Supplied highlights", "", [item.text for item in highlights]).replace(
            "# ", "## ", 1
        )
    return text, (*converted.diagnostics, *guessed)


def _convert_stored(document: Mapping[str, Any]) -> Converted:
    html = get_text(document, "html_content")
    converted = convert_html(html) if html else Converted("")
    return converted if converted.text else convert_content(get_text(document, "content"))
