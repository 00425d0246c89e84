"""Decisions of the distiller: for each source of a memory, whether the article used it, and the evidence."""

from dataclasses import dataclass

from .entries import Entry


@dataclass(frozen=True)
class Layers:
    """One source of a memory with its texts, as a distiller is given it."""

    entry: Entry
    full: str
    highlights: str  # "" where the reader marked nothing


@dataclass(frozen=True)
class Evidence:
    """One place of the article beside one place of the source."""

    rule: str  # title, author, url, citation, file_name, notebook, wikilink, phrase, term, number, paraphrase
    explicit: bool
    article_line: int  # counted from 1
    article_quote: str  # found byte for byte in the article
    source_layer: str  # highlights, full, summary, metadata
    source_line: int | None  # counted from 1 in the layer's file; null for metadata and summary
    source_quote: str  # found byte for byte in the layer's file; "" where the evidence is metadata
    weight: float  # 0.0 to 1.0: how far this alone shows use


@dataclass(frozen=True)
class Decision:
    """What was decided on one source; also the negative and the borderline ones are kept."""

    id: str
    title: str
    verdict: str  # used, borderline, unused
    how: str  # explicit, traceable, "" for unused
    weight: float  # 0.0 to 1.0
    reason: str  # one readable line for each part
    evidence: tuple[Evidence, ...]  # strongest first
    dropped_quotes: int  # quotations that were not found byte for byte and therefore not kept


@dataclass(frozen=True)
class Decisions:
    """All decisions for one article, sorted as the memory's index is."""

    topic: str
    article: str  # its title
    article_sha256: str
    sources: int
    used: int
    borderline: int
    decisions: tuple[Decision, ...]
