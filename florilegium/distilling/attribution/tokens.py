"""Tokens with their places: words, numbers and units, so that what is shared can be quoted byte for byte."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...search.analysis import UNSPACED, extract_terms, normalise_text

_DATE = r"\d{4}-\d{2}(?:-\d{2})?"
_GROUPED = r"\d{1,3}(?:[,'’\u00a0\u2009\u202f]\d{3})+(?!\d)"
_PLAIN = r"\d+(?:[.,:]\d+)*"
_TOKEN = re.compile(
    rf"(?P<name>[^\W\d_{UNSPACED}]+-?\d[^\W_{UNSPACED}]*(?:-\d+)*)"  # CD4, GPT-4, IL-13: no figures
    rf"|(?P<number>{_DATE}|{_GROUPED}|{_PLAIN})"
    rf"|(?P<sign>%|€|\$|£|°|\bper\s?cent\b)"
    rf"|(?P<character>[{UNSPACED}])"
    rf"|(?P<word>[^\W\d_{UNSPACED}]+(?:['’][^\W\d_]+)*)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"[,'’\u00a0\u2009\u202f](?=\d{3})")

_UNITS = {"percent": "%", "euro": "€", "euros": "€", "dollar": "$", "dollars": "$", "degree": "°", "degrees": "°"}
_SMALL = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
# "one" is left out: it is a pronoun far more often than a figure.
NUMBER_WORDS = {word: at + 2 for at, word in enumerate(_SMALL)} | {word: 20 + 10 * at for at, word in enumerate(_TENS)}
_DIGITS = {"one": 1} | {word: number for word, number in NUMBER_WORDS.items() if number < 10}


class Token(NamedTuple):
    """One word, number or sign of a text; a tuple, since a memory has a million and frozen records cost three times."""

    start: int
    end: int
    key: str  # for comparing word by word: case, quotes and the way a number is written are gone
    term: str  # for comparing by content: the stem, or the number; "" for stop words
    number: str  # the number that it stands for, "" for words


def tokenise(text: str, start: int = 0, end: int | None = None) -> tuple[Token, ...]:
    """Return the tokens of text[start:end]; their places count from the beginning of the text."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        kind, surface = str(match.lastgroup), match.group()
        _append(tokens, kind, surface, match.start(), match.end())
    return tuple(tokens)


def iter_grams(tokens: Sequence[Token]) -> Iterator[tuple[str, ...]]:
    """Yield the runs of three words."""
    keys = [token.key for token in tokens]
    return zip(keys, keys[1:], keys[2:], strict=False)


def _append(tokens: list[Token], kind: str, surface: str, start: int, end: int) -> None:
    if kind == "number":
        number = _read_number(surface)
        tokens.append(Token(start, end, number, number, number))
        return
    key, term = _analyse(kind, surface)
    if key in NUMBER_WORDS or key in ("one", "hundred"):
        _append_number_word(tokens, key, start, end)
        return
    before = tokens[-1] if tokens else None
    if kind == "character" and before and before.end == start and len(before.key) == 1 and not before.number:
        # In scripts without spaces a term is a pair of characters.
        tokens[-1] = Token(before.start, before.end, before.key, before.key + key, "")
    tokens.append(Token(start, end, key, term, ""))


def _append_number_word(tokens: list[Token], key: str, start: int, end: int) -> None:
    """Write "ninety-four" and "two hundred" as one number; "one" alone is a word."""
    before = tokens[-1] if tokens and start - tokens[-1].end == 1 else None
    value = int(before.number) if before and before.number.isdigit() else 0
    if key == "hundred":
        joined, number = 2 <= value <= 20, str(100 * max(1, value if value <= 20 else 1))
    else:
        digit = _DIGITS.get(key, 0)
        joined = bool(digit) and 20 <= value <= 90 and value % 10 == 0
        number = str(value + digit) if joined else str(NUMBER_WORDS.get(key, ""))
    if joined and before:
        tokens[-1] = Token(before.start, end, number, number, number)
    elif number:
        tokens.append(Token(start, end, number, number, number))
    else:
        tokens.append(Token(start, end, key, "", ""))


@lru_cache(maxsize=100_000)
def _analyse(kind: str, surface: str) -> tuple[str, str]:
    """Return key and term of a word, sign or character."""
    key = normalise_text(surface).casefold().replace("’", "'")
    if kind == "sign":
        sign = "%" if key.startswith("per") else key
        return sign, sign
    if key in _UNITS:
        return _UNITS[key], _UNITS[key]
    terms = extract_terms(surface)
    return key.removesuffix("'s"), terms[0] if terms else ""


def _read_number(surface: str) -> str:
    """Return a number in one form: no signs between thousands, no zeros in front."""
    if "-" in surface:
        return surface
    number = _SEPARATOR.sub("", surface)
    return number.lstrip("0") or "0" if number.isdigit() else number
