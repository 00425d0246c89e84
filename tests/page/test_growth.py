"""Where the sources on each theme came from: the brief, or the round that found them first."""

import dataclasses

import pytest
from memories import make_contents, make_entry

from florilegium.entries import Index
from florilegium.findings import Round
from florilegium.page.growth import Growth, trace_growth
from florilegium.plans import Query

ASKED = (Query("r0-q1", "t1", "dough", "first"), Query("r1-q1", "e1", "steam", "emergent: steam"))
LAST = Round("bread", 3, (), (), ASKED, (), (), (1, 1, 0), "stopped")


def make_index(*entries: tuple[str, ...], seed: bool = False) -> Index:
    """Return an index with one entry on dough for each set of queries that found it."""
    made = [
        make_entry(number, str(number), themes=("Dough",), found_by=found_by, seed=seed)
        for number, found_by in enumerate(entries)
    ]
    return make_contents(made, ["text"] * len(made)).index


@pytest.mark.parametrize(
    ("index", "expected"),
    [
        pytest.param(make_index(("dough",), ("steam",), ("steam",)), Growth("Dough", 0, (1, 2)), id="each_round"),
        pytest.param(make_index(("steam", "dough")), Growth("Dough", 0, (1, 0)), id="the_first_round_counts"),
        pytest.param(make_index(()), Growth("Dough", 1, (0, 0)), id="pinned_and_never_found"),
        pytest.param(make_index(("dough",), seed=True), Growth("Dough", 1, (0, 0)), id="a_seed_was_named"),
    ],
)
def test_a_source_counts_once(index: Index, expected: Growth) -> None:
    assert trace_growth(index, LAST) == (expected,)
    assert expected.named + sum(expected.found) == index.coverage[0].sources


def test_a_source_counts_for_each_of_its_themes() -> None:
    entry = make_entry(0, "A", themes=("Crust", "Dough"), found_by=("steam",))
    index = make_contents([entry], ["text"]).index
    assert trace_growth(index, LAST) == (Growth("Crust", 0, (0, 1)), Growth("Dough", 0, (0, 1)))


def test_without_a_round_there_are_only_named_sources() -> None:
    assert trace_growth(make_index(()), dataclasses.replace(LAST, asked=())) == (Growth("Dough", 1, ()),)
