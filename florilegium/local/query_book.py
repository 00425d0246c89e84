"""The queries of a topic so far: none is asked twice, in whatever order its words stand."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice

from ..plans import Theme
from .fillers import FRAMES
from .terms import LEAST_WORDS, Phrase, find_stems, find_words, is_alike, join_words, make_phrase

ALIKE = 0.75  # from this share of common stems a query is kept only where nothing fresher is left
USUAL_WORDS = 6  # enough to tell a subject; more asks for several at once
LEAST_LISTED = 3  # things, from which on a name is a list
ITEM_WORDS = 2
_LIST_MARK = re.compile(r"[,;/]|\b(?:and|or|und|oder|et|ou|y|o|och|eller)\b", re.IGNORECASE)
_VERB_ENDINGS = ("ing", "ed")  # what is done says less than what it is done to
TRIED = 400  # texts looked at for one query


@dataclass
class QueryBook:
    """What was asked, and what is about to be."""

    texts: list[str] = field(default_factory=list)

    def choose(self, ways: Iterable[tuple[str, Iterable[str]]], *, least: int = LEAST_WORDS) -> tuple[str, str] | None:
        """Return and note the first text that repeats none, with its way; a near or short one where none is better."""
        tried = [(way, list(dict.fromkeys(islice(texts, TRIED)))) for way, texts in ways]
        for share, least_words in ((ALIKE, least), (1.0, least), (1.0, 1)):
            for way, texts in tried:
                for text in texts:
                    if len(text.split()) >= least_words and self._is_fresh(text, share):
                        self.texts.append(text)
                        return way, text
        return None

    def _is_fresh(self, text: str, share: float) -> bool:
        return bool(find_stems(text)) and not is_alike(text, self.texts, share=share)


def iter_exact(theme: Theme, context: Sequence[Phrase]) -> Iterator[str]:
    """Yield queries of the theme's own terms, the widest first; short ones are filled from the context."""
    terms = [make_phrase(term) for term in theme.terms]
    name = find_words(theme.name)
    if len(name) > 1:
        yield _fill(name, [*context, *terms])
    yield _fill([*name, *terms], context)
    yield _fill(terms, context)
    for start in range(1, len(terms)):
        yield _fill(terms[start:], context)
    for size in (3, 2):
        for chosen in combinations(terms, size):
            yield _fill(chosen, context, most=LEAST_WORDS + size)


def iter_single(theme: Theme) -> Iterator[str]:
    """Yield the things that a theme's name lists, then its words one by one: a note may speak of one and no other."""
    listed = [item for item in map(find_words, _LIST_MARK.split(theme.name)) if item]
    if len(listed) >= LEAST_LISTED:
        for item in listed:
            # The words before the first thing of a list lead to it: "keeping a record of trips, ...".
            yield join_words(item[-ITEM_WORDS:])
    words = [*find_words(theme.name), *(word for term in theme.terms for word in find_words(term))]
    for word in sorted(dict.fromkeys(words), key=lambda word: word.text.casefold().endswith(_VERB_ENDINGS)):
        yield word.text


def iter_framed(theme: Theme, context: Sequence[Phrase]) -> Iterator[str]:
    """Yield queries that put the theme's chief terms into another frame; they hardly ever run out."""
    terms = [make_phrase(term) for term in theme.terms] or find_words(theme.name)
    for frame in FRAMES:
        for term in terms[:3]:
            yield _fill([term, make_phrase(frame)], context, most=LEAST_WORDS + 1)


def _fill(phrases: Sequence[Phrase], context: Sequence[Phrase], *, most: int = USUAL_WORDS) -> str:
    text = join_words(phrases, most=most)
    if not text:  # a subject of one letter or of stop words alone is asked as it is
        return " ".join(phrase.text for phrase in phrases[:1])
    if len(text.split()) >= LEAST_WORDS:
        return text
    return join_words([*phrases, *context], most=LEAST_WORDS)
