"""Fingerprints of a text: by which equal and nearly equal content is recognised without the text."""

import hashlib
import re

from rensa import RMinHash

from ..search.analysis import normalise_text, split_words

PERMUTATIONS = 64
SHINGLE_WORDS = 5
FEWEST_SHINGLES = 20  # below, two texts look alike by chance
_SEED = 1
_NO_LETTER = re.compile(r"[\W_]+")


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


def estimate_similarity(left: tuple[int, ...], right: tuple[int, ...]) -> float:
    """Return the estimated share of common shingles, 0.0 to 1.0; 0.0 where a signature is missing."""
    if not left or len(left) != len(right):
        return 0.0
    return sum(mine == theirs for mine, theirs in zip(left, right, strict=True)) / len(left)
