"""Answers: which documents of a library bear on a query, in which order and why, before any is opened."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property, lru_cache

from ..documents import Document
from ..search.dates import Span, find_day, list_days
from ..search.fusion import fuse_rankings, merge_scores
from ..search.inquiry import Inquiry, read_inquiry
from ..search.phrasings import Phrasing, QueryTerm, make_phrasings, parse_query
from ..search.ranking import Score, weigh_rarity, weigh_terms
from ..search.recipe import WHOLE, Recipe
from ..search.searcher import Match, Searcher
from ..search.spread import Weights, blend_parts, find_gains, make_weights
from .fillers import FILLERS
from .selection import (
    POOLS,
    admit_followers,
    explain_match,
    find_telling,
    keep_few,
    list_overshadowed,
    part_twins,
    select_worthy,
    weigh_matches,
)

MATCHED = 50  # documents that one pool brings back for one phrasing,
MATCHED_OF_DAYS = 300  # and where only those of some days are wanted
NARROW_DAYS = 7  # of so few days, what has any word of a query answers it
FEW_TOLD = "nothing answers the whole query; this is among the few that come nearest"
TOLD_GAIN = 0.1  # from which on nearness is worth telling
WEIGHED = 2_000  # documents whose weights stay in memory
DAY_SCORE = Score(0.5, 0.5, 1.0, ())  # of a document that only its day brought

# What a reader does with sources: beside a date, such words name no subject.
_ACTS = frozenset(
    "did highlight highlighted mark marked note noted notes read reading save saved write writing written wrote".split()
)


@dataclass(frozen=True)
class Answer:
    """How the library answers one query, before anything is opened."""

    ids: tuple[str, ...]  # worthy documents, best first, each once
    twins: tuple[tuple[str, str], ...]  # (left out, kept) where two sources read one path
    worthy: Mapping[str, Score]
    terms: tuple[QueryTerm, ...]
    exact: frozenset[str]  # those that have a phrase of the query as it stands
    overshadowed: Sequence[str]
    reasons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by id, beside the words that matched


NOTHING = Answer((), (), {}, (), frozenset(), ())


class Answerer:
    """Answers queries from one generation of an index; safe to share between threads."""

    def __init__(self, documents: Mapping[str, Document], searcher: Searcher, recipe: Recipe = WHOLE) -> None:
        self._documents = documents
        self._searcher = searcher
        self._recipe = recipe
        self._weigh: Callable[[str], Weights] = lru_cache(WEIGHED)(self._weigh_anew)

    def answer(self, text: str, theme_terms: Iterable[str]) -> Answer:
        """Return the documents that bear on a query; dates that would leave nothing are left aside, and said so."""
        inquiry = read_inquiry(text, self._today, self._recipe)
        if inquiry.span is None:
            return self._search(inquiry, theme_terms)
        span = inquiry.span
        found = self._list_days(inquiry) if _is_bare(inquiry.text) else self._search(inquiry, theme_terms)
        if found.ids:
            told = f"of the days asked for: {span.words}"
        else:
            found = self._search(read_inquiry(text, None, self._recipe), theme_terms)
            told = f"nothing answers of the days asked for ({span.words}), so they were left aside"
        return replace(found, reasons={name: (*found.reasons.get(name, ()), told) for name in found.ids})

    def _search(self, inquiry: Inquiry, theme_terms: Iterable[str]) -> Answer:
        phrasings = make_phrasings(inquiry.text, theme_terms)[: None if self._recipe.phrasings else 1]
        if not phrasings:
            return NOTHING
        asked = [*phrasings, *inquiry.list_parts()]
        matches = {phrasing.name: self._match(phrasing, inquiry) for phrasing in asked}
        terms, plain = phrasings[0].terms, matches[phrasings[0].name]
        scores = {name: self._score(found, inquiry) for name, found in matches.items()}
        reasons: dict[str, list[str]] = {}
        if inquiry.parts:
            plain = _join_matches([plain, *(matches[item.name] for item in asked[len(phrasings) :])])
            parts = [scores[item.name] for item in asked[len(phrasings) :]]
            scores[phrasings[0].name] = self._spread(scores[phrasings[0].name], parts, inquiry, reasons)
        # The plain phrasing and the parts decide who is worthy; the others only say more about the order.
        worthy = select_worthy(plain, terms, self._documents)
        worthy = admit_followers(plain, worthy, scores[phrasings[0].name], terms, self._documents)
        if not worthy:
            worthy = self._keep_few(plain, scores[phrasings[0].name], terms, inquiry.span)
            for name in worthy:
                reasons.setdefault(name, []).append(FEW_TOLD)
        if not self._recipe.bars:
            worthy = {match.id: match.score for match in plain}
        rankings = [
            (item.weight, {name: score for name, score in scores[item.name].items() if name in worthy})
            for item in phrasings
        ]
        merged = fuse_rankings(rankings) if self._recipe.fusion else merge_scores(rankings)
        unique, twins = part_twins(merged, self._documents)
        for name in unique if inquiry.leanings else ():
            reasons.setdefault(name, []).extend(inquiry.leanings.explain(self._documents[name]))
        return Answer(
            ids=tuple(unique),
            twins=tuple(twins),
            worthy=worthy,
            terms=terms,
            exact=frozenset(match.id for match in matches.get("phrase", ())),
            overshadowed=list_overshadowed(plain, worthy),
            reasons={name: tuple(lines) for name, lines in reasons.items()},
        )

    def _keep_few(
        self, matches: Sequence[Match], scores: Mapping[str, float], terms: Sequence[QueryTerm], span: Span | None
    ) -> dict[str, Score]:
        """Return what a query brings back that nothing answers as a whole."""
        if span is not None:
            is_narrow = (span.last - span.first).days < NARROW_DAYS
            return keep_few(matches, scores, self._documents, None) if is_narrow else {}
        most = weigh_rarity(1, self._searcher.statistics.documents)
        telling = find_telling(terms, self._weigh_present, most=most)
        return keep_few(matches, scores, self._documents, telling)

    def _weigh_present(self, term: str) -> float:
        return self._searcher.weigh_rarity(term) if self._searcher.count_documents(term) else 0.0

    def _spread(
        self,
        whole: Mapping[str, float],
        parts: Sequence[Mapping[str, float]],
        inquiry: Inquiry,
        reasons: dict[str, list[str]],
    ) -> dict[str, float]:
        """Return the scores of a question of several parts, and tell why documents gained."""
        blended = blend_parts(whole, parts)
        for number, scores in enumerate(parts):
            for name in sorted(scores, key=lambda item: (-scores[item], item))[:3]:
                reasons.setdefault(name, []).append(f"among the best for the part {inquiry.parts[number]!r}")
        if not self._recipe.nearness:
            return blended
        days = {name: day for name in blended if (day := self._days.get(name)) is not None}
        gains = find_gains(blended, days, self._weigh)
        for name, (gain, leader) in gains.items():
            blended[name] += gain
            if gain >= TOLD_GAIN:
                reasons.setdefault(name, []).append(f"near in time to {leader} and like it")
        return {name: round(score, 6) for name, score in blended.items()}

    def _match(self, phrasing: Phrasing, inquiry: Inquiry) -> list[Match]:
        limit = MATCHED if inquiry.span is None else MATCHED_OF_DAYS
        return [
            match
            for pool in POOLS
            for match in self._searcher.search(phrasing.terms, where=pool.where, phrases=phrasing.phrases, limit=limit)
            if match.id in self._documents and self._is_wanted(match.id, inquiry)
        ]

    def _score(self, matches: Sequence[Match], inquiry: Inquiry) -> dict[str, float]:
        every = {match.id: match.score for match in matches}
        scores = weigh_matches(matches, every, self._documents)
        if inquiry.leanings and self._today is not None:
            for name in scores:
                scores[name] = round(scores[name] * inquiry.leanings.weigh(self._documents[name], self._today), 6)
        return scores

    def _list_days(self, inquiry: Inquiry) -> Answer:
        """Return the documents of the days asked for, where the query says nothing else."""
        wanted = [name for name in sorted(self._documents) if self._is_wanted(name, inquiry)]
        leads = inquiry.leanings.own
        wanted.sort(key=lambda name: (leads and self._documents[name].authorship != "own", str(self._days.get(name))))
        unique, twins = part_twins(wanted, self._documents)
        worthy = dict.fromkeys(unique, DAY_SCORE)
        return Answer(tuple(unique), tuple(twins), worthy, (), frozenset(), ())

    def _is_wanted(self, name: str, inquiry: Inquiry) -> bool:
        return inquiry.span is None or any(map(inquiry.span.holds, list_days(self._documents[name])))

    @cached_property
    def _days(self) -> Mapping[str, date]:
        days = ((name, find_day(document)) for name, document in self._documents.items())
        return {name: day for name, day in days if day is not None}

    @cached_property
    def _today(self) -> date | None:
        """The newest day of the library: there is no clock, so that one library gives one answer."""
        return max(self._days.values(), default=None)

    def _weigh_anew(self, name: str) -> Weights:
        vector = self._searcher.read_vector(name)
        return make_weights(weigh_terms(vector), self._searcher.weigh_rarity) if vector else {}


def explain_answer(answer: Answer, name: str) -> str:
    """Return why a document answers: its words and fields, then a phrase for each other part of the search."""
    words = explain_match(answer.worthy[name], answer.terms, exact=name in answer.exact)
    return "; ".join(filter(None, (words, *answer.reasons.get(name, ()))))


def _is_bare(text: str) -> bool:
    """Tell whether a query without its dates names no subject."""
    return all(term.surface in FILLERS or term.surface in _ACTS for term in parse_query(text))


def _join_matches(found: Sequence[Sequence[Match]]) -> list[Match]:
    """Return every match once, by the phrasing of which it answers most."""
    joined: dict[str, Match] = {}
    for matches in found:
        for match in matches:
            known = joined.get(match.id)
            if known is None or known.score.share < match.score.share:
                joined[match.id] = match
    return list(joined.values())
