"""A question as a topic of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from evaluate.topics import (
    FINDINGS,
    QUERIES,
    RERANKED,
    ROUNDS,
    Found,
    make_query,
    make_topic,
    rerank_findings,
    research_once,
    research_topic,
)
from florilegium.candidates import Candidate, Ranked
from florilegium.drafts import Draft, make_document
from florilegium.findings import Finding, Harvest, Hit
from florilegium.plans import Plan, Query, Theme
from florilegium.roles import Reading
from florilegium.texts import TextStores

QUESTION = "Did Wolfgang ask about the tram before the soup was ready?"


@dataclass
class FakeResearcher:
    """Brings back what it is told for a query, by the number of queries before it; else nothing."""

    found: Mapping[int, str] = field(default_factory=dict)  # a letter a document
    asked: list[tuple[Query, int]] = field(default_factory=list)

    def research(self, query: Query, theme: Theme, *, limit: int) -> Harvest:
        names = self.found.get(len(self.asked), "")
        self.asked.append((query, limit))
        return Harvest(tuple(make_finding(name, query, rank) for rank, name in enumerate(names, 1)), ())


def make_finding(name: str, query: Query, rank: int) -> Finding:
    document = make_document(Draft("obsidian", name, name, name), source="s", text=name, highlights="")
    return Finding(document, (Hit(query.id, query.theme, rank, "search", ""),), (), name * 64, ())


def name_ids(ids: Sequence[str]) -> str:
    return "".join(name[0] for name in ids)


def test_the_question_is_asked_first_as_it_stands() -> None:
    """What the planner makes of it follows; all aim at themes of the plan, and none stands twice."""
    topic = make_topic(QUESTION)
    assert topic.queries[0].text == QUESTION
    assert len(topic.queries) == QUERIES
    assert len({query.id for query in topic.queries}) == QUERIES
    assert {query.theme for query in topic.queries} <= {theme.id for theme in topic.plan.themes}
    assert topic.plan.title == QUESTION


def test_a_single_query_adds_no_words_of_a_theme() -> None:
    """Nothing but the question is searched for."""
    query, theme = make_query(QUESTION)
    assert (query.text, query.theme, theme.terms) == (QUESTION, theme.id, ())


def test_what_other_queries_find_follows_what_the_question_finds() -> None:
    """Of that, what more of them find comes first; only the question's answer may be deep."""
    researcher = FakeResearcher({0: "ba", 1: "cad", 2: "d", 4: "ef"})
    first, second, third = research_topic(make_topic(QUESTION), researcher, depth=40)
    assert [limit for _, limit in researcher.asked] == [40, *[FINDINGS] * (len(researcher.asked) - 1)]
    assert [name_ids(found.ranking) for found in (first, second, third)] == ["badc", "badcef", "badcef"]
    assert [len(found.findings) for found in (first, second, third)] == [4, 6, 6]
    assert (first.asked, second.asked, third.asked) == (4, 8, 12)


@pytest.mark.parametrize(("early", "asked"), [(True, [4, 4, 4]), (False, [4, 8, 12])], ids=["early", "late"])
def test_a_round_that_adds_nothing_ends_it_only_where_it_may(early: bool, asked: list[int]) -> None:
    """All rounds are told either way."""
    found = list(research_topic(make_topic(QUESTION), FakeResearcher(), early=early))
    assert len(found) == ROUNDS
    assert [item.asked for item in found] == asked


def test_the_question_alone_is_asked_once() -> None:
    """In the order of the researcher."""
    researcher = FakeResearcher({0: "ba"})
    found = research_once(make_topic(QUESTION), researcher, depth=7)
    assert name_ids(found.ranking) == "ba"
    assert [(query.text, limit) for query, limit in researcher.asked] == [(QUESTION, 7)]


@dataclass(frozen=True)
class FakeReranker:
    """Turns the order round, by scores that fall with the place."""

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        return [Ranked(item, place / 100, "metadata", (), "") for place, item in enumerate(candidates)]


def test_only_the_first_findings_are_reranked() -> None:
    """Those behind them follow as they were."""
    names = [chr(ord("a") + place % 26) * (1 + place // 26) for place in range(RERANKED + 2)]
    query, theme = make_query(QUESTION)
    findings = tuple(make_finding(name, query, rank) for rank, name in enumerate(names, 1))
    ids = [item.document.id for item in findings]
    found = Found(
        make_topic(QUESTION), (theme,), 1, tuple(sorted(findings, key=lambda item: item.document.id)), tuple(ids)
    )
    assert rerank_findings(found, FakeReranker(), TextStores(())) == [*reversed(ids[:RERANKED]), *ids[RERANKED:]]
