"""What is compared of two documents, all of it metadata, and how near their fingerprints are."""

import unicodedata
from dataclasses import dataclass
from functools import cached_property

from ..documents import Document
from . import works
from .fingerprints import FEWEST_COMPARED, NUMBERS, PHRASES, estimate_share, estimate_similarity
from .urls import canonicalise_url, names_document

SHORT_WORDS = 8  # equal texts below this are stubs, such as the empty daily note
LOW_SIMILARITY = 0.25  # share of what containment would give, below which two texts are different texts
LOW_SHARE = 0.12  # of the shorter text's phrases: what two articles on one subject may have in common
COMPARABLE_RATIO = 0.4  # length ratio from which a low similarity says anything
FEWEST_NUMBERS = 3  # of the text with fewer: below, numbers say nothing
MANY_NUMBERS = 5
HIGH_NUMBERS = 0.75  # from which on they agree
LOW_NUMBERS = 0.3  # share of few numbers, below which two texts are two versions
LOW_MANY_NUMBERS = 0.5  # of many


@dataclass(frozen=True)
class Facts:
    """What is compared of one document; all of it metadata."""

    document: Document
    content_key: str  # "" where unknown
    signature: tuple[int, ...]  # empty where unknown
    phrases: tuple[int, ...] = ()  # the same
    numbers: tuple[int, ...] = ()

    @cached_property
    def path(self) -> str:
        """The original path in one Unicode form."""
        return unicodedata.normalize("NFC", self.document.original_path)

    @cached_property
    def url(self) -> str:
        """The canonical URL of the document itself: what the reader's own note cites is the URL of something else."""
        url = canonicalise_url(self.document.source_url) if self.document.authorship == "other" else ""
        return url if names_document(url) else ""

    @cached_property
    def content(self) -> str:
        """The content key, "" where the text is too short to tell."""
        return self.content_key if self.document.words >= SHORT_WORDS else ""

    @cached_property
    def title(self) -> works.Words:
        """The words of the title."""
        return works.split_title(self.document.title, self.document.publication)

    @cached_property
    def authors(self) -> tuple[works.Words, ...]:
        """The people who wrote it."""
        return works.split_authors(self.document.authors, self.document.publication)


def compare_signatures(one: Facts, other: Facts) -> float | None:
    """Return the estimated share of common shingles (Jaccard, from MinHash), None where a text gave no signature."""
    if not one.signature or len(one.signature) != len(other.signature):
        return None
    return estimate_similarity(one.signature, other.signature)


def compare_phrases(one: Facts, other: Facts) -> float | None:
    """Return the estimated share of the shorter text's phrases in the other, None where too few are known."""
    share, looked_at = estimate_share(one.phrases, other.phrases, kept=PHRASES)
    return share if looked_at >= FEWEST_COMPARED else None


def find_ratio(one: Facts, other: Facts) -> float:
    """Return the length of the shorter text as a share of the longer one's."""
    short, long = sorted((one.document.words, other.document.words))
    return short / long if long else 0.0


def have_different_texts(one: Facts, other: Facts) -> bool:
    """Tell whether two texts of comparable length have far too little in common for copies, even in other words."""
    ratio = find_ratio(one, other)
    if ratio < COMPARABLE_RATIO:
        return False
    share, estimate = compare_phrases(one, other), compare_signatures(one, other)
    if share is not None:
        return share < LOW_SHARE
    return estimate is not None and estimate < ratio * LOW_SIMILARITY


def have_different_numbers(one: Facts, other: Facts) -> bool:
    """Tell whether two texts name other numbers, as two versions of a paper or two reports from one form do."""
    share, looked_at = estimate_share(one.numbers, other.numbers, kept=NUMBERS)
    return looked_at >= FEWEST_NUMBERS and share < (LOW_MANY_NUMBERS if looked_at >= MANY_NUMBERS else LOW_NUMBERS)


def have_equal_numbers(one: Facts, other: Facts) -> bool:
    """Tell whether two texts name the same numbers, for the most part."""
    share, looked_at = estimate_share(one.numbers, other.numbers, kept=NUMBERS)
    return looked_at >= MANY_NUMBERS and share >= HIGH_NUMBERS
