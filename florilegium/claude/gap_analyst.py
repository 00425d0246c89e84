"""The gap analyst played by a model: coverage and next queries from metadata; no text reaches its requests."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ..asking.requests import Request
from ..asking.structured import Answered
from ..entries import COVERED, name_state
from ..findings import Coverage, Finding, Round
from ..local.gap_analyst import MOST_EMERGENT, SAME_WORK
from ..plans import Query, Theme
from ..project.schemas import load_schema
from ..roles import GapAnalyst
from ..sameness.duplicates import deduplicate
from .cards import describe_document, describe_themes
from .questions import Wanted, complete_queries, make_terms
from .voice import Voice

COVERAGE_PROMPT = "gap_coverage.md"
QUERIES_PROMPT = "gap_queries.md"


@dataclass(frozen=True)
class ClaudeGapAnalyst:
    """Asks a model what bears on what, and what to ask next; counts, states and ids are the code's."""

    voice: Voice
    local: GapAnalyst
    _assessed: dict[object, tuple[Coverage, ...]] = field(default_factory=dict, repr=False)

    def assess(self, state: Round, findings: Sequence[Finding]) -> tuple[Coverage, ...]:
        """Return the coverage of every theme; copies of one work count once."""
        # A round asks for it before and after its queries: what a model got wrong is asked and counted once.
        asked = (state.number, state.themes, tuple(finding.document.id for finding in findings))
        if asked not in self._assessed:
            self._assessed[asked] = self._assess(state, findings)
        return self._assessed[asked]

    def _assess(self, state: Round, findings: Sequence[Finding]) -> tuple[Coverage, ...]:
        works = _list_works(findings)
        values = {
            "themes": self.voice.enclose(describe_themes(state.themes)),
            "findings": self._describe_works(works),
        }
        outcome = self.voice.ask(
            self.voice.write_request(COVERAGE_PROMPT, load_schema("answer_coverage"), values),
            lambda answer: _find_left_out(answer, state.themes),
        )
        if not isinstance(outcome, Answered):
            self.voice.replace_failed(f"the coverage after round {state.number - 1}", outcome)
            return self.local.assess(state, findings)
        bearing = {item["theme"]: set(item["findings"]) for item in outcome.value["themes"]}
        shown = {finding.document.id for finding in works}
        themes = {theme.id for theme in state.themes}
        named = set[str]().union(*bearing.values())
        self.voice.refuse_ids(len(named - shown) + len(bearing.keys() - themes))
        found = {theme.id: tuple(sorted(bearing[theme.id] & shown)) for theme in state.themes}
        return tuple(Coverage(name, name_state(len(ids)), ids) for name, ids in found.items())

    def ask(
        self, state: Round, findings: Sequence[Finding], *, queries: int
    ) -> tuple[tuple[Theme, ...], tuple[Query, ...]]:
        """Return emergent themes and as many queries as asked, at least half of them at gaps."""
        coverage = {item.theme: item for item in self.assess(state, findings)}
        request = self._write_request(state, findings, coverage, queries)
        outcome = self.voice.ask(request, lambda answer: _find_faults(answer, coverage, queries))
        if not isinstance(outcome, Answered):
            why = self.voice.replace_failed(f"the queries of round {state.number}", outcome)
            themes, asked = self.local.ask(state, findings, queries=queries)
            return themes, tuple(replace(item, reason=f"{item.reason}; {why}") for item in asked)
        themes = _make_emergent(outcome.value["emergent"], state.themes)
        _, fill = self.local.ask(state, findings, queries=queries)
        kept = [*state.themes, *themes]
        spare = [item for item in fill if item.theme in {theme.id for theme in kept}]
        wanted = Wanted(kept, [query.text for query in state.asked], state.number, queries)
        asked = complete_queries(self.voice, outcome.value["queries"], spare, wanted)
        states = {name: item.state for name, item in coverage.items()}
        return themes, tuple(
            replace(item, reason=f"{states.get(item.theme, 'emergent')}: {item.reason}") for item in asked
        )

    def _write_request(
        self, state: Round, findings: Sequence[Finding], coverage: Mapping[str, Coverage], queries: int
    ) -> Request:
        themes = [
            f"{describe_themes([theme])}: {coverage[theme.id].state}, {len(coverage[theme.id].findings)} document(s)"
            for theme in state.themes
        ]
        asked = [f"{query.theme}: {query.text}" for query in state.asked]
        values = {
            "themes": self.voice.enclose("\n".join(themes)),
            "asked": self.voice.enclose("\n".join(asked)) if asked else "none",
            "findings": self._describe_works(_list_works(findings)),
            "most": str(MOST_EMERGENT),
            "next": f"e{_count_emergent(state.themes) + 1}",
            "round": str(state.number),
            "queries": str(queries),
        }
        return self.voice.write_request(QUERIES_PROMPT, load_schema("answer_gaps"), values)

    def _describe_works(self, works: Sequence[Finding]) -> str:
        cards = [self.voice.enclose(describe_document(item.document, item.key_terms)) for item in works]
        return "\n\n".join(cards) or "none"


def _list_works(findings: Sequence[Finding]) -> list[Finding]:
    """Return one finding for each work: one article saved in three places is one source on a theme."""
    by_id = {finding.document.id: finding for finding in findings}
    return [by_id[item.document.id] for item in deduplicate((), findings, similarity=SAME_WORK).candidates]


def _find_left_out(answer: Mapping[str, Any], themes: Sequence[Theme]) -> list[str]:
    given = {item["theme"] for item in answer["themes"]}
    return [f"$.themes: there is nothing on {theme.id}" for theme in themes if theme.id not in given]


def _find_faults(answer: Mapping[str, Any], coverage: Mapping[str, Coverage], wanted: int) -> list[str]:
    """Return what is wrong with queries that fit the schema."""
    gaps = {name for name, item in coverage.items() if len(item.findings) < COVERED}
    gaps |= {item["id"] for item in answer["emergent"]}
    aimed = [item["theme"] for item in answer["queries"]][:wanted]
    half = -(-wanted // 2)
    if gaps and sum(name in gaps for name in aimed) < half:
        return [f"$.queries: fewer than {half} aim at missing, thin or emergent themes ({', '.join(sorted(gaps))})"]
    return []


def _make_emergent(given: Sequence[Mapping[str, Any]], themes: Sequence[Theme]) -> tuple[Theme, ...]:
    """Return the emergent themes that are new and rightly numbered; queries at others are left out later."""
    names = {theme.name.casefold() for theme in themes}
    number = _count_emergent(themes)
    made: list[Theme] = []
    for item in given[:MOST_EMERGENT]:
        name, terms = " ".join(item["name"].split()), make_terms(item["terms"])
        if name and terms and name.casefold() not in names and item["id"] == f"e{number + len(made) + 1}":
            names.add(name.casefold())
            made.append(Theme(item["id"], name, terms))
    return tuple(made)


def _count_emergent(themes: Sequence[Theme]) -> int:
    return sum(theme.id.startswith("e") for theme in themes)
