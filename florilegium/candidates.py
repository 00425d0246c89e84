"""Candidates: findings and seeds after deduplication, and how they rank."""

from dataclasses import dataclass

from .documents import Document
from .findings import Hit


@dataclass(frozen=True)
class Duplicate:
    """One document that another stands for."""

    document: Document
    reason: str  # same_path, same_url, same_content, near_duplicate, same_title_and_author
    similarity: float  # 1.0 but for near-duplicates


@dataclass(frozen=True)
class Candidate:
    """One document that goes on, with those that it stands for."""

    document: Document  # the survivor
    seed: bool
    hits: tuple[Hit, ...]  # of the survivor and of its duplicates; empty for a seed that no query found
    key_terms: tuple[str, ...]
    also_in: tuple[Duplicate, ...]  # sorted by id


@dataclass(frozen=True)
class Ranked:
    """One candidate with its score."""

    candidate: Candidate
    score: float  # 0.0 to 1.0, four decimals; seeds 1.0
    signal: str  # the cheapest that sufficed: seed, metadata, head_tail, full; passages where an encoder read on
    themes: tuple[str, ...]  # ids of the themes that it bears on, sorted
    reason: str  # one readable line
    pinned: str = ""  # why the reader pinned it; "" where it is not pinned
