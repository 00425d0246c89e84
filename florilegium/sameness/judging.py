"""Whether two documents are one: the reasons for it, and what speaks against it. Precision comes first."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ..documents import Document
from . import works
from .fingerprints import estimate_similarity
from .urls import canonicalise_url, names_document

# Strongest first: what a duplicate is said to be recognised by.
REASONS = ("same_path", "same_url", "same_content", "near_duplicate", "same_title_and_author")

SHORT_WORDS = 8  # equal texts below this are stubs, such as the empty daily note
STUB_WORDS = 200  # equal texts below this under two addresses may be one paywall in front of two articles
OWN_SIMILARITY = 0.85  # two notes by the reader in one source: drafts and templates look alike, and both were kept
AUTHORS_SIMILARITY = 0.9  # texts so near that different authors are a fault of the metadata
CUT_RATIO = 0.6  # a cut copy has at least so many of the words: less may be a digest that quotes
CUT_RATIO_TITLED = 0.4  # the same under the same title
MUCH_SIMILARITY = 0.5  # what two copies of a third text keep in common, even if they are too far apart for a reason
LOW_SIMILARITY = 0.25  # share of what containment would give, below which two texts are different texts
COMPARABLE_RATIO = 0.4  # length ratio from which a low similarity says anything
TITLE_WORDS = 2  # a title of one word is shared by too many
MONTH_DAYS = 31  # dates of publication and of the last update drift apart, but less than this

PATH_ORIGINS = frozenset({"obsidian", "readwise", "file"})  # those whose original paths are paths of files
SERIAL_KINDS = frozenset({"email", "rss"})  # issues of these share title and author


@dataclass(frozen=True)
class Facts:
    """What is compared of one document; all of it metadata."""

    document: Document
    content_key: str  # "" where unknown
    signature: tuple[int, ...]  # empty where unknown

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


@dataclass(frozen=True)
class Reason:
    """Why two documents are one."""

    name: str  # of REASONS
    similarity: float  # 1.0 but for near-duplicates

    @property
    def strength(self) -> tuple[int, float]:
        """Sorts the strongest first."""
        return REASONS.index(self.name), -self.similarity


def find_reason(one: Facts, other: Facts, *, similarity: float) -> Reason | None:
    """Return the strongest reason for which two documents are one, None where there is none."""
    for name, holds in _CHECKS:
        if holds(one, other):
            return Reason(name, 1.0)
    if _are_near(one, other, similarity=similarity):
        return Reason("near_duplicate", round(compare_signatures(one, other) or 0.0, 4))
    return Reason("same_title_and_author", 1.0) if _have_same_title_and_author(one, other) else None


def find_contradiction(one: Facts, other: Facts) -> str:
    """Return why two documents without a reason of their own are known to be different, "" where nothing says so."""
    return next((message for message, holds in _CONTRADICTIONS if holds(one, other)), "")


def compare_signatures(one: Facts, other: Facts) -> float | None:
    """Return the estimated share of common shingles (Jaccard, from MinHash), None where a text gave no signature."""
    if not one.signature or len(one.signature) != len(other.signature):
        return None
    return estimate_similarity(one.signature, other.signature)


def have_different_texts(one: Facts, other: Facts) -> bool:
    """Tell whether two texts of comparable length have far too little in common for copies."""
    estimate = compare_signatures(one, other)
    ratio = _find_ratio(one, other)
    return estimate is not None and ratio >= COMPARABLE_RATIO and estimate < ratio * LOW_SIMILARITY


def _have_other_hands(one: Facts, other: Facts) -> bool:
    if {one.document.authorship, other.document.authorship} != {"own", "other"}:
        return False
    return (compare_signatures(one, other) or 0.0) < MUCH_SIMILARITY


def _have_different_authors(one: Facts, other: Facts) -> bool:
    return bool(one.authors and other.authors) and not works.share_author(one.authors, other.authors)


def _have_different_numbers(one: Facts, other: Facts) -> bool:
    return works.are_numbered_apart(one.title, other.title)


def _have_different_addresses(one: Facts, other: Facts) -> bool:
    """Tell whether address and title are both different: one of them alone says little."""
    return bool(one.url and other.url) and one.url != other.url and not works.are_alike(one.title, other.title)


def _are_two_days(one: Facts, other: Facts) -> bool:
    return one.document.kind == other.document.kind == "daily"


def _are_two_kinds(one: Facts, other: Facts) -> bool:
    return not works.may_be_one_kind(one.document.kind, other.document.kind)


def _are_unfilled(one: Facts, other: Facts) -> bool:
    return one.content != "" and one.content == other.content and _are_from_one_template(one, other)


def _have_same_path(one: Facts, other: Facts) -> bool:
    mine, theirs = one.document, other.document
    if have_different_texts(one, other):
        return False  # one file that holds several documents
    if (mine.origin, mine.source) == (theirs.origin, theirs.source):
        return one.path == other.path
    if mine.origin == theirs.origin or not {mine.origin, theirs.origin} <= PATH_ORIGINS:
        return False
    short, long = sorted((one.path, other.path), key=len)
    return "/" in short and f"/{long}".endswith(f"/{short}")


def _have_same_url(one: Facts, other: Facts) -> bool:
    if not one.url or one.url != other.url or _have_different_numbers(one, other):
        return False
    if works.are_alike(one.title, other.title):
        return True
    if "obsidian" in (one.document.origin, other.document.origin):
        # A note under another title may be the reader's note *about* the article, whatever its front matter says.
        return (compare_signatures(one, other) or 0.0) >= _find_ratio(one, other) / 2 > 0
    return not have_different_texts(one, other)  # a podcast's page stands for all its episodes


def _have_same_content(one: Facts, other: Facts) -> bool:
    mine, theirs = one.document, other.document
    equal = mine.sha256 == theirs.sha256 and min(mine.words, theirs.words) >= SHORT_WORDS
    if not equal and (not one.content or one.content != other.content):
        return False
    if _are_from_one_template(one, other):
        return False
    return not _have_different_addresses(one, other) or min(mine.words, theirs.words) >= STUB_WORDS


def _are_from_one_template(one: Facts, other: Facts) -> bool:
    """Tell whether two equal notes of one source may be two that nobody filled in, such as two weeks' plans."""
    mine, theirs = one.document, other.document
    if mine.authorship != "own" or (mine.origin, mine.source) != (theirs.origin, theirs.source):
        return False
    if _are_two_days(one, other) or _have_different_numbers(one, other):
        return True
    # Without front matter and markup, such a text has too few words for a signature.
    return not one.signature and not works.are_alike(one.title, other.title)


def _are_near(one: Facts, other: Facts, *, similarity: float) -> bool:
    estimate = compare_signatures(one, other)
    if estimate is None or _are_barred(one, other, estimate):
        return False
    mine, theirs = one.document, other.document
    if mine.authorship == theirs.authorship == "own" and mine.source == theirs.source:
        return estimate >= max(similarity, OWN_SIMILARITY)
    return estimate >= similarity or _is_cut(one, other, estimate, similarity=similarity)


def _are_barred(one: Facts, other: Facts, estimate: float) -> bool:
    """Tell whether two texts stay apart however near they are."""
    if _are_two_days(one, other) or _have_different_numbers(one, other):
        return True
    if _have_different_authors(one, other):
        return estimate < AUTHORS_SIMILARITY
    return _have_different_addresses(one, other) and min(one.document.words, other.document.words) < STUB_WORDS


def _is_cut(one: Facts, other: Facts, estimate: float, *, similarity: float) -> bool:
    """Tell whether one text is the other cut short; an own note that quotes a whole article is no such copy.

    With J the common share and r the ratio of lengths, J (1 + r) / (1 + J) / r of the shorter text is in the longer.
    Two texts of equal length and of just the similarity asked for have 2 s / (1 + s) of each in the other.
    """
    if one.document.authorship == "own" or other.document.authorship == "own":
        return False
    ratio = _find_ratio(one, other)
    titled = works.are_alike(one.title, other.title)
    if ratio < (CUT_RATIO_TITLED if titled else CUT_RATIO):
        return False
    return estimate * (1 + ratio) / (1 + estimate) / ratio >= 2 * similarity / (1 + similarity)


def _have_same_title_and_author(one: Facts, other: Facts) -> bool:
    mine, theirs = one.document, other.document
    if not mine.authorship == theirs.authorship == "other" or not works.may_be_one_kind(mine.kind, theirs.kind):
        return False
    if len(one.title) < TITLE_WORDS or one.title != other.title or not works.share_author(one.authors, other.authors):
        return False
    if have_different_texts(one, other) or not _are_near_in_time(mine, theirs):
        return False
    return not one.url or not other.url or one.url == other.url


def _are_near_in_time(one: Document, other: Document) -> bool:
    """Tell whether two dates of publication may be one, compared as far as both are known."""
    if one.published is None or other.published is None:
        return one.kind not in SERIAL_KINDS and other.kind not in SERIAL_KINDS
    mine, theirs = (list(map(int, date.split("-"))) for date in (one.published, other.published))
    if len(mine) < 3 or len(theirs) < 3:
        return all(left == right for left, right in zip(mine, theirs, strict=False))
    allowed = 1 if SERIAL_KINDS & {one.kind, other.kind} else MONTH_DAYS
    return abs(_count_days(mine) - _count_days(theirs)) <= allowed


def _count_days(date: list[int]) -> int:
    """Return a day number in months of 31 days: enough to tell near dates from far ones, and never invalid."""
    year, month, day = date
    return (year * 12 + month) * 31 + day


def _find_ratio(one: Facts, other: Facts) -> float:
    short, long = sorted((one.document.words, other.document.words))
    return short / long if long else 0.0


Check = Callable[[Facts, Facts], bool]

_CHECKS: tuple[tuple[str, Check], ...] = (
    ("same_path", _have_same_path),
    ("same_url", _have_same_url),
    ("same_content", _have_same_content),
)

_CONTRADICTIONS: tuple[tuple[str, Check], ...] = (
    ("the reader's words and another's", _have_other_hands),
    ("two daily notes", _are_two_days),
    ("different authors", _have_different_authors),
    ("numbered apart", _have_different_numbers),
    ("two notes from one template", _are_unfilled),
    ("different kinds of work", _are_two_kinds),
    ("different texts", have_different_texts),
    ("different addresses", _have_different_addresses),
)
