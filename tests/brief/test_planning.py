"""A plan gathers what brief, seeds and planner say."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from florilegium.brief.briefs import Brief, parse_brief
from florilegium.brief.planning import make_plan
from florilegium.brief.seeds import Seeds
from florilegium.documents import Document
from florilegium.plans import Query, Seed, Theme


@dataclass(frozen=True)
class FakePlanner:
    """Plans as many empty themes as asked."""

    def plan_themes(self, brief: Brief, *, themes: int) -> tuple[Theme, ...]:
        return tuple(Theme(f"t{number}", brief.title, ("tea",)) for number in range(1, themes + 1))

    def plan_queries(self, brief: Brief, themes: Sequence[Theme], *, queries: int) -> tuple[Query, ...]:
        return ()


@dataclass(frozen=True)
class FakeSummariser:
    """Says one thing."""

    summary: str

    def summarise(self, document: Document, text: str) -> str:
        return self.summary


@pytest.mark.parametrize(("said", "expected"), [("Tea is\nhot.", "Tea is hot."), ("", "Slow tea")])
def test_plan_carries_everything_on(said: str, expected: str) -> None:
    brief = parse_brief("---\nrounds: 3\n---\n# Slow tea\n\nTea is hot.", Path("topics/tea/brief.md"))
    seeds = Seeds((Seed("Pots", "note", (), "none"),), ())
    plan = make_plan("tea", brief, seeds, FakePlanner(), FakeSummariser(said), themes=3)
    assert (plan.topic, plan.title, plan.summary) == ("tea", "Slow tea", expected)
    assert plan.knobs.rounds == 3
    assert len(plan.themes) == 3
    assert plan.seeds == seeds.seeds
