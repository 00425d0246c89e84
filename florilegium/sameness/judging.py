"""Whether two documents are one: the reasons for it, and what speaks against it. Precision comes first."""

from collections.abc import Callable
from dataclasses import dataclass

from ..documents import Document
from . import works
from .facts import (
    SHORT_WORDS,
    Facts,
    compare_phrases,
    compare_signatures,
    find_ratio,
    have_different_numbers,
    have_different_texts,
    have_equal_numbers,
)

# Strongest first: what a duplicate is said to be recognised by.
REASONS = ("same_path", "same_url", "same_content", "near_duplicate", "cut_short", "reworded", "same_title_and_author")

STUB_WORDS = 200  # equal texts below this under two addresses may be one paywall in front of two articles
OWN_SIMILARITY = 0.85  # two notes by the reader in one source: drafts and templates look alike, and both were kept
AUTHORS_SIMILARITY = 0.9  # texts so near that different authors are a fault of the metadata
# The least length of a cut copy as a share of the whole: less may lie in a digest that quotes all of it.
CUT_SHARE = 0.8  # of the shorter text's phrases, from which on it is a piece of the other one
CUT_RATIO = 0.75
CUT_RATIO_RUNS = 0.4  # where runs of five words say so, whatever the titles say
CUT_RATIO_SILENT = 0.2  # under a title that says nothing, such as "Untitled 3"
CUT_RATIO_RELATED = 0.08  # under one title, more or less
# The least share of phrases that outlives other words; two texts on one subject share less than 0.16.
REWORDED_SHARE = 0.4
# What a reader writes on an article may take over much of it.
REWORDED_SHARE_OWN = 0.5
REWORDED_SHARE_OWN_ALIKE = 0.35
REWORDED_SHARE_RELATED = 0.3
REWORDED_SHARE_ALIKE = 0.2
# The same where the numbers agree, which two texts on one subject do not.
REWORDED_SHARE_COUNTED = 0.16
REWORDED_SHARE_ALIKE_COUNTED = 0.12
REWORDED_RATIO = 0.7
REWORDED_CUT_RELATED = (0.45, 0.55)  # least ratio and share of a cut one
REWORDED_CUT_ALIKE = (0.35, 0.5)
PIECE_RATIO = 0.55  # of the longest text: two that are longer overlap, two that are shorter may be head and tail
MUCH_SIMILARITY = 0.5  # what two copies of a third text keep in common, even if they are too far apart for a reason
TITLE_WORDS = 2  # a title of one word is shared by too many
MONTH_DAYS = 31  # dates of publication and of the last update drift apart, but less than this

PATH_ORIGINS = frozenset({"obsidian", "readwise", "file"})  # those whose original paths are paths of files
SERIAL_KINDS = frozenset({"email", "rss"})  # issues of these share title and author


@dataclass(frozen=True)
class Reason:
    """Why two documents are one."""

    name: str  # of REASONS
    similarity: float  # 1.0 but where texts were compared

    @property
    def strength(self) -> tuple[int, float]:
        """Sorts the strongest first."""
        return REASONS.index(self.name), -self.similarity


def find_reason(one: Facts, other: Facts, *, similarity: float) -> Reason | None:
    """Return the strongest reason for which two documents are one, None where there is none."""
    for name, holds in _CHECKS:
        if holds(one, other):
            return Reason(name, 1.0)
    alike = find_likeness(one, other, similarity=similarity)
    if alike:
        return alike
    return Reason("same_title_and_author", 1.0) if _have_same_title_and_author(one, other) else None


def find_contradiction(one: Facts, other: Facts, *, longest: int) -> str:
    """Return why two documents without a reason of their own are known to be different, "" where nothing says so.

    `longest` is the length of the longest text of both groups: two pieces of it need have nothing in common.
    """
    whole = min(one.document.words, other.document.words) >= PIECE_RATIO * longest
    checks = (*_CONTRADICTIONS, *_TEXT_CONTRADICTIONS) if whole else _CONTRADICTIONS
    return next((message for message, holds in checks if holds(one, other)), "")


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
        return (compare_signatures(one, other) or 0.0) >= find_ratio(one, other) / 2 > 0
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


def find_likeness(one: Facts, other: Facts, *, similarity: float) -> Reason | None:
    """Return the reason that lies in two texts alone: nearly equal, one cut short, or one in other words."""
    estimate, share = compare_signatures(one, other), compare_phrases(one, other)
    if estimate is None and share is None or _are_barred(one, other, estimate or 0.0):
        return None
    if _are_both_kept(one, other):
        near = (estimate or 0.0) >= max(similarity, OWN_SIMILARITY)
    else:
        near = (estimate or 0.0) >= similarity or _is_cut(one, other, estimate or 0.0, similarity=similarity)
    if near:
        return Reason("near_duplicate", round(estimate or 0.0, 4))
    if share is None or _are_both_kept(one, other) or _are_of_one_notebook(one, other):
        return None
    if _is_piece(one, other, share):
        return Reason("cut_short", round(share, 4))
    return Reason("reworded", round(share, 4)) if _is_reworded(one, other, share) else None


def _are_of_one_notebook(one: Facts, other: Facts) -> bool:
    """Tell whether two parts of a notebook have titles of their own: a saved answer lies in the chat, and is kept."""
    notebook = one.document.notebook
    return (
        notebook is not None and notebook == other.document.notebook and not works.are_related(one.title, other.title)
    )


def _is_own(one: Facts, other: Facts) -> bool:
    return "own" in (one.document.authorship, other.document.authorship)


def _are_both_kept(one: Facts, other: Facts) -> bool:
    """Tell whether the reader wrote and kept both in one place."""
    mine, theirs = one.document, other.document
    return mine.authorship == theirs.authorship == "own" and mine.source == theirs.source


def _is_piece(one: Facts, other: Facts, share: float) -> bool:
    """Tell whether one text is a piece of the other, and the other no collection that quotes it."""
    return share >= CUT_SHARE and find_ratio(one, other) >= _find_cut_ratio(one, other)


def _find_cut_ratio(one: Facts, other: Facts) -> float:
    own = _is_own(one, other)
    if (works.are_alike if own else works.are_related)(one.title, other.title):
        return CUT_RATIO_RELATED
    if works.is_silent(one.title) or works.is_silent(other.title):
        return CUT_RATIO_SILENT
    return 1.0 if own else CUT_RATIO


def _is_reworded(one: Facts, other: Facts, share: float) -> bool:
    """Tell whether one text says the other in other words; what merely quotes it differs in length."""
    ratio = find_ratio(one, other)
    if not _are_near_in_time(one.document, other.document):
        return False
    if ratio < REWORDED_RATIO:
        alike = works.are_alike(one.title, other.title)
        least_ratio, least_share = REWORDED_CUT_ALIKE if alike else REWORDED_CUT_RELATED
        related = works.are_related(one.title, other.title) and not _is_own(one, other)
        return (alike or related) and ratio >= least_ratio and share >= least_share
    return share >= _find_least_share(one, other)


def _find_least_share(one: Facts, other: Facts) -> float:
    related = works.are_related(one.title, other.title)
    if one.url and other.url and one.url != other.url:
        return REWORDED_SHARE if related else 1.0
    counted, alike = have_equal_numbers(one, other), works.are_alike(one.title, other.title)
    if _is_own(one, other):
        return REWORDED_SHARE_OWN_ALIKE if alike else REWORDED_SHARE_OWN
    if alike:
        return REWORDED_SHARE_ALIKE_COUNTED if counted else REWORDED_SHARE_ALIKE
    if counted:
        return REWORDED_SHARE_COUNTED
    return REWORDED_SHARE_RELATED if related else REWORDED_SHARE


def _are_barred(one: Facts, other: Facts, estimate: float) -> bool:
    """Tell whether two texts stay apart however near they are."""
    if _are_two_days(one, other) or _have_different_numbers(one, other) or have_different_numbers(one, other):
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
    ratio = find_ratio(one, other)
    if ratio < max(CUT_RATIO_RUNS, _find_cut_ratio(one, other)):
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
    ("different addresses", _have_different_addresses),
)
_TEXT_CONTRADICTIONS: tuple[tuple[str, Check], ...] = (
    ("different texts", have_different_texts),
    ("different numbers", have_different_numbers),
)
