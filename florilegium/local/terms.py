"""Terms and phrases of short texts: what planner and gap analyst count."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..search.analysis import extract_terms, is_unspaced, iter_words
from .fillers import FILLERS

PHRASE_WORDS = 4  # a longer run is a sentence and no phrase
QUERY_WORDS = 8
LEAST_WORDS = 3

_URL = re.compile(r"(?:https?://|www\.)\S+|[\w.+-]{1,64}@[\w.-]{1,200}", re.IGNORECASE)
# A hyphen or an apostrophe inside a word joins it; all else that is neither letter nor space parts phrases.
_BREAK = re.compile(r"(?:(?!(?<=\d)[.,](?=\d))[^\w\s'’#+-])+|\s-+\s|\n")
# Function characters of Chinese, and the hiragana that joins the words of Japanese.
_UNSPACED_BREAK = re.compile(
    r"[的了是在和与與及对對从從把被为為不也都就而或吗嗎呢吧这這那有我你他她它们們]|[\u3040-\u309f]+"
)


@dataclass(frozen=True)
class Phrase:
    """A run of words that may name a subject, as written."""

    text: str
    key: tuple[str, ...]  # its stems in order


def find_phrases(text: str) -> list[Phrase]:
    """Return the runs of content words between stop words, fillers and punctuation, in order (as RAKE does)."""
    return [phrase for part in _BREAK.split(_URL.sub("\n", text)) for phrase in _find_runs(part)]


def find_words(text: str) -> list[Phrase]:
    """Return the content words one by one, each once, in order."""
    words = [word for phrase in find_phrases(text) for word in split_phrase(phrase)]
    return list({word.key: word for word in words if _has_letters(word.text)}.values())


@lru_cache(maxsize=50_000)
def split_phrase(phrase: Phrase) -> tuple[Phrase, ...]:
    """Return the words of a phrase as phrases of one word."""
    words = (Phrase(word, _key(word)) for word in phrase.text.split())
    return tuple(word for word in words if word.key and not _is_filler(word.text))


@lru_cache(maxsize=50_000)
def find_stems(text: str) -> frozenset[str]:
    """Return the set of stems of a text, fillers included, so that any wording of it compares alike."""
    return frozenset(extract_terms(text))


def contains_phrase(stems: Sequence[str], key: Sequence[str]) -> bool:
    """Tell whether the stems of a phrase stand side by side in this order."""
    size = len(key)
    return any(tuple(stems[at : at + size]) == tuple(key) for at in range(len(stems) - size + 1))


def is_alike(text: str, others: Iterable[str], *, share: float) -> bool:
    """Tell whether a query has the stems of an earlier one, or at least this share of both queries' stems."""
    stems = find_stems(text)
    return any(_share(stems, find_stems(other)) >= share for other in others)


def join_words(phrases: Iterable[Phrase], *, most: int = QUERY_WORDS) -> str:
    """Return a query of whole phrases, no stem twice, at most so many words."""
    words: list[str] = []
    known: set[str] = set()
    for phrase in phrases:
        # A figure alone, such as the 1,000 of "1,000 notes", asks for every text with that figure.
        fresh = [word for word in split_phrase(phrase) if _has_letters(word.text) and not known.issuperset(word.key)]
        if len(words) + len(fresh) > most:
            fresh = fresh[: most - len(words)]
        words += [word.text for word in fresh]
        known.update(stem for word in fresh for stem in word.key)
    return " ".join(words)


@lru_cache(maxsize=50_000)
def make_phrase(text: str) -> Phrase:
    """Return a term or a name as a phrase."""
    return Phrase(" ".join(text.split()), _key(text))


def _share(left: frozenset[str], right: frozenset[str]) -> float:
    union = len(left | right)
    return len(left & right) / union if union else 1.0


def _find_runs(part: str) -> Iterator[Phrase]:
    run: list[str] = []
    for word in part.split():
        word = re.sub(r"['’]s$", "", word.strip("-'’_"))
        if is_unspaced(word):
            yield from _close_run(run)
            run = []
            yield from (Phrase(piece, _key(piece)) for piece in _UNSPACED_BREAK.split(word) if len(piece) > 1)
        elif _is_filler(word) or not _key(word):
            yield from _close_run(run)
            run = []
        else:
            run.append(word)
    yield from _close_run(run)


def _close_run(run: list[str]) -> Iterator[Phrase]:
    """Yield a run, a long one in pieces; digits alone name nothing."""
    for at in range(0, len(run), PHRASE_WORDS):
        piece = " ".join(run[at : at + PHRASE_WORDS])
        if _has_letters(piece):
            yield Phrase(piece, _key(piece))


def _has_letters(text: str) -> bool:
    return any(character.isalpha() for character in text)


def _is_filler(word: str) -> bool:
    # One small letter alone is a list mark or an axis; "C", "R" and "C++" are names.
    return len(word) < 2 and word.isascii() and not word.isupper() or word.casefold() in FILLERS


def _key(text: str) -> tuple[str, ...]:
    return tuple(
        term for word in iter_words(text) for term in (word.terms if is_unspaced(word.surface) else word.terms[:1])
    )
