"""Fingerprints of a text: by which equal and nearly equal content is recognised without the text."""

import hashlib
import re
import zlib
from bisect import bisect_right
from collections.abc import Iterable

from rensa import RMinHash

from ..search.analysis import extract_terms, normalise_text, split_words

PERMUTATIONS = 64
SHINGLE_WORDS = 5
FEWEST_SHINGLES = 20  # below, two texts look alike by chance
FEWEST_PHRASES = 10  # the same
PHRASES = 256  # of a text are kept: the share of one text in another is then known to three points in a hundred
NUMBERS = 64
FEWEST_COMPARED = 8  # phrases of the shorter text, below which a share is an accident
_SEED = 1
_MIX = 0x9E3779B1  # odd, so that it spreads checksums over all 32 bits and joins none of them
_NO_LETTER = re.compile(r"[\W_]+")
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,]\d+)*")
_WORD = re.compile(r"[a-z]+")
_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(), start=3
    )
}
_FEW = frozenset({"0", "1", "2"})  # "one" and "two" are words like any other


def make_content_key(plain: str) -> str:
    """Return the SHA-256 of the letters and digits of a text without markup (see `prose.strip_markup`)."""
    letters = _NO_LETTER.sub("", normalise_text(plain).casefold())
    return hashlib.sha256(letters.encode("utf-8")).hexdigest()


def make_signature(plain: str) -> tuple[int, ...]:
    """Return the MinHash of a plain text's runs of five words or unspaced characters; empty if it is too short.

    Broder, "On the resemblance and containment of documents", 1997.
    """
    words = [word.casefold() for word in split_words(plain)]
    shingles = {" ".join(words[at : at + SHINGLE_WORDS]) for at in range(len(words) - SHINGLE_WORDS + 1)}
    if len(shingles) < FEWEST_SHINGLES:
        return ()
    minhash = RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
    minhash.update(sorted(shingles))
    return tuple(minhash.digest())


def make_phrases(plain: str) -> tuple[int, ...]:
    """Return the smallest hashes of a plain text's pairs of neighbouring terms; empty if it is too short.

    Pairs outlive other words around them, turned clauses and cuts, all of which break longer runs.
    """
    terms = extract_terms(plain)
    pairs = {" ".join(sorted(terms[at : at + 2])) for at in range(len(terms) - 1)}
    return _keep_smallest(pairs, PHRASES) if len(pairs) >= FEWEST_PHRASES else ()


def make_numbers(plain: str) -> tuple[int, ...]:
    """Return the smallest hashes of the numbers from three on that a plain text names, in digits or in English."""
    numbers = {found.replace(",", "") for found in _NUMBER.findall(normalise_text(plain))}
    numbers |= {_NUMBER_WORDS[word] for word in _WORD.findall(plain.lower()) if word in _NUMBER_WORDS}
    return _keep_smallest(numbers - _FEW, NUMBERS)


def estimate_similarity(left: tuple[int, ...], right: tuple[int, ...]) -> float:
    """Return the estimated share of common shingles, 0.0 to 1.0; 0.0 where a signature is missing."""
    if not left or len(left) != len(right):
        return 0.0
    return sum(mine == theirs for mine, theirs in zip(left, right, strict=True)) / len(left)


def estimate_share(left: tuple[int, ...], right: tuple[int, ...], *, kept: int) -> tuple[float, int]:
    """Return the estimated share of the smaller of two sets that lies in the other, and how many items say so.

    Of each set the `kept` smallest hashes are given; below the largest hash of a full one, nothing is missing.
    """
    bound = min((hashes[-1] for hashes in (left, right) if len(hashes) == kept), default=0xFFFFFFFF)
    looked_at = min(bisect_right(left, bound), bisect_right(right, bound))
    # What both hold lies below the bound by itself.
    return (len(set(left).intersection(right)) / looked_at if looked_at else 0.0), looked_at


def _keep_smallest(items: Iterable[str], limit: int) -> tuple[int, ...]:
    hashes = {zlib.crc32(item.encode("utf-8")) * _MIX & 0xFFFFFFFF for item in items}
    return tuple(sorted(hashes)[:limit])
