"""The rows of the table, and what each switches off."""

from dataclasses import fields
from pathlib import Path

import pytest

from evaluate.corpus import index_library, write_library
from evaluate.sets import Question, RetrievalSet, SetDocument
from evaluate.systems import Shelf, System, iter_systems, list_makers
from florilegium.search.analysis import extract_terms
from florilegium.search.recipe import Recipe

DOCUMENTS = (
    SetDocument("forget", "Budgets", "An agent forgets what it has no budget for, and keeps the rest."),
    SetDocument("kettle", "Kettle", "The kettle sings before the water boils, and the cups are warm by then."),
    *(SetDocument(f"n{n}", f"Day {n}", f"Weather, soup and tram number {n}.") for n in range(20)),
)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Return a small set, indexed."""
    given = RetrievalSet("tiny", DOCUMENTS, (Question("q", "kettle", "", {"kettle": 1}),), 0)
    return Shelf(given, index_library(write_library(DOCUMENTS, tmp_path / "library"), tmp_path / "index"), tmp_path)


def take(shelf: Shelf, name: str) -> System:
    """Return one system, done with."""
    (found,) = iter_systems(shelf, {}, lambda other: other == name)
    return found


def test_every_switch_of_a_recipe_has_a_row() -> None:
    """A new one needs no change here."""
    for item in fields(Recipe):
        assert f"ours without {item.name.replace('_', ' ')}" in list_makers({})


@pytest.mark.parametrize("name", list_makers({}))
def test_every_system_finds_the_note_with_the_word(shelf: Shelf, name: str) -> None:
    """First, and in the names of the set."""
    for system in iter_systems(shelf, {}, lambda other: other == name):
        assert system.answer("kettle sings")[0] == "kettle"


def test_stemming_is_off_for_its_row_alone(shelf: Shelf) -> None:
    """Only while that system is asked does "forgetting" not find "forgets"."""
    answers = {}
    for system in iter_systems(shelf, {}, lambda name: name in ("ours", "ours without stemming")):
        answers[system.name] = system.answer("forgetting")
    assert answers == {"ours": ["forget"], "ours without stemming": []}
    assert extract_terms("forgetting") == ["forget"]


def test_what_builds_an_index_tells_how_long_it_took(shelf: Shelf) -> None:
    """The others use the index of ours."""
    timed = {system.name for system in iter_systems(shelf, {}, lambda name: True) if system.index_s is not None}
    assert timed == {"BM25", "ours", "ours without field weights", "ours without stemming"}


def test_findings_are_made_once_for_all_rows(shelf: Shelf) -> None:
    """And what they took is known each time."""
    first, again = (shelf.find("kettle sings", rounds=False) for _ in range(2))
    assert first is again
    assert take(shelf, "ours with rerank").prepare("kettle sings") == first[1]  # type: ignore[misc]
