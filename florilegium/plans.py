"""A plan: what a brief asks for, as themes, seeds and first queries."""

from dataclasses import dataclass
from typing import Literal

from .documents import Document


@dataclass(frozen=True)
class Theme:
    """One of the angles of a topic."""

    id: str  # t1, t2, ...; emergent themes e1, e2, ...
    name: str
    terms: tuple[str, ...]  # words and phrases by which a source on this theme is known


@dataclass(frozen=True)
class Query:
    """One search, aimed at a theme."""

    id: str  # r0-q1: round and number
    theme: str  # id of the theme
    text: str
    reason: str  # why it is asked: "first", "thin: ...", "missing: ...", "emergent: ..."


@dataclass(frozen=True)
class Seed:
    """One source that the brief names: always in the memory, never reranked."""

    reference: str  # as the brief writes it
    kind: Literal["url", "file", "note", "notebook"]
    documents: tuple[str, ...]  # ids; empty where it was not found
    problem: str  # why it was not found, "" where it was


@dataclass(frozen=True)
class Fingerprint:
    """By what a seed's text is recognised elsewhere, without the text; as in a finding."""

    id: str  # of the document
    content_key: str  # SHA-256 of the text without markup, case and white space: equal content, equal key
    signature: tuple[int, ...]  # MinHash of the text's shingles; empty where the text is too short
    phrases: tuple[int, ...] = ()  # smallest hashes of its pairs of neighbouring terms; empty where it is too short
    numbers: tuple[int, ...] = ()  # smallest hashes of the numbers that it names


@dataclass(frozen=True)
class Knobs:
    """Params that the brief's front matter overrides; null where it says nothing."""

    rounds: int | None = None
    queries: int | None = None
    findings: int | None = None
    limit: int | None = None


@dataclass(frozen=True)
class Plan:
    """What the stages of one topic work from."""

    topic: str
    title: str
    summary: str  # the brief in two or three sentences
    knobs: Knobs
    themes: tuple[Theme, ...]
    seeds: tuple[Seed, ...]
    documents: tuple[Document, ...]  # the seeds' documents, with summaries, sorted by id
    fingerprints: tuple[Fingerprint, ...] = ()  # one for each of these documents, sorted by id
