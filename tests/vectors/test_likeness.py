"""How alike the vectors of a store are."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from vector_stores import source, write_logs

from florilegium.vectors.likeness import Neighbour, compare_notes, compare_vectors, find_nearest
from florilegium.vectors.opening import read_store
from florilegium.vectors.store import NoteVectors, Store, Vector, has_drifted, make_vector


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return read_store(
        write_logs(
            tmp_path,
            {
                "all.ajson": ",\n".join(
                    [
                        source("A.md", [1, 0, 0, 0]),
                        source("Near.md", [2, 1, 0, 0]),
                        source("Same b.md", [3, 0, 0, 0]),
                        source("Same a.md", [5, 0, 0, 0]),
                        source("Away.md", [-1, 0, 0, 0]),
                        source("Stale.md", [1, 0, 0, 0], read="newer"),
                        source("Short.md", None),
                    ]
                )
            },
        )
    )


def test_nearest_notes_come_first_and_equal_ones_by_path(store: Store) -> None:
    assert find_nearest(store, "A.md", 3) == (
        Neighbour("Same a.md", 1.0),
        Neighbour("Same b.md", 1.0),
        Neighbour("Near.md", 0.894427),
    )


def test_all_notes_with_a_vector_of_their_present_text_are_compared(store: Store) -> None:
    assert [one.path for one in find_nearest(store, "A.md", 99)] == ["Same a.md", "Same b.md", "Near.md", "Away.md"]


def test_notes_that_were_reached_already_are_left_out(store: Store) -> None:
    assert [one.path for one in find_nearest(store, "A.md", 1, without={"Same a.md", "Same b.md"})] == ["Near.md"]


@pytest.mark.parametrize("path", ["Stale.md", "Short.md", "Nowhere.md"])
def test_a_note_without_a_fresh_vector_has_no_neighbours(store: Store, path: str) -> None:
    assert find_nearest(store, path, 5) == ()
    assert compare_notes(store, "A.md", path) is None


def test_a_limit_of_nothing_gives_nothing(store: Store) -> None:
    assert find_nearest(store, "A.md", 0) == find_nearest(store, "A.md", -1) == ()


def test_vectors_of_different_lengths_are_not_compared() -> None:
    one, other = make_vector([1, 2], is_fresh=True), make_vector([1, 2, 3], is_fresh=True)
    assert isinstance(one, Vector) and isinstance(other, Vector)

    with pytest.raises(ValueError, match="different lengths"):
        compare_vectors(one, other)


LISTS = st.lists(st.floats(-1e3, 1e3, width=32), min_size=4, max_size=4)


@given(LISTS, LISTS)
def test_likeness_is_symmetric_bounded_and_the_cosine(first: list[float], second: list[float]) -> None:
    one, other = make_vector(first, is_fresh=True), make_vector(second, is_fresh=True)
    if isinstance(one, str) or isinstance(other, str):
        return
    naive = sum(a * b for a, b in zip(first, second, strict=True))

    assert compare_vectors(one, other) == compare_vectors(other, one)
    assert -1 <= compare_vectors(one, other) <= 1
    if min(one.norm, other.norm) > 1e-6:
        cosine = naive / (math.hypot(*first) * math.hypot(*second))
        assert compare_vectors(one, other) == pytest.approx(cosine, abs=1e-5)


@pytest.mark.parametrize(
    ("noted", "expected"),
    [((1000, 42), False), ((1001, 42), True), ((1000, 41), True), ((None, None), False), ((0, 0), False)],
)
def test_a_file_drifts_where_what_was_noted_differs(noted: tuple[int | None, int | None], expected: bool) -> None:
    assert has_drifted(NoteVectors("A.md", {}, {}, *noted), mtime=1000, size=42) is expected
