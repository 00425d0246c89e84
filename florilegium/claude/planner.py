"""The planner played by a model: from brief to themes and first queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..asking.structured import Answered
from ..brief.briefs import Brief
from ..local.planner import LEAST_THEMES, MOST_THEMES
from ..plans import Query, Theme
from ..project.schemas import load_schema
from ..roles import Planner
from .cards import describe_themes
from .questions import Wanted, complete_queries, make_terms
from .voice import Voice

THEMES_PROMPT = "planner_themes.md"
QUERIES_PROMPT = "planner_queries.md"


@dataclass(frozen=True)
class ClaudePlanner:
    """Asks a model for themes and queries; numbers and ids are the code's."""

    voice: Voice
    local: Planner

    def plan_themes(self, brief: Brief, *, themes: int) -> tuple[Theme, ...]:
        """Return three to five themes; where the reader named them, these and no others."""
        named = brief.themes if len(brief.themes) >= LEAST_THEMES else ()
        wanted = min(max(len(named) or themes, LEAST_THEMES), MOST_THEMES)
        values = {
            "title": self.voice.enclose(brief.title),
            "brief": self.voice.enclose(brief.text),
            "named": self.voice.enclose("\n".join(named)) if named else "none",
            "themes": str(wanted),
        }
        request = self.voice.write_request(THEMES_PROMPT, load_schema("answer_themes"), values)
        outcome = self.voice.ask(request, lambda answer: _find_faults(answer, wanted, named))
        if not isinstance(outcome, Answered):
            self.voice.replace_failed("the themes", outcome)
            return self.local.plan_themes(brief, themes=themes)
        given = outcome.value["themes"]
        # The brief's own names stay as the reader wrote them, whatever the model did to their letters.
        names = named or [" ".join(item["name"].split()) for item in given]
        return tuple(
            Theme(f"t{number}", name, make_terms(item["terms"]))
            for number, (name, item) in enumerate(zip(names, given, strict=True), start=1)
        )

    def plan_queries(self, brief: Brief, themes: Sequence[Theme], *, queries: int) -> tuple[Query, ...]:
        """Return that many queries; the local role fills up what the model leaves out or repeats."""
        values = {
            "title": self.voice.enclose(brief.title),
            "brief": self.voice.enclose(brief.text),
            "themes": self.voice.enclose(describe_themes(themes)),
            "queries": str(queries),
        }
        request = self.voice.write_request(QUERIES_PROMPT, load_schema("answer_queries"), values)
        outcome = self.voice.ask(request)
        fill = self.local.plan_queries(brief, themes, queries=queries)
        if not isinstance(outcome, Answered):
            why = self.voice.replace_failed("the queries", outcome)
            return tuple(Query(item.id, item.theme, item.text, f"{item.reason}; {why}") for item in fill)
        given = outcome.value["queries"]
        return complete_queries(self.voice, given, fill, Wanted(themes, (), 0, queries))


def _find_faults(answer: Mapping[str, Any], wanted: int, named: Sequence[str]) -> list[str]:
    """Return what is wrong with themes that fit the schema."""
    given = [" ".join(item["name"].split()).casefold() for item in answer["themes"]]
    if len(given) != wanted:
        return [f"$.themes: {len(given)} themes, and {wanted} were asked for"]
    if len(set(given)) < len(given):
        return ["$.themes: two themes have the same name"]
    if named and given != [" ".join(name.split()).casefold() for name in named]:
        return ["$.themes: the names are not those of the person, in their order"]
    if not all(make_terms(item["terms"]) and item["name"].strip() for item in answer["themes"]):
        return ["$.themes: a theme has no name or no terms"]
    return []
