"""A question as a topic of its own: a brief made of it, researched round by round as the pipeline does."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from florilegium.brief.briefs import Brief, parse_brief
from florilegium.candidates import Candidate
from florilegium.findings import Finding
from florilegium.local.gap_analyst import LocalGapAnalyst
from florilegium.local.planner import LocalPlanner
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.relevance.rankings import rank_candidates
from florilegium.roles import Reading, Reranker, Researcher
from florilegium.rounds import advance, start_research
from florilegium.search.fusion import fuse_rankings

# As params.yaml has them, with one round more.
THEMES, QUERIES, ROUNDS, FINDINGS = 4, 4, 3, 15
RERANKED = 50  # the first findings; the pipeline reranks about as many
BRIEF_PATH = Path("topics/evaluation/brief.md")


@dataclass(frozen=True)
class Topic:
    """What is asked: the plan that a brief of one question gives."""

    plan: Plan
    queries: tuple[Query, ...]  # of round 0: the question itself, then what the planner makes of it


@dataclass(frozen=True)
class Found:
    """What is known of a topic, after a round or after the question alone."""

    topic: Topic
    themes: tuple[Theme, ...]  # those of the plan, then emergent ones
    asked: int  # queries so far
    findings: tuple[Finding, ...]
    ranking: tuple[str, ...]  # ids in the library: those that the question itself found, then the others fused


def make_query(text: str) -> tuple[Query, Theme]:
    """Return a question as one query, with a theme that adds no words to it."""
    return Query("r0-q1", "t1", text, "first"), Theme("t1", text, ())


def make_topic(text: str) -> Topic:
    """Return the topic of a question; the question is asked first as it stands, and counts as one of the queries."""
    planner, brief = LocalPlanner(), read_question(text)
    themes = planner.plan_themes(brief, themes=THEMES)
    planned = planner.plan_queries(brief, themes, queries=QUERIES - 1)
    plan = Plan("evaluation", brief.title, text, Knobs(), themes, (), ())
    return Topic(plan, (Query("r0-q0", themes[0].id, text, "first"), *planned))


def read_question(text: str) -> Brief:
    """Return a question as the body of a brief."""
    return parse_brief(f"# {' '.join(text.split())}\n\n{text}\n", BRIEF_PATH)


def research_topic(
    topic: Topic, researcher: Researcher, *, depth: int = FINDINGS, early: bool = True
) -> Iterator[Found]:
    """Yield what is known after each round; the rounds after an early stop add nothing.

    The question itself may bring back `depth` documents, every other query as many as the pipeline lets it.
    """
    state, analyst = start_research(topic.plan, topic.queries), LocalGapAnalyst()
    own: list[str] = []  # what the question itself found
    rankings: list[tuple[float, dict[str, float]]] = []
    for _ in range(ROUNDS):
        themes = {theme.id: theme for theme in state.themes}
        found: list[Finding] = []
        for query in state.queries:
            is_first = query is topic.queries[0]
            harvest = researcher.research(query, themes[query.theme], limit=depth if is_first else FINDINGS)
            if is_first:
                own = [item.document.id for item in harvest.findings]
            rankings.append((1.0, {item.document.id: -float(rank) for rank, item in enumerate(harvest.findings)}))
            found += harvest.findings
        state = advance(state, found, analyst, rounds=ROUNDS, queries=QUERIES, early=early)
        # On the tuning halves any weight of later queries beside the question made its ranking worse: they follow.
        ranking = dict.fromkeys([*own, *fuse_rankings(rankings)])
        yield Found(topic, state.themes, len(rankings), state.findings, tuple(ranking))


def research_once(topic: Topic, researcher: Researcher, *, depth: int) -> Found:
    """Return what the question alone brings back."""
    findings = researcher.research(topic.queries[0], topic.plan.themes[0], limit=depth).findings
    return Found(topic, topic.plan.themes, 1, findings, tuple(item.document.id for item in findings))


def rerank_findings(found: Found, reranker: Reranker, texts: Reading) -> list[str]:
    """Return the ids, the first of them by what a reranker says, each finding a candidate of its own."""
    by_id = {item.document.id: item for item in found.findings}
    chosen = [by_id[name] for name in found.ranking[:RERANKED]]
    candidates = [Candidate(item.document, False, item.hits, item.key_terms, ()) for item in chosen]
    ranked = rank_candidates(candidates, reranker, found.topic.plan, found.themes, texts)
    return [*(item.candidate.document.id for item in ranked), *found.ranking[RERANKED:]]
