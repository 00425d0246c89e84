"""The six roles; a stage does not know whether an algorithm or a model plays one."""

from collections.abc import Sequence
from typing import Protocol

from .brief.briefs import Brief
from .candidates import Candidate, Ranked
from .decisions import Decision, Layers
from .documents import Document
from .entries import Entry
from .findings import Coverage, Finding, Harvest, Round
from .plans import Plan, Query, Theme


class Reading(Protocol):
    """Read access to stored texts, by document id."""

    def read_text(self, document_id: str) -> str:
        """Return the full text."""
        ...

    def read_highlights(self, document_id: str) -> str:
        """Return the highlights file, "" where there is none."""
        ...


class Planner(Protocol):
    """From brief to themes and first queries."""

    def plan_themes(self, brief: Brief, *, themes: int) -> tuple[Theme, ...]:
        """Return the angles of the topic."""
        ...

    def plan_queries(self, brief: Brief, themes: Sequence[Theme], *, queries: int) -> tuple[Query, ...]:
        """Return the queries of round 0, each aimed at a theme."""
        ...


class Researcher(Protocol):
    """From one query to findings; isolated, so that many run at once."""

    def research(self, query: Query, theme: Theme, *, limit: int) -> Harvest:
        """Return at most `limit` unique findings, and what was left out."""
        ...


class GapAnalyst(Protocol):
    """From metadata to coverage and next queries; never sees text."""

    def assess(self, state: Round, findings: Sequence[Finding]) -> tuple[Coverage, ...]:
        """Return the coverage of every theme."""
        ...

    def ask(
        self, state: Round, findings: Sequence[Finding], *, queries: int
    ) -> tuple[tuple[Theme, ...], tuple[Query, ...]]:
        """Return emergent themes and exactly as many new queries as asked, fewer only if none is left."""
        ...


class Reranker(Protocol):
    """From candidates to scores."""

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        """Return every candidate with a score, in no particular order."""
        ...


class Summariser(Protocol):
    """From a text to two or three sentences."""

    def summarise(self, document: Document, text: str) -> str:
        """Return what the document is about."""
        ...

    def summarise_all(self, pairs: Sequence[tuple[Document, str]]) -> list[str]:
        """Return what each document is about, in their order; what can be done side by side, is."""
        ...


class Distiller(Protocol):
    """From an article and one source to a decision."""

    def decide(self, entry: Entry, *, text: str, highlights: str) -> Decision:
        """Return whether the article used this source, with evidence."""
        ...

    def decide_all(self, sources: Sequence[Layers]) -> list[Decision]:
        """Return the decisions on many sources, in their order; what can be done side by side, is."""
        ...
