"""The phrasings of a query: the ways in which one question is put to the index."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from .analysis import Word, is_unspaced, iter_words
from .languages import find_language, list_forms, list_heads, list_stop_words

_QUOTED = re.compile(r'["“„]([^"“”„]+)["”“]')
PART_WEIGHT = 0.3  # a part of a compound, such as "hub" of "GitHub", says little of the whole
NAME_WEIGHT = 0.5  # a name elsewhere in a question stands behind the words of its part
THEME_WEIGHT = 0.35  # a term of the theme stands behind the words of the query


@dataclass(frozen=True)
class QueryTerm:
    """One term to look for."""

    term: str
    surface: str  # the word as the query writes it
    weight: float  # 1.0 for a word of the query
    forms: tuple[str, ...] = ()  # terms that are as good, of a word in another language than English
    heads: tuple[str, ...] = ()  # terms that will do where no document has the compound itself


@dataclass(frozen=True)
class Phrasing:
    """One way of asking: the terms to look for, and how much its ranking counts."""

    name: str
    terms: tuple[QueryTerm, ...]
    weight: float
    phrases: tuple[tuple[str, ...], ...] = ()  # runs of terms, one of which must occur as it stands


def parse_query(text: str) -> tuple[QueryTerm, ...]:
    """Return the terms of a query, each once; a query of nothing but stop words keeps them."""
    words = list(iter_words(text)) or list(iter_words(text, stop_words=True))
    language = find_language(text)
    if language:
        asked = [word for word in words if word.surface.casefold() not in list_stop_words(language)]
        return tuple(_add_forms(term, language) for term in _collect_terms(asked or words, 1.0))
    return _collect_terms(words, 1.0)


def _add_forms(term: QueryTerm, language: str) -> QueryTerm:
    if not term.surface.isalpha() or is_unspaced(term.surface):
        return term
    return replace(term, forms=list_forms(term.surface, language), heads=list_heads(term.surface, language))


def find_phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the phrases of a query, as terms: what it puts in quotation marks, else the whole of it."""
    runs = _QUOTED.findall(text) or [text]
    phrases = (tuple(word.terms[0] for word in _iter_phrase_words(run)) for run in runs)
    return tuple(phrase for phrase in phrases if len(phrase) > 1)


def make_phrasings(text: str, theme_terms: Iterable[str]) -> tuple[Phrasing, ...]:
    """Return two or three phrasings: all key terms, the exact phrase, and the key terms with those of the theme."""
    terms = parse_query(text)
    if not terms:
        return ()
    phrasings = [Phrasing("terms", terms, 1.0)]
    phrases = find_phrases(text)
    if phrases:
        phrasings.append(Phrasing("phrase", terms, 0.5, phrases))
    known = {term.term for term in terms}
    words = [word for name in theme_terms for word in iter_words(name)]
    extra = tuple(term for term in _collect_terms(words, THEME_WEIGHT) if term.term not in known)
    if extra:
        phrasings.append(Phrasing("theme", (*terms, *extra), 0.5))
    return tuple(phrasings)


def _iter_phrase_words(text: str) -> Iterable[Word]:
    for word in iter_words(text):
        # A run of a script without spaces is a phrase by itself: its pairs follow one another.
        if len(word.terms) > 1 and is_unspaced(word.surface):
            yield from (Word(term, (term,)) for term in word.terms)
        else:
            yield word


def _collect_terms(words: Iterable[Word], weight: float) -> tuple[QueryTerm, ...]:
    found: dict[str, QueryTerm] = {}
    for word in words:
        is_run = is_unspaced(word.surface)
        for place, term in enumerate(word.terms):
            is_part = place > 0 and not is_run
            surface = term if is_run or is_part else word.surface.casefold()
            share = weight * (PART_WEIGHT if is_part else 1.0)
            known = found.get(term)
            if known is None or known.weight < share:
                found[term] = QueryTerm(term, surface, share)
    return tuple(found.values())
