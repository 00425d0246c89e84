"""What each round added to each theme."""

import dataclasses

import pytest

from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.findings import Coverage, Finding, Hit, Round
from florilegium.page.growth import Growth, trace_growth
from florilegium.plans import Query, Theme

THEMES = (Theme("t1", "Dough", ("dough",)), Theme("e1", "Steam", ("steam",)))
ASKED = (Query("r0-q1", "t1", "dough", "first"), Query("r1-q1", "e1", "steam", "emergent: steam"))


def make(title: str) -> Document:
    draft = Draft("obsidian", f"{title}.md", title, "Text.\n")
    return make_document(draft, source="vault", text=draft.text, highlights="")


A, B, C = (make(title) for title in "ABC")


def find(document: Document, *queries: str) -> Finding:
    hits = tuple(Hit(query, "t1", 1, "search", "why") for query in queries)
    return Finding(document, hits, (), "", ())


LAST = Round(
    "bread", 3, THEMES, (), ASKED, (find(A, "r0-q1", "r1-q1"), find(B, "r1-q1"), find(C)),
    (Coverage("t1", "thin", (A.id, B.id)), Coverage("e1", "thin", (B.id, C.id))), (1, 1, 0), "stopped",
)  # fmt: skip


def test_a_document_counts_in_the_round_that_first_found_it() -> None:
    """Also when a later round found it again; what no query found counts nowhere."""
    assert trace_growth(LAST) == (Growth("Dough", (1, 1)), Growth("Steam", (0, 1)))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        pytest.param({"asked": ()}, (), id="no_round_asked"),
        pytest.param({"coverage": ()}, (0, 0), id="no_coverage_known"),
        pytest.param({"findings": ()}, (0, 0), id="nothing_found"),
        pytest.param({"asked": ASKED[:1]}, (1,), id="one_round"),
    ],
)
def test_growth_of_an_early_end(changes: dict[str, tuple[()]], expected: tuple[int, ...]) -> None:
    assert trace_growth(dataclasses.replace(LAST, **changes))[0] == Growth("Dough", expected)
