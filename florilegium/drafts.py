"""A draft: what a reader yields; nothing beyond it knows which origin has which quirks."""

import re
from dataclasses import dataclass, field
from functools import cache

from .documents import Authorship, Document, Origin, hash_text, make_id


@dataclass(frozen=True)
class Highlight:
    """One passage that the reader marked, with what the reader wrote about it."""

    text: str  # the author's words
    note: str = ""  # the reader's own words
    tags: tuple[str, ...] = ()
    location: str = ""  # "page 12", "location 340", "" where unknown
    made: str | None = None  # YYYY-MM-DD
    key: str = ""  # id in its account, for merging; "" where it has none


@dataclass(frozen=True)
class Link:
    """One link of a note, as written; `florilegium.vault.resolve` says where it leads."""

    target: str  # without subpath and display text
    subpath: str = ""  # "#Heading" or "#^block", "" for the whole note
    kind: str = "wikilink"  # wikilink, embed, markdown, front_matter, canvas
    line: int = 0  # counted from 1; 0 where it has none


@dataclass(frozen=True)
class Draft:
    """One document as a reader found it, with its whole text."""

    origin: Origin
    original_path: str
    title: str
    text: str  # Markdown, "\n" line ends, Unicode as the source has it
    location: str = ""
    kind: str = "note"
    authorship: Authorship = "own"
    aliases: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    publication: str = ""
    published: str | None = None
    saved: str | None = None
    tags: tuple[str, ...] = ()
    notebook: str | None = None
    summary: str = ""
    headings: tuple[str, ...] = ()
    source_url: str | None = None
    document_note: str = ""  # the reader's own words on the whole document
    highlights: tuple[Highlight, ...] = ()
    links: tuple[Link, ...] = ()
    diagnostics: tuple[str, ...] = field(default=())


def render_highlights(draft: Draft) -> str:
    """Return the highlights file of a draft, or "" where the reader marked and noted nothing.

    Lines that begin with "> " are the author's words; "Note:" and "Document note:" are the reader's.
    """
    if not draft.highlights and not draft.document_note.strip():
        return ""
    parts = [f"# Highlights: {_flatten(draft.title)}"]
    if draft.document_note.strip():
        parts.append(_label("Document note", draft.document_note))
    for highlight in draft.highlights:
        parts.append("\n".join(f"> {line}".rstrip() for line in highlight.text.strip().split("\n")))
        if highlight.note.strip():
            parts.append(_label("Note", highlight.note))
        facts = [highlight.location, highlight.made or "", " ".join(f"#{tag}" for tag in highlight.tags)]
        if any(facts):
            parts.append("(" + ", ".join(fact for fact in facts if fact) + ")")
    return "\n\n".join(parts) + "\n"


def split_highlights(text: str) -> tuple[str, str]:
    """Return (the author's marked words, the reader's own notes) of a highlights file."""
    marked: list[str] = []
    own: list[str] = []
    for block in re.split(r"\n{2,}(?! )", text):
        if block.startswith(">"):
            marked.append("\n".join(line.removeprefix(">").removeprefix(" ") for line in block.split("\n")))
        elif block.startswith(("Note: ", "Document note: ")):
            own.append(block.split(": ", 1)[1])
    return "\n".join(marked), "\n".join(own)


UNTITLED = "Untitled"  # what a file is called whose name is nothing but white space


def make_document(draft: Draft, *, source: str, text: str, highlights: str) -> Document:
    """Return the catalogue entry of a draft whose texts are about to be stored as given."""
    notes = sum(bool(item.note.strip()) for item in draft.highlights) + bool(draft.document_note.strip())
    return Document(
        id=make_id(title=draft.title, origin=draft.origin, source=source, original_path=draft.original_path),
        origin=draft.origin,
        source=source,
        location=draft.location,
        kind=draft.kind,
        authorship=draft.authorship,
        title=_flatten(draft.title) or UNTITLED,
        aliases=draft.aliases,
        authors=draft.authors,
        publication=draft.publication,
        published=draft.published,
        saved=draft.saved,
        tags=tuple(sorted(set(draft.tags))),
        notebook=draft.notebook,
        summary=_flatten(draft.summary),
        headings=draft.headings,
        original_path=draft.original_path,
        source_url=draft.source_url,
        words=count_words(text),
        sha256=hash_text(text),
        highlights=len(draft.highlights),
        own_notes=notes,
        highlights_sha256=hash_text(highlights) if highlights else None,
        diagnostics=draft.diagnostics,
    )


_CJK = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD_CHARACTERS = bytes(ord("a") if chr(byte).isalnum() or byte == ord("_") else ord(" ") for byte in range(256))
# Marks of print that stand in texts which are Latin-1 otherwise; none of them is part of a word.
_TYPOGRAPHY = "“”„‘’‚–—…•→€™"


def count_words(text: str) -> int:
    """Return the number of words; each Chinese, Japanese or Korean character counts as one."""
    plain = text
    if not text.isascii():
        for mark in _TYPOGRAPHY:
            plain = plain.replace(mark, " ")
    try:
        # Fifteen times faster, and most notes in Latin script have nothing else: each word begins after a gap.
        return b" ".join((b"", plain.encode("latin-1").translate(_WORD_CHARACTERS))).count(b" a")
    except UnicodeEncodeError:
        return len(_compile_word().findall(text))


@cache
def _compile_word() -> re.Pattern[str]:
    """Compiled when first used: so wide a set of characters takes longer than all else in this module."""
    return re.compile(rf"[{_CJK}]|[^\W{_CJK}]+")


def _label(name: str, text: str) -> str:
    """Return the reader's words under a label, later lines indented so that they stay one block."""
    lines = [line.rstrip() for line in text.strip().split("\n")]
    return f"{name}: " + "\n".join([lines[0], *(f"    {line}".rstrip() for line in lines[1:])])


def _flatten(text: str) -> str:
    return " ".join(text.split())
