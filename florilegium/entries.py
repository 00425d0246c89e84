"""An entry of a memory's index: one source with what can be known of it before it is opened."""

from dataclasses import dataclass, field

from .documents import Authorship, Origin

COVERED = 3  # sources from which a theme counts as covered


@dataclass(frozen=True)
class AlsoIn:
    """Another place in which the same source lies."""

    id: str
    origin: Origin
    location: str
    original_path: str
    source_url: str | None
    reason: str  # how it was recognised


@dataclass(frozen=True)
class Entry:
    """One source of a memory; the paths are relative to the memory's folder."""

    id: str
    title: str
    authors: tuple[str, ...]
    origin: Origin
    location: str
    kind: str
    authorship: Authorship
    publication: str
    published: str | None
    saved: str | None
    tags: tuple[str, ...]
    notebook: str | None
    relevance_score: float
    seed: bool
    themes: tuple[str, ...]  # names of the themes
    found_by: tuple[str, ...]  # texts of the queries
    signal: str
    summary: str
    uri_highlights: str | None
    uri_full: str
    original_path: str
    source_url: str | None
    also_in: tuple[AlsoIn, ...]
    words: int
    highlights: int
    own_notes: int
    sha256: str  # of the full text
    reason: str  # why it has this score, and why it is pinned
    pinned: bool = False  # the reader wants it in the memory whatever its score
    highlights_sha256: str | None = None  # of the highlights file; null where the reader marked nothing


@dataclass(frozen=True)
class Vetoed:
    """One source that was found and that the reader wants in no memory of this topic."""

    id: str
    title: str
    reason: str  # the reader's


@dataclass(frozen=True)
class ThemeCoverage:
    """How many sources of the memory bear on a theme."""

    theme: str  # its name
    state: str  # covered, thin, missing
    sources: int


def name_state(sources: int) -> str:
    """Return how well a theme is covered by so many sources."""
    return "covered" if sources >= COVERED else "thin" if sources else "missing"


@dataclass(frozen=True)
class Index:
    """The catalogue of a memory, as `index.yaml` holds it."""

    schema_version: int
    topic: str
    title: str
    brief: str  # the brief in two or three sentences
    rounds: int  # rounds that asked at least one query
    sources: int
    origins: dict[str, int]  # sources per origin, sorted by name
    coverage: tuple[ThemeCoverage, ...]
    left_out: int  # ranked candidates below the minimum score or beyond the limit
    entries: tuple[Entry, ...]  # seeds first, then by descending score, ties by id
    vetoed: tuple[Vetoed, ...] = ()  # sorted by id
    pages: dict[str, str] = field(default_factory=dict)  # SHA-256 of the files beside index.yaml, by name
