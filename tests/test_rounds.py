"""Rounds go on, stop early, and carry everything on once stopped."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from florilegium.drafts import Draft, make_document
from florilegium.findings import Coverage, Finding, Hit, Round
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.rounds import advance, start_research

THEME = Theme("t1", "Tea", ("tea",))
PLAN = Plan("slow-tea", "Slow tea", "Tea.", Knobs(), (THEME,), (), ())


@dataclass(frozen=True)
class FakeAnalyst:
    """Asks as many queries as wanted, or as many as it has left."""

    left: int = 9
    emergent: tuple[Theme, ...] = ()

    def assess(self, state: Round, findings: Sequence[Finding]) -> tuple[Coverage, ...]:
        ids = tuple(finding.document.id for finding in findings)
        return tuple(Coverage(theme.id, "covered" if len(ids) > 2 else "thin", ids) for theme in state.themes)

    def ask(
        self, state: Round, findings: Sequence[Finding], *, queries: int
    ) -> tuple[tuple[Theme, ...], tuple[Query, ...]]:
        numbers = range(1, min(queries, self.left) + 1)
        return self.emergent, tuple(Query(f"r{state.number}-q{n}", "t1", f"tea {n}", "thin") for n in numbers)


def make_finding(title: str, query: str = "r0-q1") -> Finding:
    document = make_document(Draft("obsidian", f"{title}.md", title, title), source="vault", text=title, highlights="")
    return Finding(document, (Hit(query, "t1", 1, "search", ""),), (), "0" * 64, ())


def make_start() -> Round:
    return start_research(PLAN, [Query("r0-q1", "t1", "tea", "first")])


def test_round_zero_knows_nothing_yet() -> None:
    start = make_start()
    assert (start.number, start.themes, start.asked, start.findings, start.new, start.stopped) == (
        0,
        (THEME,),
        (),
        (),
        (),
        "",
    )


def test_a_round_merges_counts_and_asks_on() -> None:
    second = Theme("e1", "Pots", ("pot",))
    first = advance(
        make_start(), [make_finding("b"), make_finding("a")], FakeAnalyst(emergent=(second,)), rounds=3, queries=2
    )
    assert [item.document.title for item in first.findings] == ["a", "b"]
    assert (first.number, first.new, first.stopped) == (1, (2,), "")
    assert [query.id for query in first.asked] == ["r0-q1"]
    assert [query.id for query in first.queries] == ["r1-q1", "r1-q2"]
    assert [theme.id for theme in first.themes] == ["t1", "e1"]
    assert [item.theme for item in first.coverage] == ["t1", "e1"]
    again = advance(first, [make_finding("b", "r1-q1"), make_finding("c", "r1-q1")], FakeAnalyst(), rounds=3, queries=2)
    assert again.new == (2, 1)
    assert [hit.query for hit in again.findings[1].hits] == ["r0-q1", "r1-q1"]


@pytest.mark.parametrize(
    ("titles", "rounds", "left", "reason"),
    [
        pytest.param([], 3, 9, "stopped: round 0 added nothing new", id="nothing_found"),
        pytest.param(["a"], 1, 9, "stopped: 1 round was asked for", id="one_round"),
        pytest.param(["a"], 3, 0, "stopped: nothing is left to ask", id="no_queries"),
        pytest.param(["a"], 2, 9, "", id="goes_on"),
    ],
)
def test_why_it_stops(titles: list[str], rounds: int, left: int, reason: str) -> None:
    following = advance(
        make_start(), [make_finding(title) for title in titles], FakeAnalyst(left), rounds=rounds, queries=2
    )
    assert following.stopped == reason
    assert bool(following.queries) == (reason == "")
    assert following.coverage != ()


def test_known_findings_add_nothing_new() -> None:
    first = advance(make_start(), [make_finding("a")], FakeAnalyst(), rounds=3, queries=2)
    second = advance(first, [make_finding("a", "r1-q1")], FakeAnalyst(), rounds=3, queries=2)
    assert second.stopped == "stopped: round 1 added nothing new"
    assert len(second.asked) == 3


def test_a_stopped_round_carries_everything_on_unchanged() -> None:
    stopped = advance(make_start(), [make_finding("a")], FakeAnalyst(), rounds=1, queries=2)
    assert advance(stopped, [], FakeAnalyst(), rounds=3, queries=2) == replace(stopped, number=2)


def test_without_early_stop_an_empty_round_ends_nothing() -> None:
    """Only the number of rounds does."""
    first = advance(make_start(), [], FakeAnalyst(), rounds=2, queries=2, early=False)
    assert (first.new, first.stopped, len(first.queries)) == ((0,), "", 2)
    assert advance(first, [], FakeAnalyst(), rounds=2, queries=2, early=False).stopped
