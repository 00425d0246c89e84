"""The systems that are compared: plain BM25, ours, ours without each of its parts, and ours with more."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from florilegium.local.reranker import LocalReranker
from florilegium.local.researcher import LocalResearcher
from florilegium.local.summariser import LocalSummariser
from florilegium.search.analysis import leave_unstemmed
from florilegium.search.ranking import FLAT
from florilegium.search.recipe import WHOLE, Recipe

from .bm25 import PlainIndex
from .corpus import Corpus, index_library
from .measures import DEPTH
from .sets import RetrievalSet
from .topics import make_query, make_topic, rerank_findings, research_topic

BASELINE, OURS = "BM25", "ours"
SURE, READ = 0.25, 300  # as params.yaml has them


@dataclass(frozen=True)
class System:
    """One row of the table."""

    name: str
    answer: Callable[[str], list[str]]  # from a question to the ids of the set, best first
    index_s: float | None = None  # null where it uses the index of `ours`


@dataclass(frozen=True)
class Shelf:
    """What the systems of one set are made from."""

    given: RetrievalSet
    corpus: Corpus
    folder: Path  # a temporary one, for further indexes

    def make_researcher(self, *, recipe: Recipe = WHOLE) -> LocalResearcher:
        """Return the researcher that the pipeline uses."""
        library = self.corpus.library
        return LocalResearcher(library, self.corpus.index, library.texts, LocalSummariser(), recipe=recipe)


Answer: TypeAlias = Callable[[str], list[str]]
# A generator, since what a system needs (no stemming, say) may hold only while it is asked.
Maker: TypeAlias = Callable[[Shelf], Iterator[tuple[Answer, float | None]]]


def iter_systems(shelf: Shelf, wanted: Callable[[str], bool]) -> Iterator[System]:
    """Yield the systems whose names are wanted; each must be asked before the next is taken."""
    for name, make in list_makers().items():
        if wanted(name):
            for answer, index_s in make(shelf):
                yield System(name, answer, index_s)


def list_makers() -> Mapping[str, Maker]:
    """Return how each system is made, by its name, in the order of the table; every switch of a recipe is a row."""
    parts = [item.name for item in fields(Recipe)]
    return {
        BASELINE: _make_baseline,
        OURS: partial(_make_ours, recipe=WHOLE, index_s=True),
        f"{OURS} without field weights": _make_flat,
        f"{OURS} without stemming": _make_unstemmed,
        **{
            f"{OURS} without {part.replace('_', ' ')}": partial(_make_ours, recipe=replace(WHOLE, **{part: False}))
            for part in parts
        },
        f"{OURS} with rerank": _make_reranked,
        f"{OURS} with rounds": _make_rounds,
        f"{OURS} with rounds and rerank": partial(_make_rounds, rerank=True),
    }


def _make_baseline(shelf: Shelf) -> Iterator[tuple[Answer, float | None]]:
    started = time.perf_counter()
    index = PlainIndex(shelf.given.documents)
    yield partial(index.search, limit=DEPTH), time.perf_counter() - started


def _make_ours(shelf: Shelf, *, recipe: Recipe, index_s: bool = False) -> Iterator[tuple[Answer, float | None]]:
    researcher = shelf.make_researcher(recipe=recipe)

    def answer(text: str) -> list[str]:
        return shelf.corpus.name_documents(researcher.rank(*make_query(text)).ids[:DEPTH])

    yield answer, shelf.corpus.index_s if index_s else None


def _make_flat(shelf: Shelf) -> Iterator[tuple[Answer, float | None]]:
    corpus = index_library(shelf.corpus.library, shelf.folder / "flat", fields=FLAT)
    for answer, _ in _make_ours(replace(shelf, corpus=corpus), recipe=WHOLE):
        yield answer, corpus.index_s


def _make_unstemmed(shelf: Shelf) -> Iterator[tuple[Answer, float | None]]:
    with leave_unstemmed():
        corpus = index_library(shelf.corpus.library, shelf.folder / "unstemmed")
        for answer, _ in _make_ours(replace(shelf, corpus=corpus), recipe=WHOLE):
            yield answer, corpus.index_s


def _make_reranked(shelf: Shelf) -> Iterator[tuple[Answer, float | None]]:
    researcher, reranker = shelf.make_researcher(), LocalReranker(sure=SURE, read=READ)

    def answer(text: str) -> list[str]:
        topic = make_topic(text)
        findings = researcher.research(topic.queries[0], topic.plan.themes[0], limit=DEPTH).findings
        return shelf.corpus.name_documents(rerank_findings(topic, findings, reranker, shelf.corpus.library.texts))

    yield answer, None


def _make_rounds(shelf: Shelf, *, rerank: bool = False) -> Iterator[tuple[Answer, float | None]]:
    researcher, reranker = shelf.make_researcher(), LocalReranker(sure=SURE, read=READ)

    def answer(text: str) -> list[str]:
        topic = make_topic(text)
        *_, last = research_topic(topic, researcher, depth=DEPTH)
        ids = rerank_findings(topic, last.findings, reranker, shelf.corpus.library.texts) if rerank else last.ranking
        return shelf.corpus.name_documents(ids[:DEPTH])

    yield answer, None
