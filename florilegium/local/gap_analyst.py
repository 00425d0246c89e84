"""The local gap analyst: coverage and next queries from metadata, by term statistics and relevance feedback."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import cycle, islice

from ..findings import Coverage, Finding, Round
from ..plans import Query, Theme
from ..sameness.duplicates import deduplicate
from ..search.dates import find_day
from .bearing import find_bearing, find_on_topic
from .emergence import find_emergent
from .query_book import QueryBook, iter_exact, iter_framed, iter_single
from .terms import Phrase, find_phrases, find_stems, find_words, join_words, make_phrase, split_phrase

COVERED_FROM = 3
MOST_EMERGENT = 2
FEEDBACK_TERMS = 6
BEARING_SHARE = 3  # what bears on a theme tells more of its neighbourhood than what was merely found for it
NEAR_RANK = 5
AROUND = timedelta(days=10)
SAME_WORK = 0.7  # share of common shingles; dedup's own dial may be set otherwise
NAMING_ROUND = 2  # from this round on, queries name authors and titles first


@dataclass(frozen=True)
class _Aim:
    """One theme with what is known of it: what the next query is made from."""

    theme: Theme
    state: str  # covered, thin, missing, emergent
    findings: tuple[Finding, ...]  # those that bear on it
    near: tuple[Finding, ...]  # those that its queries found first, whether or not they bear on it


class LocalGapAnalyst:
    """From metadata to coverage and next queries; never opens a text."""

    def assess(self, state: Round, findings: Sequence[Finding]) -> tuple[Coverage, ...]:
        """Return the coverage of every theme, in the order of the themes."""
        bearing = find_bearing(state.themes, _group_works(findings), topic=state.topic)
        return tuple(Coverage(theme, _name_state(ids), ids) for theme, ids in bearing.items())

    def ask(
        self, state: Round, findings: Sequence[Finding], *, queries: int
    ) -> tuple[tuple[Theme, ...], tuple[Query, ...]]:
        """Return emergent themes and the queries of round `state.number`, at least half at thin or missing themes."""
        works = _group_works(findings)
        bearing = find_bearing(state.themes, works, topic=state.topic)
        relevant = find_on_topic(state.themes, works, topic=state.topic).union(*bearing.values())
        on_topic = [copies[0] for copies in works if relevant & {item.document.id for item in copies}]
        emergent = find_emergent(state.themes, on_topic, most=MOST_EMERGENT)
        bearing |= find_bearing(emergent, works, topic=state.topic)
        aims = [
            _make_aim(theme, bearing[theme.id], findings, theme in emergent) for theme in (*state.themes, *emergent)
        ]
        book = QueryBook([query.text for query in state.asked])
        context = find_words(state.topic.replace("-", " "))
        turns = Counter(query.theme for query in state.asked)
        asked: list[Query] = []
        for aim in _list_turns(aims, queries):
            if len(asked) == queries:
                break
            earlier = turns[aim.theme.id]
            chosen = None
            if aim.state == "missing" and earlier % 2:
                chosen = book.choose([("one thing of it by itself", iter_single(aim.theme))], least=1)
            chosen = chosen or book.choose(_order_ways(aim, context, number=state.number, earlier=earlier))
            if chosen is not None:
                way, text = chosen
                turns[aim.theme.id] += 1
                reason = f"{aim.state}: {_count_findings(aim)}; {way}"
                asked.append(Query(f"r{state.number}-q{len(asked) + 1}", aim.theme.id, text, reason))
        return emergent, tuple(asked)


def _group_works(findings: Sequence[Finding]) -> list[list[Finding]]:
    """Return the copies of each work together: one article saved in three places is one source on a theme."""
    by_id = {finding.document.id: finding for finding in findings}
    candidates = deduplicate((), findings, similarity=SAME_WORK).candidates
    groups = [[item.document.id, *(copy.document.id for copy in item.also_in)] for item in candidates]
    return [[by_id[key] for key in sorted(group)] for group in groups]


def _name_state(ids: Sequence[str]) -> str:
    return "covered" if len(ids) >= COVERED_FROM else "thin" if ids else "missing"


def _make_aim(theme: Theme, ids: Sequence[str], findings: Sequence[Finding], is_emergent: bool) -> _Aim:
    bearing = tuple(item for item in findings if item.document.id in ids)
    near = tuple(item for item in findings if any(hit.theme == theme.id and hit.rank <= NEAR_RANK for hit in item.hits))
    return _Aim(theme, "emergent" if is_emergent else _name_state(ids), bearing, near)


def _list_turns(aims: Sequence[_Aim], queries: int) -> list[_Aim]:
    """Return whose turn it is: gaps have at least half, missing before thin; emergent themes come before covered."""
    gaps = [aim for state in ("missing", "thin") for aim in aims if aim.state == state]
    new = [aim for aim in aims if aim.state == "emergent"]
    covered = sorted((aim for aim in aims if aim.state == "covered"), key=lambda aim: len(aim.findings))
    # More turns than queries, since a theme may have nothing left to ask.
    if not gaps:
        return [*new, *islice(cycle([*covered, *new]), 2 * queries)]
    half = -(-queries // 2)
    first = islice(cycle(gaps), max(half, min(len(gaps), queries)))
    return [*first, *new, *islice(cycle(gaps), 2 * queries), *covered]


def _count_findings(aim: _Aim) -> str:
    if aim.state == "missing":
        return f"nothing bears on {aim.theme.name!r} yet"
    number = len(aim.findings)
    return f"{number} {'source bears' if number == 1 else 'sources bear'} on {aim.theme.name!r}"


def _order_ways(aim: _Aim, context: Sequence[Phrase], *, number: int, earlier: int) -> list[tuple[str, Iterator[str]]]:
    """Return the ways to ask, the one whose turn it is first; from round 2 on those that name names lead.

    `earlier` queries on the theme turn the ways round, so that what was tried least comes first.
    """
    head = _find_head(aim.theme)
    wide = [
        ("its own terms", iter_exact(aim.theme, context)),
        ("neighbouring notions from what was found", _iter_neighbours(aim, head)),
        ("the days around what was found", _iter_times(aim, head)),
    ]
    narrow = [
        ("an author on it", _iter_authors(aim, head)),
        ("a distinctive title", _iter_titles(aim, head)),
    ]
    # What was asked least comes first.
    wide = [*wide[earlier % len(wide) :], *wide[: earlier % len(wide)]]
    if earlier % 2:
        narrow.reverse()
    framed = ("another framing", iter_framed(aim.theme, context))
    return [*narrow, *wide, framed] if number >= NAMING_ROUND else [*wide, framed, *narrow]


def _find_head(theme: Theme) -> Phrase:
    """Return the two words by which a theme is asked for beside something else: a person chose its name."""
    words = find_words(theme.name)[:2] or [make_phrase(term) for term in theme.terms[:1]]
    return make_phrase(" ".join(word.text for word in words))


def _iter_neighbours(aim: _Aim, head: Phrase) -> Iterator[str]:
    """Yield the theme's head with terms that its findings have in common, most common first."""
    own = {stem for text in (aim.theme.name, *aim.theme.terms) for stem in find_stems(text)}
    weights: Counter[tuple[str, ...]] = Counter()
    words: dict[tuple[str, ...], Phrase] = {}
    # In steps of a tenth: how many findings have a term counts first, how high it stands in them second.
    for share, findings in ((BEARING_SHARE, aim.findings), (1, aim.near)):
        for finding in findings:
            for rank, phrase in enumerate(map(make_phrase, finding.key_terms)):
                if split_phrase(phrase) and own.isdisjoint(phrase.key):
                    weights[phrase.key] += 10 * share + max(0, 9 - rank)
                    words.setdefault(phrase.key, phrase)
    best = [words[key] for key in sorted(weights, key=lambda key: (-weights[key], key))][:FEEDBACK_TERMS]
    for start in range(len(best) - 1):
        yield join_words([head, *best[start : start + 2]], most=6)


def _iter_times(aim: _Aim, head: Phrase) -> Iterator[str]:
    """Yield the theme's head with the days around each finding: one matter is often written on again soon."""
    for finding in (*aim.findings, *aim.near):
        day = find_day(finding.document)
        if day is not None and date.min + AROUND <= day <= date.max - AROUND:
            first, last = day - AROUND, day + AROUND
            yield f"{join_words([head], most=4)} between {first.isoformat()} and {last.isoformat()}"


def _iter_authors(aim: _Aim, head: Phrase) -> Iterator[str]:
    """Yield another author with the theme's head; who wrote most on it comes first."""
    others = [item.document for item in aim.findings if item.document.authorship != "own"]
    counts = Counter(author for document in others for author in document.authors)
    for author in sorted(counts, key=lambda name: (-counts[name], name)):
        yield f"{author} {join_words([head], most=4)}".strip()


def _iter_titles(aim: _Aim, head: Phrase) -> Iterator[str]:
    """Yield the theme's head with the distinctive phrase of a title."""
    for finding in aim.findings:
        longest = max(find_phrases(finding.document.title), key=lambda phrase: len(phrase.key), default=None)
        if longest is not None and len(longest.key) > 1:
            yield join_words([longest, head], most=6)
