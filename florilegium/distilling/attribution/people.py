"""Authors: where an article names the person who wrote a source."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ..articles import Article
from .corpus import Corpus

SHORTEST_SURNAME = 4
SHORTEST_HANDLE = 6


@dataclass(frozen=True)
class Person:
    """One place of the body that names an author."""

    name: str  # as the sources write it
    sources: tuple[str, ...]  # ids of all that this author wrote, in the order of the index
    start: int
    end: int
    full: bool  # the whole name, not just the surname


def find_people(article: Article, corpus: Corpus) -> list[Person]:
    """Return where the body names authors; the article's own author and the reader are not looked for."""
    own = {_fold(name) for name in article.authors}
    works: dict[str, list[str]] = {}
    for source in corpus.sources:
        if source.entry.authorship != "own":
            for author in source.entry.authors:
                works.setdefault(" ".join(author.split()), []).append(source.entry.id)
    found: list[Person] = []
    folded = article.text.casefold()
    for name in sorted(works):
        if _fold(name) not in own and name.split()[-1].casefold() in folded:
            places = _find_places(article, name)
            found += [Person(name, tuple(works[name]), start, end, full) for start, end, full in places]
    return sorted(found, key=lambda person: (person.start, person.name))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _find_places(article: Article, name: str) -> Iterator[tuple[int, int, bool]]:
    words = name.split()
    if len(words) > 1:
        full = re.compile(r"\s+".join(rf"{re.escape(word)}" for word in words), re.IGNORECASE)
        taken = []
        for match in full.finditer(article.text):
            if _is_whole(article, match.start(), match.end()):
                taken.append((match.start(), match.end()))
                yield match.start(), match.end(), True
        yield from ((start, end, False) for start, end in _find_surnames(article, words[-1], taken))
    elif len(name.lstrip("@")) >= SHORTEST_HANDLE and (name.startswith("@") or not name.isascii()):
        for match in re.finditer(re.escape(name), article.text, re.IGNORECASE):
            if article.find_sentence(match.start()):
                yield match.start(), match.end(), True


def _find_surnames(article: Article, surname: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the capitalised surname inside a sentence; at its beginning any word has a capital."""
    if len(surname) < SHORTEST_SURNAME or not surname[0].isupper():
        return
    for match in re.finditer(re.escape(surname), article.text):
        inside = any(start <= match.start() < end for start, end in taken)
        sentence = article.find_sentence(match.start())
        possessive = article.text[match.end() : match.end() + 2] in ("'s", "’s")
        begins = sentence is not None and sentence.start == match.start() and not possessive
        if not inside and not begins and _is_whole(article, match.start(), match.end()):
            yield match.start(), match.end()


def _is_whole(article: Article, start: int, end: int) -> bool:
    """Tell whether a place is a whole word of the body."""
    text = article.text
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (before.isalnum() or after.isalnum()) and article.find_sentence(start) is not None
