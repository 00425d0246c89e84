"""Text to terms: the one analysis that the index, the queries and the rankers share."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

import Stemmer

from .irregular import BASES
from .stop_words import ENGLISH


class _LatePattern:
    """A pattern that is compiled when it is first used: those of many scripts take longer than a search in a memory."""

    def __init__(self, source: str) -> None:
        self._source = source

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(self._source)

    @cached_property
    def findall(self) -> Callable[[str], list[str]]:
        return self._pattern.findall

    @cached_property
    def match(self) -> Callable[[str], re.Match[str] | None]:
        return self._pattern.match

    @cached_property
    def search(self) -> Callable[[str], re.Match[str] | None]:
        return self._pattern.search


# Scripts that write no spaces between words: their runs become overlapping pairs of characters.
UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3005\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"  # kana and bopomofo
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han
    "\u1100-\u11ff\uac00-\ud7af"  # Hangul
)
# Marks that belong to the word they stand in although they are no letters (accents, Hebrew, Arabic, Indic signs).
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0963\u0970-\u0dff"
_LETTERS = f"[^\\W{UNSPACED}]+(?:[{_MARKS}]+[^\\W{UNSPACED}]*)*"
_WORD = _LatePattern(rf"[{UNSPACED}]+|{_LETTERS}(?:['’]{_LETTERS})*(?:\+\+|#(?!\w))?")
# The fast way to words: take too much at a time, and split each such chunk exactly when it is first met.
_CHUNK = _LatePattern(rf"\w[\w'’+#{_MARKS}]*")
_CHUNK_SIGNS = frozenset("_'+#")
_ASCII_GAPS = str.maketrans({chr(n): " " for n in range(128) if not (chr(n).isalnum() or chr(n) in _CHUNK_SIGNS)})
_TYPOGRAPHY = (("’", "'"), *((mark, " ") for mark in "“”‘–—…•→·\xa0"))
_UNSPACED_RUN = _LatePattern(f"[{UNSPACED}]+")
_THOUSANDS = re.compile(r",(?<=\d,)(?=\d{3}(?!\d))")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LETTER_FOLDS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ł": "l", "ð": "d", "þ": "th", "ı": "i"})

_CONTRACTIONS = frozenset({"d", "ll", "m", "re", "s", "t", "ve"})
_ELISIONS = frozenset({"c", "d", "j", "jusqu", "l", "lorsqu", "m", "n", "qu", "s", "t"})

TERM_LENGTH = 64  # longer ones are keys and hashes; both sides cut alike
SEVERAL = "  "  # ends a run of several terms, so that they are noticed in a text at once
_CACHED_WORDS = 200_000


@dataclass(frozen=True)
class Word:
    """One word as written, with the terms that it gives: the whole first, then the parts of a compound."""

    surface: str
    terms: tuple[str, ...]


def normalise_text(text: str) -> str:
    """Return the text in Unicode's compatibility form, so that one word has one spelling."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def extract_terms(text: str, *, stop_words: bool = False) -> list[str]:
    """Return the terms of a text in order; `stop_words` keeps the words that are left out elsewhere."""
    return "".join(list_runs(text, stop_words=stop_words)).split()


def list_runs(text: str, *, stop_words: bool = False) -> list[str]:
    """Return the terms of a text in order, a string a chunk of it.

    Such a run is one term and a space as a rule, "" for stop words, or several terms that end with `SEVERAL`.
    """
    join = _NAME_RUNS if stop_words else _BODY_RUNS
    return list(map(join.__getitem__, _split_chunks(text)))


def extract_characters(text: str) -> list[str]:
    """Return each character of the scripts without spaces, so that a query of one character finds its note."""
    if text.isascii() or not is_unspaced(text):
        return []
    return [character for run in _UNSPACED_RUN.findall(normalise_text(text)) if len(run) > 1 for character in run]


def iter_words(text: str, *, stop_words: bool = False) -> Iterator[Word]:
    """Yield the words of a text that give terms, each as it is written."""
    analyse = _NAME_WORDS if stop_words else _BODY_WORDS
    for surface in _WORD.findall(_THOUSANDS.sub("", normalise_text(text))):
        terms = analyse[surface]
        if terms:
            yield Word(surface.strip("_"), terms)


def is_unspaced(text: str) -> bool:
    """Tell whether a text has characters of a script without spaces, such as Chinese."""
    return not _replace_typography(text).isascii() and _UNSPACED_RUN.search(text) is not None


def split_words(text: str) -> list[str]:
    """Return the words as written, characters of scripts without spaces one by one, nothing left out."""
    words = _WORD.findall(normalise_text(text))
    return list(chain.from_iterable(list(word) if _UNSPACED_RUN.match(word) else [word] for word in words))


def _split_chunks(text: str) -> list[str]:
    plain = _replace_typography(_THOUSANDS.sub("", text))
    if plain.isascii():
        return plain.translate(_ASCII_GAPS).split()
    text = _THOUSANDS.sub("", normalise_text(text))
    return (_WORD if _UNSPACED_RUN.search(text) else _CHUNK).findall(text)


def _replace_typography(text: str) -> str:
    """Return the text with the marks of print as plain ones: most texts are then ASCII and quick to read."""
    if not text.isascii():
        for mark, plain in _TYPOGRAPHY:
            text = text.replace(mark, plain)
    return text


class _Analyser(dict[str, tuple[str, ...]]):
    """Terms by word (or chunk of words) as written, analysed when first met."""

    def __init__(self, *, stop_words: bool) -> None:
        super().__init__()
        self._stop_words = stop_words

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        if len(self) >= _CACHED_WORDS:
            self.clear()
        terms = self[chunk] = _analyse_chunk(chunk, stop_words=self._stop_words)
        return terms


class _Joiner(dict[str, str]):
    """The run of each chunk, analysed when first met: a string is handled quicker than a tuple of one string."""

    def __init__(self, *, stop_words: bool) -> None:
        super().__init__()
        self._stop_words = stop_words

    def __missing__(self, chunk: str) -> str:
        if len(self) >= _CACHED_WORDS:
            self.clear()
        terms = _analyse_chunk(chunk, stop_words=self._stop_words)
        run = self[chunk] = f"{terms[0]} " if len(terms) == 1 else f"{' '.join(terms)}{SEVERAL}" if terms else ""
        return run


def _analyse_chunk(chunk: str, *, stop_words: bool) -> tuple[str, ...]:
    if chunk.isalpha() and chunk.isascii() and (chunk.islower() or chunk.istitle() or chunk.isupper()):
        term = _stem(chunk.lower())  # nearly every word is of this kind
        return (term,) if stop_words or term not in ENGLISH else ()
    if chunk.isascii() and chunk.isdecimal():
        return (chunk[:TERM_LENGTH],)
    found = chain.from_iterable(map(_analyse_word, _WORD.findall(chunk)))
    return tuple(term for term in found if term and (stop_words or term not in ENGLISH))


def _analyse_word(word: str) -> tuple[str, ...]:
    if _UNSPACED_RUN.match(word):
        return _pair_characters(word)
    parts = _split_compound(word)
    if len(parts) > 1:
        return (_stem(_fold("".join(parts))), *(_stem(_fold(part)) for part in parts))
    folded = _fold(_strip_apostrophe(word.strip("_").casefold()))
    return (_stem(folded),) if folded else ()


def _pair_characters(run: str) -> tuple[str, ...]:
    return (run,) if len(run) == 1 else tuple(run[at : at + 2] for at in range(len(run) - 1))


def _split_compound(word: str) -> list[str]:
    """Return the parts of `snake_case` and `camelCase`; any other word is its only part."""
    parts = [part for part in word.split("_") if part]
    if len(parts) == 1 and word.isascii() and not (word.islower() or word.isupper() or word.istitle()):
        return _CAMEL.findall(word) if "'" not in word else parts
    return parts


def _strip_apostrophe(word: str) -> str:
    word = word.replace("’", "'")
    head, mark, tail = word.partition("'")
    if not mark:
        return word
    if tail in _CONTRACTIONS:
        return head.removesuffix("n") if tail == "t" else head
    return tail if head in _ELISIONS else head + tail


def _fold(word: str) -> str:
    """Return the word without case and accents; the signs of "C++" and "C#" stay with a single letter."""
    folded = word.casefold()
    letters = folded.rstrip("+#")
    folded = folded if len(letters) == 1 else letters
    if folded.isascii():
        return folded
    folded = _ACCENTS.sub("", unicodedata.normalize("NFD", folded)).translate(_LETTER_FOLDS)
    return unicodedata.normalize("NFC", folded)


def _stem(word: str) -> str:
    """Return the stem; a stop word stays whole, so that it is known as one."""
    if word in ENGLISH or not word.isalpha() or _unstemmed:
        return word[:TERM_LENGTH]
    return str(_make_stemmer().stemWord(BASES.get(word, word)[:TERM_LENGTH]))


@cache
def _make_stemmer() -> Stemmer.Stemmer:
    # The one place that names a language: Snowball's English; words of other languages pass nearly unchanged.
    return Stemmer.Stemmer("english", 0)


_BODY_WORDS = _Analyser(stop_words=False)
_NAME_WORDS = _Analyser(stop_words=True)
_BODY_RUNS = _Joiner(stop_words=False)
_NAME_RUNS = _Joiner(stop_words=True)
_CACHES = (_BODY_WORDS, _NAME_WORDS, _BODY_RUNS, _NAME_RUNS)
_unstemmed = False


@contextmanager
def leave_unstemmed() -> Iterator[None]:
    """Leave words as they are while this lasts, in all threads: only for measuring what stemming gains."""
    _set_unstemmed(True)
    try:
        yield
    finally:
        _set_unstemmed(False)


def _set_unstemmed(value: bool) -> None:
    global _unstemmed
    _unstemmed = value
    for known in _CACHES:
        known.clear()
