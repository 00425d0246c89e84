"""Queries in other languages than English: which language, its stop words, and the forms of its words.

The index knows English stems only, so that one note in another language costs nothing.
A query names its language by its small words, and then asks for the forms that a word may have in the index.
"""

import re
from functools import cache

import Stemmer

from .analysis import extract_terms

STOP_WORDS = {
    "german": "aber als am an auch auf aus bei bin bis das dass dem den der des die du durch ein eine einem einen"
    " einer eines er es für hat habe ich ihr im in ist kann man mehr mein meine mir mit nach nicht noch"
    " nur oder ohne sich sie sind so über um und uns unter vom von vor war was wegen weil welche wenn wer"
    " wie wir wird wo wurde zu zum zur",
    "french": "à au aux avec ce ces cette comment dans de des du elle en est et eux il ils je la le les leur lui ma"
    " mais me mes mon ne nos notre nous on ou où par pas pour quand que quel quelle qui sa sans se ses son"
    " sont sur ta un une vos votre vous",
    "spanish": "al cómo como con cuál cuando de del desde donde dónde el ella en entre era es esta este esto está ha"
    " hay la las lo los más me mi mis muy no nos o para pero por porque qué que quién se si sin sobre son"
    " su sus también un una unos y ya yo",
    "swedish": "alla att av blir de dem den denna det detta du där efter eller en ett från för ha han har hon hur i"
    " inte jag kan man med men mig min mina mot när och om på sig ska som så till under upp ut utan vad"
    " var vem vi vid vilka är över",
}
# Words that English has as well tell half as much: "die young" is no German.
SHARED = frozenset(
    "alla am an comment de den des die en er han has hon i in is la les ma man me men mot no on para pas pour sa se sin"
    " so son sur under up var vi war was".split()
)
ENGLISH_MARKS = frozenset(
    "a an and are as at by did do does for from how i in is it of on or that the this to was what"
    " when where which who why with".split()
)
_LETTERS = {"ß": "german", "ñ": "spanish", "¿": "spanish", "å": "swedish", "œ": "french", "ç": "french", "ê": "french"}
_ENDINGS = {
    "german": ("", "e", "en", "er", "ern", "es", "n", "s", "te", "ten", "t", "st", "ung", "ungen"),
    "french": ("", "e", "es", "s", "x", "er", "ent", "ons", "ez", "é", "ée", "és", "ées", "aux"),
    "spanish": ("", "a", "as", "e", "es", "o", "os", "ar", "er", "ir", "ado", "ada", "ados", "adas", "ando", "ó"),
    "swedish": ("", "a", "ade", "ar", "arna", "at", "e", "en", "er", "erna", "et", "n", "or", "orna", "s", "t", "na"),
}  # fmt: skip
COMPOUNDING = frozenset({"german", "swedish"})
LEAST_PIECE = 5  # letters of a part of a compound
_WORD = re.compile(r"[^\W\d_]+")


@cache
def list_stop_words(language: str) -> frozenset[str]:
    """Return the words of a language that ask for nothing."""
    return frozenset(STOP_WORDS[language].split())


def find_language(text: str) -> str:
    """Return the language of a query as the stemmer names it, "" for English and where nothing tells."""
    lower = text.lower()
    words = set(_WORD.findall(lower))
    points = {
        language: sum(1 if word in SHARED else 2 for word in words & list_stop_words(language))
        for language in STOP_WORDS
    }
    for letter, language in _LETTERS.items():
        points[language] += 2 * (letter in lower)
    best = max(sorted(points), key=lambda language: points[language])
    return best if points[best] > max(1, 2 * len(words & ENGLISH_MARKS)) else ""


def list_forms(word: str, language: str) -> tuple[str, ...]:
    """Return the terms by which the index may know other forms of a word."""
    stem = _make_stemmer(language).stemWord(word.casefold())
    terms = (term for ending in _ENDINGS[language] for term in extract_terms(f"{stem}{ending}", stop_words=True)[:1])
    return tuple(dict.fromkeys(terms))


def list_heads(word: str, language: str) -> tuple[str, ...]:
    """Return what a compound may be a kind of, the longest first: a path of cobbles is a path."""
    if language not in COMPOUNDING:
        return ()
    places = range(LEAST_PIECE, len(word) - LEAST_PIECE + 1)
    return tuple(dict.fromkeys(term for at in places for term in extract_terms(word[at:], stop_words=True)[:1]))


@cache
def _make_stemmer(language: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(language, 0)
