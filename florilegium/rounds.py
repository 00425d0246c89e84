"""Research rounds: what is known after one, and whether another follows."""

from collections.abc import Sequence
from dataclasses import replace

from .findings import Finding, Round, merge_findings
from .plans import Plan, Query
from .roles import GapAnalyst


def start_research(plan: Plan, queries: Sequence[Query]) -> Round:
    """Return round 0: the plan's themes and first queries, nothing found yet."""
    return Round(
        topic=plan.topic,
        number=0,
        themes=plan.themes,
        queries=tuple(queries),
        asked=(),
        findings=(),
        coverage=(),
        new=(),
        stopped="",
    )


def advance(
    state: Round, findings: Sequence[Finding], analyst: GapAnalyst, *, rounds: int, queries: int, early: bool = True
) -> Round:
    """Return the next round from what this one found; a stopped round goes on unchanged but for its number.

    Without `early` a round that adds nothing new ends nothing: the evaluation measures what stopping costs.
    """
    if state.stopped:
        return replace(state, number=state.number + 1, queries=())
    merged = merge_findings([*state.findings, *findings])
    new = len(merged) - len(state.findings)
    known = replace(
        state,
        number=state.number + 1,
        queries=(),
        asked=(*state.asked, *state.queries),
        findings=merged,
        new=(*state.new, new),
        stopped=_find_stop(state.number, new if early else 1, rounds),
    )
    if not known.stopped:
        themes, next_queries = analyst.ask(known, merged, queries=queries)
        stopped = "" if next_queries else "stopped: nothing is left to ask"
        known = replace(known, themes=(*known.themes, *themes), queries=tuple(next_queries), stopped=stopped)
    return replace(known, coverage=tuple(analyst.assess(known, merged)))


def _find_stop(number: int, new: int, rounds: int) -> str:
    if new == 0:
        return f"stopped: round {number} added nothing new"
    return (
        f"stopped: {rounds} {'round was' if rounds == 1 else 'rounds were'} asked for" if number + 1 >= rounds else ""
    )
