"""Which matches of a query are worth bringing back, and in which order."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from ..distilling.attribution.everyday import list_everyday
from ..documents import Document
from ..search.fields import FIELDS, LABELS
from ..search.phrasings import QueryTerm
from ..search.ranking import SATURATION, Score
from ..search.searcher import Filter, Match
from .fillers import FILLERS

FEED = "feed"
# The bars were set where queries of one collection, put to another, bring back next to nothing.
LEAST_SHARE = 0.2  # of the best score that the query could reach
LEAST_FEED_SHARE = 0.3  # subscriptions were never chosen one by one
LEAST_COVERAGE = 0.3  # of the weight of the query's terms
LEAST_OF_BEST = 0.35  # of the share of the second best match: one note that says it all must not hide the others
RANK_OF_BEST = 2
SURE_COVERAGE = 0.6  # from here on one word is enough
# Of a long question no note says most; that several of its words meet tells as much as a large share of a few.
LEAST_EVIDENCE = 0.45  # share times the root of the number of words
LEAST_EVIDENT_COVERAGE = 0.22
# Where something answers well, what answers half as well follows; where nothing does, nothing follows.
LEAST_OF_LEADERS = 0.5
LEAST_FOLLOWING_COVERAGE = 0.1
# A query that nothing answers as a whole brings back a few documents that have its rarest word.
FEW = 5
TELLING_SHARE = 0.75  # of the weight of a word that one document has
LEAST_SATURATION = 1.0 / (1.0 + SATURATION)  # of a word that a text of usual length says once

WALKED_PART = 0.5  # of the bars, for a note that is one link away from a good match

# Human signal outranks machine signal: what a score is multiplied by.
HIGHLIGHTS_GAIN = 1.1
OWN_NOTES_GAIN = 1.1
OWN_WORDS_GAIN = 1.1
FEED_LOSS = 0.85

_SHOWN_TERMS = 8
_NAMES = frozenset({FIELDS.index("title"), FIELDS.index("aliases")})


@dataclass(frozen=True)
class Pool:
    """One part of the library that is searched by itself, so that a large one cannot crowd out a small one."""

    name: str
    where: Filter


POOLS = (
    Pool("vault", Filter(origin="obsidian")),
    Pool("readwise library", Filter(origin="readwise", without_location=FEED)),
    Pool("readwise feed", Filter(origin="readwise", location=FEED)),
    Pool("notebook notes", Filter(origin="notebooklm", kind="notebook_note")),
    Pool("notebook sources", Filter(origin="notebooklm", without_kind="notebook_note")),
)


def select_worthy(
    matches: Iterable[Match], terms: Sequence[QueryTerm], documents: Mapping[str, Document]
) -> dict[str, Score]:
    """Return the scores of the matches that pass every bar; a query that nothing answers gets nothing."""
    found = list(matches)
    best = LEAST_OF_BEST * _find_best(found)
    words = sum(term.weight == 1.0 for term in terms)
    worthy: dict[str, Score] = {}
    for match in found:
        feed, score = is_feed(documents[match.id]), match.score
        passes = score.share >= (LEAST_FEED_SHARE if feed else LEAST_SHARE) and score.coverage >= LEAST_COVERAGE
        is_evident = score.share * words**0.5 >= LEAST_EVIDENCE and score.coverage >= LEAST_EVIDENT_COVERAGE
        passes = passes or (is_evident and len(score.matched) > 1 and not feed)
        if score.share >= best and passes and _is_no_chance(score, words):
            worthy[match.id] = score
    return worthy


def admit_followers(
    matches: Iterable[Match],
    worthy: Mapping[str, Score],
    scores: Mapping[str, float],
    terms: Sequence[QueryTerm],
    documents: Mapping[str, Document],
) -> dict[str, Score]:
    """Return the worthy with the weaker matches whose scores, by all evidence, reach half of the leaders'."""
    if not worthy:
        return {}
    words = sum(term.weight == 1.0 for term in terms)
    ranked = sorted(scores.values(), reverse=True)
    bar = LEAST_OF_LEADERS * (ranked[RANK_OF_BEST - 1] if len(ranked) > RANK_OF_BEST else max(ranked, default=0.0))
    followers = {
        match.id: match.score
        for match in matches
        if scores.get(match.id, 0.0) >= bar
        and match.score.coverage >= LEAST_FOLLOWING_COVERAGE
        and _is_no_chance(match.score, words)
        and not is_feed(documents[match.id])
    }
    return {**followers, **worthy}


def find_telling(terms: Iterable[QueryTerm], weigh: Callable[[str], float], *, most: float) -> frozenset[str]:
    """Return the rarest words of a query, none where these are common or everyday ones; absent words weigh 0.0.

    `most` is the weight of a word that one document has.
    """
    weights = {term.term: weigh(term.term) for term in terms if term.weight == 1.0 and not is_everyday(term)}
    rarest = max(weights.values(), default=0.0)
    if rarest < TELLING_SHARE * most:
        return frozenset()
    return frozenset(name for name, weight in weights.items() if weight == rarest)


def is_everyday(term: QueryTerm) -> bool:
    """Tell whether a word names no subject, however rare it is in a library."""
    return term.surface in FILLERS or term.term in list_everyday()


def keep_few(
    matches: Iterable[Match], scores: Mapping[str, float], documents: Mapping[str, Document], telling: Set[str] | None
) -> dict[str, Score]:
    """Return the best few matches that have a telling word; `None` asks for no such word, since days tell enough."""
    found = [
        match
        for match in matches
        if match.score.coverage > 0.0 and not is_feed(documents[match.id]) and _is_telling(match.score, telling)
    ]
    found.sort(key=lambda match: (-scores.get(match.id, 0.0), match.id))
    return {match.id: match.score for match in found[:FEW]}


def _is_telling(score: Score, telling: Set[str] | None) -> bool:
    if telling is None:
        return True
    has = any(term in telling for term, _ in score.matched)
    return has and score.share >= LEAST_SATURATION * score.coverage


def _is_no_chance(score: Score, words: int) -> bool:
    """Tell whether more than one word of a longer query matched, or one that says most of it or names the document."""
    return len(score.matched) > 1 or words < 3 or score.coverage >= SURE_COVERAGE or _is_named(score)


def is_worth_a_walk(score: Score, terms: Sequence[QueryTerm]) -> bool:
    """Tell whether a note one link from a good match bears on the query itself; half of a search's bars is enough."""
    words = sum(term.weight == 1.0 for term in terms)
    return (
        score.share >= WALKED_PART * LEAST_SHARE
        and score.coverage >= WALKED_PART * LEAST_COVERAGE
        and _is_no_chance(score, words)
    )


def list_overshadowed(matches: Iterable[Match], worthy: Mapping[str, Score]) -> list[str]:
    """Return the matches that pass every bar but that set by better ones, best first: they are told, not lost."""
    found = sorted(matches, key=lambda match: (-match.score.share, match.id))
    bar = LEAST_OF_BEST * _find_best(found)
    shares = ((match.id, match.score) for match in found if match.id not in worthy)
    return [
        name
        for name, score in shares
        if LEAST_SHARE <= score.share < bar and score.coverage >= LEAST_COVERAGE and len(score.matched) > 1
    ]


def _find_best(matches: Iterable[Match]) -> float:
    """Return the share of the second best match, of the best where there are but two."""
    shares = sorted((match.score.share for match in matches), reverse=True)
    return shares[RANK_OF_BEST - 1] if len(shares) > RANK_OF_BEST else max(shares, default=0.0)


def _is_named(score: Score) -> bool:
    """Tell whether a word that matched stands in a name of the document, which is then about it."""
    return any(_NAMES & set(places) for _, places in score.matched)


def weigh_matches(
    matches: Iterable[Match], worthy: Mapping[str, Score], documents: Mapping[str, Document]
) -> dict[str, float]:
    """Return the scores of the worthy matches of all pools by id, with the reader's signal counted."""
    return {
        match.id: round(match.score.value * weigh_signal(documents[match.id]), 6)
        for match in matches
        if match.id in worthy
    }


def weigh_signal(document: Document) -> float:
    """Return what the reader's own marks, notes and words add to a score, and what a feed takes from it."""
    gain = HIGHLIGHTS_GAIN if document.highlights else 1.0
    gain *= OWN_NOTES_GAIN if document.own_notes else 1.0
    gain *= OWN_WORDS_GAIN if document.authorship == "own" else 1.0
    return gain * (FEED_LOSS if is_feed(document) else 1.0)


def is_feed(document: Document) -> bool:
    """Tell whether a document came by subscription."""
    return document.origin == "readwise" and document.location == FEED


def part_twins(ids: Iterable[str], documents: Mapping[str, Document]) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the ids with one for each original path, and (left out, kept) for those that two sources read."""
    kept: dict[tuple[str, str], str] = {}
    twins: list[tuple[str, str]] = []
    for name in ids:
        document = documents[name]
        key = (document.origin, unicodedata.normalize("NFC", document.original_path))
        if key in kept:
            twins.append((name, kept[key]))
        else:
            kept[key] = name
    return list(kept.values()), twins


def explain_match(score: Score, terms: Sequence[QueryTerm], *, exact: bool) -> str:
    """Return one line that says which words of the query stand where; one of another phrasing is shown as its stem."""
    words = {term.term: term.surface for term in terms}
    groups: dict[tuple[int, ...], list[str]] = {}
    for term, places in score.matched[:_SHOWN_TERMS]:
        groups.setdefault(places, []).append(words.get(term, term))
    parts = [
        f"{', '.join(dict.fromkeys(group))} in {', '.join(LABELS[place] for place in places)}"
        for places, group in groups.items()
    ]
    return "; ".join(["exact phrase", *parts] if exact else parts)
