"""A question: the terms and phrases of a search, and how often a text has them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..search.analysis import extract_characters, extract_terms

_QUOTED = re.compile(r'["“”„]([^"“”„]+)["“”„]')


@dataclass(frozen=True)
class Question:
    """A search text as terms."""

    terms: tuple[str, ...]  # each once, in order
    sequence: tuple[str, ...]  # as they follow each other
    phrases: tuple[tuple[str, ...], ...]  # in quotation marks: they must occur
    stop_words: bool  # whether it has nothing but stop words, which then count


def read_question(text: str) -> Question:
    """Return the terms of a search text; none where it has no word."""
    stop_words = not extract_terms(text)
    sequence = tuple(extract_terms(text, stop_words=stop_words))
    phrases = (tuple(extract_terms(phrase, stop_words=stop_words)) for phrase in _QUOTED.findall(text))
    return Question(tuple(dict.fromkeys(sequence)), sequence, tuple(filter(None, phrases)), stop_words)


class TermCounter:
    """Counts the terms of one question in texts: as `extract_terms` would, but only what may be one is analysed."""

    def __init__(self, question: Question) -> None:
        self._wanted = frozenset(question.terms)
        self._stop_words = question.stop_words
        self._likely = _compile_starts(question.terms)
        self._seen: set[str] = set()
        self._terms: dict[str, list[str]] = {}  # by chunk between spaces; only those with terms of the question

    def count(self, text: str) -> dict[str, int]:
        """Return how often each term of the question occurs; those that do not are left out."""
        chunks = text.split()
        unique = set(chunks)
        for chunk in filter(self._likely.search, unique - self._seen):
            terms = (*extract_terms(chunk, stop_words=self._stop_words), *extract_characters(chunk))
            found = [term for term in terms if term in self._wanted]
            if found:
                self._terms[chunk] = found
        self._seen |= unique
        counts: dict[str, int] = {}
        for chunk in self._terms.keys() & unique:
            number = chunks.count(chunk)
            for term in self._terms[chunk]:
                counts[term] = counts.get(term, 0) + number
        return dict(sorted(counts.items()))

    def has_sequence(self, text: str, sequence: Sequence[str]) -> bool:
        """Tell whether the text has these terms side by side."""
        terms = extract_terms(text, stop_words=self._stop_words)
        starts = [at for at, term in enumerate(terms) if term == sequence[0]]
        return any(tuple(terms[at : at + len(sequence)]) == tuple(sequence) for at in starts)


def _compile_starts(terms: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that is found in every chunk that may give one of the terms, and in few others."""
    patterns = ["[_']", "[^\x00-\x7f]"]  # signs inside a word hide its start; other scripts have spellings of their own
    for term in sorted(set(terms)):
        # Stemming changes the end of a word, and more than that only in "dying" and the like, whose stems are short.
        start = term[: 3 if len(term) > 4 else 2 if len(term) > 3 else 1]
        if not start.isascii():
            continue
        if start.isalpha():  # a word begins after another sign, or with a capital as in camelCase
            capitals = "".join(f"[{letter.upper()}{letter}]" for letter in start[1:])
            patterns += [f"(?<![A-Za-z])(?i:{start})", start[0].upper() + capitals]
        else:
            patterns.append(re.escape(start))
    return re.compile("|".join(patterns))
