"""Rankings of several phrasings, measured on the example library for each kind of query."""

import functools
from pathlib import Path

import pytest
from libraries import write_library

from florilegium.drafts import Draft
from florilegium.local import answers as answers_module
from florilegium.local.researcher import LocalResearcher
from florilegium.local.summariser import LocalSummariser
from florilegium.plans import Query, Theme
from florilegium.project.params import load_params
from florilegium.search.index import LibraryIndex
from florilegium.search.phrasings import make_phrasings
from florilegium.sources.registry import list_sources

ROOT = Path(__file__).resolve().parents[2]
NO_THEME = Theme("t1", "Anything", ())


@functools.cache
def read_examples() -> tuple[Draft, ...]:
    """Read every source of the shipped params."""
    drafts: list[Draft] = []
    for source in list_sources(load_params(ROOT / "params.yaml").snapshot_sources, ROOT):
        reader = source.open()
        for unit in reader.scan().units:
            drafts += reader.read(unit, {file.path: reader.load(file) for file in unit.inputs}).drafts
    return tuple(drafts)


# One note answers: how high does it stand?
SINGLE = {
    "pencil dates on museum cards": {"The card index of a small museum"},
    "forgetting budget of 200 notes": {"The Forgetting Budget"},
    "three-drawer rule": {"The three-drawer rule"},
    "what a filing clerk knows": {"Ep. 41: What a Filing Clerk Knows"},
    "sixty questions to test recall": {"Recall test"},
    "litres of water a week rota": {"Watering rota"},
    "census of saplings": {"Sapling census 2026"},
    "日本語の勉強": {"日本語の勉強"},
}
# Several notes answer: how many of them come among the first eight?
SEVERAL = {
    "files or a vector store for agent memory": {
        "Files Beat Databases for Agent Memory", "Vector store post-mortem", "Decision 007 - no embeddings",
    },
    "young trees die in their third summer": {
        "Why Young Trees Die in July", "Who pays for the third year", "Sapling census 2026",
    },
    "forgetting and retiring old notes": {"The Forgetting Budget", "Cold folder", "Forgetting is a feature"},
    "who may write into the memory": {"Who may write memory", "Thread on poisoned memories"},
}  # fmt: skip


def measure_recall(researcher: LocalResearcher, questions: dict[str, set[str]], *, depth: int) -> float:
    """Return the share of wanted titles among the first, 0.0 to 1.0; copies count once, as dedup joins them."""
    found = 0
    for text, wanted in questions.items():
        harvest = researcher.research(Query("r0-q1", "t1", text, "first"), NO_THEME, limit=3 * depth)
        titles = list(dict.fromkeys(finding.document.title for finding in harvest.findings))
        found += len(wanted & set(titles[:depth]))
    return found / sum(map(len, questions.values()))


@pytest.mark.parametrize(
    ("questions", "depth", "least"),
    [pytest.param(SINGLE, 1, 0.9, id="single_fact"), pytest.param(SEVERAL, 8, 0.75, id="several_sources")],
)
def test_fusion_harms_no_kind_of_query(
    questions: dict[str, set[str]], depth: int, least: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fusion that helps questions with much evidence may hurt single facts: it is measured for each kind."""
    library = write_library(tmp_path / "library", read_examples())
    index = LibraryIndex(tmp_path / "index")
    index.update(library)
    researcher = LocalResearcher(library, index, library.texts, LocalSummariser())
    fused = measure_recall(researcher, questions, depth=depth)
    monkeypatch.setattr(answers_module, "make_phrasings", lambda text, terms: make_phrasings(text, terms)[:1])
    plain = measure_recall(researcher, questions, depth=depth)
    assert fused >= plain
    assert fused >= least
