"""Findings of the research rounds: metadata only, never text."""

from dataclasses import dataclass

from .documents import Document
from .plans import Query, Theme


@dataclass(frozen=True)
class Hit:
    """One query that brought a document back."""

    query: str  # id of the query
    theme: str  # id of the theme that the query aims at
    rank: int  # 1 is best, within the query
    via: str  # "search", or "link: <id of the note it was reached from>"
    why: str  # one readable line: which terms in which fields


@dataclass(frozen=True)
class Finding:
    """One document that a researcher brought back; all that later stages know of it without its text."""

    document: Document  # with its summary filled in
    hits: tuple[Hit, ...]  # sorted by query id
    key_terms: tuple[str, ...]  # the terms that tell it from the rest of the library, best first
    content_key: str  # SHA-256 of the text without markup, case and white space: equal content, equal key
    signature: tuple[int, ...]  # MinHash of the text's shingles; empty where the text is too short
    phrases: tuple[int, ...] = ()  # smallest hashes of its pairs of neighbouring terms; empty where it is too short
    numbers: tuple[int, ...] = ()  # smallest hashes of the numbers that it names


@dataclass(frozen=True)
class Dropped:
    """One document that answered and was left out."""

    id: str
    reason: str  # why, with the query: "r0-q1: beyond the 15 best"


@dataclass(frozen=True)
class Harvest:
    """What one researcher brings back for one query."""

    findings: tuple[Finding, ...]  # best first
    dropped: tuple[Dropped, ...]  # best first


@dataclass(frozen=True)
class Coverage:
    """How well one theme is covered after a round."""

    theme: str
    state: str  # covered (3 or more), thin (1 or 2), missing (0)
    findings: tuple[str, ...]  # ids that bear on it, sorted


@dataclass(frozen=True)
class Round:
    """What a round starts from: all that is known so far and the queries to ask next."""

    topic: str
    number: int
    themes: tuple[Theme, ...]  # those of the plan, then emergent ones
    queries: tuple[Query, ...]  # to ask in this round; empty once the research has stopped
    asked: tuple[Query, ...]  # in earlier rounds
    findings: tuple[Finding, ...]  # of earlier rounds, one a document, sorted by id
    coverage: tuple[Coverage, ...]  # after the last round; empty before the first
    new: tuple[int, ...]  # unique documents that each earlier round added
    stopped: str  # why no more rounds follow; "" while the research goes on


def merge_findings(findings: list[Finding]) -> tuple[Finding, ...]:
    """Return one finding a document, with all its hits, sorted by id; the result ignores the order given."""
    merged: dict[str, Finding] = {}
    for finding in sorted(findings, key=lambda item: item.document.id):
        known = merged.get(finding.document.id)
        hits = {(hit.query, hit.via): hit for hit in (*finding.hits, *(known.hits if known else ()))}
        merged[finding.document.id] = Finding(
            document=finding.document,
            hits=tuple(sorted(hits.values(), key=lambda hit: (hit.query, hit.rank, hit.via))),
            key_terms=finding.key_terms,
            content_key=finding.content_key,
            signature=finding.signature,
            phrases=finding.phrases,
            numbers=finding.numbers,
        )
    return tuple(merged.values())
