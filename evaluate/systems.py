"""The systems that are compared: plain BM25, ours, ours without each of its parts, and ours with more."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

from florilegium.encoders.encoder import Encoder
from florilegium.encoders.reranker import FusedReranker
from florilegium.local.reranker import LocalReranker
from florilegium.local.researcher import LocalResearcher
from florilegium.local.summariser import LocalSummariser
from florilegium.roles import Reranker
from florilegium.search.analysis import leave_unstemmed
from florilegium.search.ranking import FLAT
from florilegium.search.recipe import WHOLE, Recipe

from .bm25 import PlainIndex
from .corpus import Corpus, index_library
from .measures import DEPTH
from .sets import RetrievalSet
from .topics import Found, make_query, make_topic, rerank_findings, research_once, research_topic

BASELINE, OURS = "BM25", "ours"
SURE, READ = 0.25, 300  # as params.yaml has them

Answer: TypeAlias = Callable[[str], list[str]]


@dataclass(frozen=True)
class System:
    """One row of the table."""

    name: str
    answer: Answer  # from a question to the ids of the set, best first
    index_s: float | None = None  # null where it uses the index of `ours`
    prepare: Callable[[str], float] | None = None  # does what several rows share, once; returns how many ms it took


class Shelf:
    """What the systems of one set are made from."""

    def __init__(self, given: RetrievalSet, corpus: Corpus, folder: Path) -> None:
        self.given = given
        self.corpus = corpus
        self.folder = folder  # a temporary one, for further indexes
        self._researcher = self.make_researcher()
        self.find = cache(self._find_anew)  # several rows order the same findings

    def make_researcher(self, *, recipe: Recipe = WHOLE) -> LocalResearcher:
        """Return the researcher that the pipeline uses."""
        library = self.corpus.library
        return LocalResearcher(library, self.corpus.index, library.texts, LocalSummariser(), recipe=recipe)

    def _find_anew(self, text: str, *, rounds: bool) -> tuple[Found, float]:
        """Return what a question finds, by itself or in all rounds, and how many milliseconds that took."""
        started = time.perf_counter()
        topic = make_topic(text)
        if rounds:
            *_, found = research_topic(topic, self._researcher, depth=DEPTH)
        else:
            found = research_once(topic, self._researcher, depth=DEPTH)
        return found, (time.perf_counter() - started) * 1000.0


# A generator, since what a system needs (no stemming, say) may hold only while it is asked.
Maker: TypeAlias = Callable[[str, Shelf], Iterator[System]]


def iter_systems(shelf: Shelf, encoders: Mapping[str, Encoder], wanted: Callable[[str], bool]) -> Iterator[System]:
    """Yield the systems whose names are wanted; each must be asked before the next is taken."""
    for name, make in list_makers(encoders).items():
        if wanted(name):
            yield from make(name, shelf)


def list_makers(encoders: Mapping[str, Encoder]) -> Mapping[str, Maker]:
    """Return how each system is made, by its name, in the order of the table; every switch of a recipe is a row."""
    local = LocalReranker(sure=SURE, read=READ)
    parts = {f"{OURS} without {item.name.replace('_', ' ')}": item.name for item in fields(Recipe)}
    return {
        BASELINE: _make_baseline,
        OURS: _make_ours,
        f"{OURS} without field weights": _make_flat,
        f"{OURS} without stemming": _make_unstemmed,
        **{name: partial(_make_ours, recipe=replace(WHOLE, **{part: False})) for name, part in parts.items()},
        f"{OURS} with rerank": partial(_make_ordered, reranker=local),
        **_list_encoded(encoders, local, rounds=False),
        f"{OURS} with rounds": partial(_make_ordered, rounds=True),
        f"{OURS} with rounds and rerank": partial(_make_ordered, rounds=True, reranker=local),
        **_list_encoded(encoders, local, rounds=True),
    }


def _list_encoded(encoders: Mapping[str, Encoder], local: Reranker, *, rounds: bool) -> dict[str, Maker]:
    parts = "rounds, rerank" if rounds else "rerank"
    return {
        f"{OURS} with {parts} and {label}": partial(
            _make_ordered, rounds=rounds, reranker=FusedReranker(local, encoder)
        )
        for label, encoder in encoders.items()
    }


def _make_baseline(name: str, shelf: Shelf) -> Iterator[System]:
    started = time.perf_counter()
    index = PlainIndex(shelf.given.documents)
    yield System(name, partial(index.search, limit=DEPTH), time.perf_counter() - started)


def _make_ours(name: str, shelf: Shelf, *, recipe: Recipe = WHOLE) -> Iterator[System]:
    researcher = shelf.make_researcher(recipe=recipe)

    def answer(text: str) -> list[str]:
        return shelf.corpus.name_documents(researcher.rank(*make_query(text)).ids[:DEPTH])

    yield System(name, answer, shelf.corpus.index_s if recipe == WHOLE else None)


def _make_flat(name: str, shelf: Shelf) -> Iterator[System]:
    corpus = index_library(shelf.corpus.library, shelf.folder / "flat", fields=FLAT)
    yield from _make_ours(name, Shelf(shelf.given, corpus, shelf.folder))


def _make_unstemmed(name: str, shelf: Shelf) -> Iterator[System]:
    with leave_unstemmed():
        corpus = index_library(shelf.corpus.library, shelf.folder / "unstemmed")
        yield from _make_ours(name, Shelf(shelf.given, corpus, shelf.folder))


def _make_ordered(
    name: str, shelf: Shelf, *, rounds: bool = False, reranker: Reranker | None = None
) -> Iterator[System]:
    def prepare(text: str) -> float:
        return shelf.find(text, rounds=rounds)[1]

    def answer(text: str) -> list[str]:
        found, _ = shelf.find(text, rounds=rounds)
        ids = rerank_findings(found, reranker, shelf.corpus.library.texts) if reranker else found.ranking
        return shelf.corpus.name_documents(ids[:DEPTH])

    yield System(name, answer, None, prepare)
