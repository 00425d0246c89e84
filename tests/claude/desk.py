"""A desk for role tests: a small library, all six roles over one bench, and a job for each."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from asking_bench import Bench
from libraries import make_note, write_library

from florilegium.asking.askers import Asker
from florilegium.brief.briefs import parse_brief
from florilegium.candidates import Candidate
from florilegium.claude.distiller import ClaudeDistiller
from florilegium.claude.gap_analyst import ClaudeGapAnalyst
from florilegium.claude.planner import ClaudePlanner
from florilegium.claude.redaction import Redactor
from florilegium.claude.reranker import ClaudeReranker
from florilegium.claude.researcher import ClaudeResearcher
from florilegium.claude.summariser import ClaudeSummariser
from florilegium.claude.voice import Voice
from florilegium.decisions import Layers
from florilegium.distilling.articles import parse_article
from florilegium.distilling.attribution.corpus import make_source
from florilegium.documents import Document
from florilegium.entries import Entry
from florilegium.findings import Finding, Round
from florilegium.local.distiller import LocalDistiller
from florilegium.local.gap_analyst import LocalGapAnalyst
from florilegium.local.planner import LocalPlanner
from florilegium.local.reranker import LocalReranker
from florilegium.local.researcher import LocalResearcher
from florilegium.local.summariser import LocalSummariser
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.search.index import LibraryIndex

BRIEF = parse_brief(
    "# Slow tea\n\nI want to know how tea is made in the cold and what it costs.\n\n"
    "- How long does cold tea steep?\n- Which leaves lose their aroma?\n- What does a wooden lid change?\n",
    Path("topics/tea/brief.md"),
)
THEMES = (
    Theme("t1", "Cold steeping", ("cold", "steep", "hours")),
    Theme("t2", "Lids", ("wooden", "lid", "aroma")),
    Theme("t3", "Prices", ("price", "coins")),
)
QUERY = Query("r0-q1", "t1", "cold tea steeps hours", "first")
NOTES = [
    make_note("Cold tea", "Cold tea steeps for eleven hours in a clay jar. The jar stands in the cellar until noon."),
    make_note("Wooden lids", "A wooden lid keeps the aroma in the pot. Metal lids lose half of it by evening."),
    make_note("Tea prices", "The price of tea rose by nine coins in the spring. Nobody bought the green leaves."),
    make_note("Steeping slowly", "Leaves that steep slowly taste of straw and honey. Cold water takes many hours."),
    *(
        make_note(f"Soup {number}", f"Soup number {number} wants dill and potatoes. Peel them before noon.")
        for number in range(8)
    ),
]
ARTICLE = parse_article(
    "# On tea\n\nCold tea steeps for eleven hours in a clay jar. I learned it from Wooden lids, a note of mine.\n\n"
    "Nothing else matters much.\n",
    name="article.md",
)


@dataclass
class Desk:
    """Where roles are made."""

    root: Path
    asker: Asker
    redactor: Redactor = field(default_factory=Redactor)

    def voice(self, role: str) -> Voice:
        """Return a role's voice."""
        return Voice(self.asker, role, self.redactor, logging.getLogger("desk"))

    @cached_property
    def library(self) -> Any:
        """The library, with its index up to date."""
        return write_library(self.root / "library", NOTES)

    @cached_property
    def index(self) -> LibraryIndex:
        """The index over it."""
        index = LibraryIndex(self.root / "index")
        index.update(self.library)
        return index

    @cached_property
    def local_researcher(self) -> LocalResearcher:
        """The local role."""
        return LocalResearcher(self.library, self.index, self.library.texts, LocalSummariser())

    @property
    def planner(self) -> ClaudePlanner:
        """The planner."""
        return ClaudePlanner(self.voice("planner"), LocalPlanner())

    @property
    def researcher(self) -> ClaudeResearcher:
        """The researcher."""
        return ClaudeResearcher(self.voice("researcher"), self.local_researcher, self.library, self.index.open())

    @property
    def gap_analyst(self) -> ClaudeGapAnalyst:
        """The gap analyst."""
        return ClaudeGapAnalyst(self.voice("gap_analyst"), LocalGapAnalyst())

    @property
    def reranker(self) -> ClaudeReranker:
        """The reranker."""
        return ClaudeReranker(self.voice("reranker"), LocalReranker(sure=0.25, read=40), 40)

    @property
    def summariser(self) -> ClaudeSummariser:
        """The summariser."""
        return ClaudeSummariser(self.voice("summariser"), LocalSummariser())

    @property
    def distiller(self) -> ClaudeDistiller:
        """The distiller."""
        cut = [make_source(item.entry, text=item.full, highlights=item.highlights) for item in self.sources]
        local = LocalDistiller(ARTICLE, cut, used=0.6, borderline=0.35)
        return ClaudeDistiller(self.voice("distiller"), local, ARTICLE, used=0.6, borderline=0.35)

    @cached_property
    def documents(self) -> dict[str, Document]:
        """The documents by title."""
        return {document.title: document for document in self.library.documents.values()}

    @cached_property
    def findings(self) -> list[Finding]:
        """All that the local researcher knows of the library."""
        return [self.local_researcher.describe(name) for name in sorted(self.library.documents)]

    @property
    def candidates(self) -> list[Candidate]:
        """The findings as candidates."""
        return [Candidate(item.document, False, (), item.key_terms, ()) for item in self.findings]

    @cached_property
    def sources(self) -> list[Layers]:
        """The first documents as sources of a memory."""
        names = ("Cold tea", "Wooden lids", "Soup 1")
        return [Layers(make_entry(self.documents[name]), self.read(name), "") for name in names]

    def read(self, title: str) -> str:
        """Return a note's text."""
        text: str = self.library.texts.read_text(self.documents[title].id)
        return text

    def make_state(self, *, number: int = 1) -> Round:
        """Return a round that comes after findings."""
        return Round("tea", number, THEMES, (), (QUERY,), tuple(self.findings), (), (len(self.findings),), "")


PLAN = Plan("tea", "Slow tea", "How tea is made in the cold.", Knobs(), THEMES, (), ())


def make_entry(document: Document) -> Entry:
    """Return a document's entry in a memory."""
    return Entry(
        id=document.id,
        title=document.title,
        authors=document.authors,
        origin=document.origin,
        location=document.location,
        kind=document.kind,
        authorship=document.authorship,
        publication=document.publication,
        published=None,
        saved=None,
        tags=(),
        notebook=None,
        relevance_score=0.5,
        seed=False,
        themes=(),
        found_by=(),
        signal="metadata",
        summary=document.summary,
        uri_highlights=None,
        uri_full=f"full/{document.id}.md",
        original_path=document.original_path,
        source_url=None,
        also_in=(),
        words=document.words,
        highlights=0,
        own_notes=0,
        sha256=document.sha256,
        reason="",
    )


def open_desk(bench: Bench, root: Path, **changes: Any) -> Desk:
    """Return a desk over a new asker of a bench."""
    return Desk(root, bench.open(**changes))


# One job for each kind of request: what it returns is what the role gives.
JOBS: dict[str, Callable[[Desk], Any]] = {
    "themes": lambda desk: desk.planner.plan_themes(BRIEF, themes=3),
    "queries": lambda desk: desk.planner.plan_queries(BRIEF, THEMES, queries=4),
    "research": lambda desk: desk.researcher.research(QUERY, THEMES[0], limit=5),
    "coverage": lambda desk: desk.gap_analyst.assess(desk.make_state(), desk.findings),
    "gaps": lambda desk: desk.gap_analyst.ask(desk.make_state(), desk.findings, queries=4),
    "rerank": lambda desk: desk.reranker.rank(desk.candidates, PLAN, THEMES, desk.library.texts),
    "summaries": lambda desk: desk.summariser.summarise_all(
        [(document, desk.read(title)) for title, document in list(desk.documents.items())[:3]]
    ),
    "decisions": lambda desk: desk.distiller.decide_all(desk.sources),
}
