"""A reference: what a bibliography says of a source, as far as the catalogue knows it."""

import re
import unicodedata
from dataclasses import dataclass

from ..entries import Entry
from .names import Name, read_name

# What each kind is in the terms of CSL 1.0.2; anything else is a webpage where it has an address.
_CSL_TYPES = {
    "article": "article-magazine",
    "book": "book",
    "chat": "personal_communication",
    "email": "personal_communication",
    "pdf": "report",
    "podcast": "broadcast",
    "tweet": "post",
    "video": "motion_picture",
}
MONTHS = (  # in English, whatever the locale
    "January February March April May June July August September October November December".split()
)
_NOT_KEY = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True)
class Reference:
    """One source as a bibliography knows it; "" and () where the catalogue does not know."""

    key: str  # ASCII letters, digits and hyphens; as unique as the id
    type: str  # in the terms of CSL
    kind: str  # in ours
    authors: tuple[Name, ...]
    title: str
    container: str  # site, journal or publisher
    issued: tuple[int, ...]  # year, month, day as far as known
    accessed: tuple[int, ...]
    url: str
    path: str  # where it lies, for what has no address


def make_reference(entry: Entry) -> Reference:
    """Return what a bibliography can say of a source; the reader's own notes are dated by when they were written."""
    is_own = entry.authorship == "own" and not entry.published
    fallback = "webpage" if entry.source_url else "document"
    return Reference(
        key=make_key(entry.id),
        type=_CSL_TYPES.get(entry.kind, fallback) if entry.source_url or entry.kind != "article" else "article",
        kind=entry.kind,
        authors=tuple(read_name(name) for name in entry.authors if name.strip()),
        title=" ".join(entry.title.split()),
        container=" ".join(entry.publication.split()),
        issued=read_date((entry.saved if is_own else entry.published) or ""),
        accessed=() if is_own else read_date(entry.saved or ""),
        url=entry.source_url or "",
        path=entry.original_path,
    )


def make_key(entry_id: str) -> str:
    """Return an id in ASCII; its eight hex digits keep keys apart, whatever becomes of the rest."""
    plain = unicodedata.normalize("NFKD", entry_id).encode("ascii", "ignore").decode()
    key = _NOT_KEY.sub("-", plain).strip("-").lower()
    return key if key[:1].isalpha() and len(key) > 8 else f"source-{key}"


def read_date(text: str) -> tuple[int, ...]:
    """Return year, month and day of YYYY, YYYY-MM or YYYY-MM-DD; without a month that there is not."""
    parts = tuple(int(part) for part in text.split("-")) if text else ()
    return parts if len(parts) < 2 or 1 <= parts[1] <= len(MONTHS) else parts[:1]
