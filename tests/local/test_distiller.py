"""The embedded distiller finds what an article really used: on a golden library, and on the example."""

from pathlib import Path

import pytest

from florilegium.decisions import Decision
from florilegium.distilling.articles import read_article
from florilegium.distilling.attribution.corpus import make_source
from florilegium.distilling.quotations import verify_decision
from florilegium.local.distiller import LocalDistiller
from florilegium.memory.folder import Memory, load_memory

GOLDEN = Path(__file__).parents[1] / "golden" / "distill" / "bicycles"


def distil(memory: Memory, article: Path, *, backwards: bool = False) -> list[Decision]:
    entries = list(memory.index.entries)
    cut = [make_source(e, text=memory.read_full(e), highlights=memory.read_highlights(e)) for e in entries]
    distiller = LocalDistiller(read_article(article), cut, used=0.6, borderline=0.35)
    order = reversed(entries) if backwards else entries
    found = {e.id: distiller.decide(e, text=memory.read_full(e), highlights=memory.read_highlights(e)) for e in order}
    return [found[entry.id] for entry in entries]


@pytest.fixture(scope="module")
def decisions() -> list[Decision]:
    return distil(load_memory(GOLDEN / "memory"), GOLDEN / "article.md")


def test_the_golden_article_used_four_of_nine(decisions: list[Decision]) -> None:
    """A seed that is not used, a note on a used work, and the common words of the trade stay out."""
    assert {item.title: (item.verdict, item.how) for item in decisions} == {
        "How to True a Wheel Without a Stand": ("unused", ""),
        "Why Spokes Break on One Side": ("used", "explicit"),
        "Loose Chains, Dear Sprockets": ("used", "explicit"),
        "On the slack tax": ("borderline", "traceable"),
        "Cellar log January": ("used", "traceable"),
        "Workshop binder, page of rules": ("used", "traceable"),
        "Bicycle care": ("unused", ""),
        "Lamp law, a summary": ("borderline", "explicit"),
        "A Short History of the Puncture Kit": ("borderline", "explicit"),
    }


def test_all_quotations_are_slices_of_the_files(decisions: list[Decision]) -> None:
    memory, article = load_memory(GOLDEN / "memory"), read_article(GOLDEN / "article.md")
    for entry, decision in zip(memory.index.entries, decisions, strict=True):
        layers = {
            "highlights": memory.read_highlights(entry),
            "full": memory.read_full(entry),
            "summary": entry.summary,
        }
        assert verify_decision(decision, article=article.text, layers=layers) == decision


def test_the_order_of_the_questions_changes_no_answer(decisions: list[Decision]) -> None:
    assert distil(load_memory(GOLDEN / "memory"), GOLDEN / "article.md", backwards=True) == decisions
