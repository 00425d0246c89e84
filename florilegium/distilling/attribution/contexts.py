"""Contexts: which of several sources an author's name or a notebook's title means, by the claim beside it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ..articles import Article
from .claims import Claim
from .clues import Clue
from .people import Person

# What one sentence of the context must share with a passage, and how much of what the strongest source shares there.
CONTEXT_INFORMATION = 1.0
SURNAME_INFORMATION = 1.2
CONTEXT_WORDS = 2
CONTEXT_SHARE = 0.6
REACH = 1  # sentences around the name
AUTHOR_IN_CONTEXT = 0.85
SURNAME_IN_CONTEXT = 0.7
AUTHOR_ALONE = 0.42
NOTEBOOK_WITH_CLAIM = 0.7


@dataclass(frozen=True)
class Contexts:
    """What every source shares with every sentence of the article."""

    article: Article
    claims: Mapping[str, Sequence[Claim]]

    def rate(self, source: str, place: int, *, least: float) -> float:
        """Return how much a source shares with the sentences around a place; 0.0 where that is no claim of its."""
        found = [claim for number in self._list_near(place) if (claim := self._by_place.get((source, number)))]
        own = self.article.find_number(place)
        meant = (
            claim for claim in found if _is_context(claim, least) and (claim.enough or claim.sentence.number == own)
        )
        return max((claim.likeness.information for claim in meant), default=0.0)

    @cached_property
    def _by_place(self) -> dict[tuple[str, int], Claim]:
        return {(source, claim.sentence.number): claim for source, found in self.claims.items() for claim in found}

    def _list_near(self, place: int) -> list[int]:
        """Return the numbers of the sentences of the same paragraph that are near a place."""
        sentences = self.article.sentences
        at = self.article.find_number(place)
        if at is None:
            return []
        around = range(max(0, at - REACH), min(len(sentences), at + REACH + 1))
        return [number for number in around if sentences[number].block == sentences[at].block]


def _is_context(claim: Claim, least: float) -> bool:
    information = claim.likeness.information
    strongest = max(information, information - claim.margin)
    return information >= max(least, CONTEXT_SHARE * strongest) and claim.likeness.words >= CONTEXT_WORDS


def resolve_notebooks(contexts: Contexts, clues: Iterable[Clue]) -> Iterator[Clue]:
    """Yield the clues; a notebook's title names the one source whose claim stands beside it."""
    clues = list(clues)
    rated = {
        clue: contexts.rate(clue.source, clue.start, least=CONTEXT_INFORMATION)
        for clue in clues
        if clue.rule == "notebook"
    }
    best: dict[int, float] = {}
    for clue, information in rated.items():
        best[clue.start] = max(best.get(clue.start, 0.0), information)
    for clue in clues:
        meant = clue in rated and rated[clue] > 0.0 and rated[clue] == best[clue.start]
        yield replace(clue, explicit=True, weight=NOTEBOOK_WITH_CLAIM, doubt="") if meant else clue


def resolve_people(contexts: Contexts, people: Iterable[Person]) -> Iterator[Clue]:
    """Yield the clues to authors: of several works the one whose claim stands near the name is meant."""
    for person in people:
        sentence = contexts.article.find_sentence(person.start)
        start, end = (sentence.start, sentence.end) if sentence else (person.start, person.end)
        least = CONTEXT_INFORMATION if person.full else SURNAME_INFORMATION
        rated = [(contexts.rate(work, person.start, least=least), work) for work in person.sources]
        best = max(information for information, _ in rated)
        if best:
            work = next(work for information, work in rated if information == best)
            weight = AUTHOR_IN_CONTEXT if person.full else SURNAME_IN_CONTEXT
            yield Clue(work, "author", True, weight, start, end)
        elif person.full and len(person.sources) == 1:
            doubt = "Its author is named with no claim of it beside"
            yield Clue(person.sources[0], "author", True, AUTHOR_ALONE, start, end, doubt=doubt)
