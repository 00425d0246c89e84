"""From a brief, its seeds and a planner to the plan."""

from ..drafts import Draft, make_document
from ..plans import Plan
from ..roles import Planner, Summariser
from .briefs import Brief
from .seeds import Seeds


def make_plan(topic: str, brief: Brief, seeds: Seeds, planner: Planner, summariser: Summariser, *, themes: int) -> Plan:
    """Return the plan of a topic."""
    return Plan(
        topic=topic,
        title=brief.title,
        summary=_summarise_brief(brief, summariser),
        knobs=brief.knobs,
        themes=planner.plan_themes(brief, themes=themes),
        seeds=seeds.seeds,
        documents=seeds.documents,
        fingerprints=seeds.fingerprints,
    )


def _summarise_brief(brief: Brief, summariser: Summariser) -> str:
    """Return the brief in two or three sentences; its title where it has none."""
    draft = Draft(origin="file", original_path="brief.md", title=brief.title, text=brief.text)
    document = make_document(draft, source="", text=brief.text, highlights="")
    return " ".join(summariser.summarise(document, brief.text).split()) or brief.title
