"""A document: one thing in the library, told by its metadata."""

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

Origin = Literal["obsidian", "readwise", "notebooklm", "web", "file"]
Authorship = Literal["own", "other", "mixed"]

SLUG_LENGTH = 60


@dataclass(frozen=True)
class Document:
    """The metadata of one document; its text lies beside the catalogue under its id."""

    id: str  # readable and stable, see `make_id`
    origin: Origin
    source: str  # name of the configured source, "" for seeds
    location: str  # vault folder ("" is the root), `library` or `feed`, notebook title, "brief" for seeds
    kind: str  # note, daily, canvas, article, book, tweet, podcast, email, pdf, video, notebook_note, ...
    authorship: Authorship  # whose words the full text is; highlight notes are always the reader's own
    title: str
    aliases: tuple[str, ...]
    authors: tuple[str, ...]
    publication: str  # site or publisher, "" where unknown
    published: str | None  # YYYY, YYYY-MM or YYYY-MM-DD
    saved: str | None  # when the reader wrote or saved it, YYYY-MM-DD
    tags: tuple[str, ...]  # without "#", first-seen case, sorted
    notebook: str | None  # NotebookLM only
    summary: str  # as the source gave it, or as a summariser made it; "" where neither did
    headings: tuple[str, ...]
    original_path: str  # where in its source: a path with "/", or an id in an account
    source_url: str | None
    words: int  # of the full text
    sha256: str  # of the full text file
    highlights: int  # passages that the reader marked
    own_notes: int  # notes by the reader on the document or on its highlights
    highlights_sha256: str | None  # of the highlights file; null where the reader marked nothing
    diagnostics: tuple[str, ...]  # what was wrong with it and how it was read all the same


def make_slug(title: str) -> str:
    """Return the title in lower-case letters, digits and hyphens of any script; "untitled" where none is left."""
    folded = unicodedata.normalize("NFKC", title).casefold()
    slug = re.sub(r"[\W_]+", "-", folded).strip("-")
    return slug[:SLUG_LENGTH].rstrip("-") or "untitled"


def make_id(*, title: str, origin: str, source: str, original_path: str) -> str:
    """Return `<slug>-<8 hex>`; the hex comes from where the document lies, so equal titles stay apart.

    The path is normalised (NFC), so that one vault has the same ids on every file system.
    """
    path = unicodedata.normalize("NFC", original_path)
    digest = hashlib.sha256(f"{origin}\n{source}\n{path}".encode()).hexdigest()
    return f"{make_slug(title)}-{digest[:8]}"


def hash_text(text: str) -> str:
    """Return the SHA-256 of a text as it lies on disk."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
