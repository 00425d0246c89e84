"""Who plays which role: params name an engine, stages get a role; each is imported only where it plays."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import ParamsError
from .roles import Distiller, GapAnalyst, Planner, Reranker, Researcher, Summariser

if TYPE_CHECKING:
    from .articles import Article
    from .attribution.corpus import Source
    from .library import Library
    from .search.index import LibraryIndex

ENGINES = ("local",)


def make_planner(engine: str) -> Planner:
    """Return who turns a brief into themes and first queries; raises ParamsError for an unknown engine."""
    _refuse_unknown(engine)
    from .local.planner import LocalPlanner

    return LocalPlanner()


def make_researcher(engine: str, library: "Library", index: "LibraryIndex") -> Researcher:
    """Return who answers queries from a library and its index; raises ParamsError for an unknown engine."""
    _refuse_unknown(engine)
    from .local.researcher import LocalResearcher

    return LocalResearcher(library, index, library.texts, make_summariser(engine))


def make_gap_analyst(engine: str) -> GapAnalyst:
    """Return who judges coverage and asks on; raises ParamsError for an unknown engine."""
    _refuse_unknown(engine)
    from .local.gap_analyst import LocalGapAnalyst

    return LocalGapAnalyst()


def make_reranker(engine: str, *, sure: float, read: int) -> Reranker:
    """Return who scores candidates; raises ParamsError for an unknown engine."""
    _refuse_unknown(engine)
    from .local.reranker import LocalReranker

    return LocalReranker(sure=sure, read=read)


def make_summariser(engine: str) -> Summariser:
    """Return who writes two or three sentences on a document; raises ParamsError for an unknown engine."""
    _refuse_unknown(engine)
    from .local.summariser import LocalSummariser

    return LocalSummariser()


def make_distiller(
    engine: str, article: "Article", sources: "Sequence[Source]", *, used: float, borderline: float
) -> Distiller:
    """Return who decides which sources an article used; raises ParamsError for an unknown engine."""
    _refuse_unknown(engine)
    from .local.distiller import LocalDistiller

    return LocalDistiller(article, sources, used=used, borderline=borderline)


def _refuse_unknown(engine: str) -> None:
    if engine not in ENGINES:
        raise ParamsError(f"there is no engine {engine!r}", hint=f"engines there are: {', '.join(ENGINES)}")
