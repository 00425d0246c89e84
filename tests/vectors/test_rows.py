"""The length of rows, which no file tells: a cut that is right, or none."""

import hashlib
import math
from array import array
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.vectors.rows import read_rows

LENGTHS = (384, 512, 768, 1024, 1536, 3072)


def draw_row(seed: object, length: int, *, is_unit: bool) -> "array[float]":
    """Return numbers that only the seed decides, of length one or of about twenty."""
    numbers = [byte - 127.5 for byte in hashlib.shake_256(repr(seed).encode()).digest(length)]
    norm = math.hypot(*numbers) if is_unit else 64.0
    return array("f", [number / norm for number in numbers])


def write_file(path: Path, count: int, length: int, *, is_unit: bool) -> list["array[float]"]:
    rows = [draw_row((number, length), length, is_unit=is_unit) for number in range(count)]
    path.write_bytes(b"".join(row.tobytes() for row in rows))
    return rows


def check(path: Path, rows: list["array[float]"], named: set[int]) -> bool:
    """Read the named rows; say whether any was, and hold that each is the right one."""
    found = read_rows(path, sorted(named), named, Counter())
    assert all(vector.values == rows[place] for place, vector in found.items())
    return bool(found)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LENGTHS), st.integers(1, 24), st.data())
def test_rows_of_length_one_are_cut_right_whatever_is_named(
    tmp_path_factory: pytest.TempPathFactory, length: int, count: int, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("rows") / "mf_x"
    rows = write_file(path, count, length, is_unit=True)
    named = data.draw(st.sets(st.integers(0, count - 1), min_size=1))
    assert check(path, rows, named)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(LENGTHS), st.integers(1, 24), st.data())
def test_rows_of_other_lengths_are_cut_right_or_not_at_all_where_some_are_lost(
    tmp_path_factory: pytest.TempPathFactory, length: int, count: int, data: st.DataObject
) -> None:
    """Some rows in the middle are named by no record, as after notes were deleted."""
    path = tmp_path_factory.mktemp("rows") / "mf_x"
    rows = write_file(path, count, length, is_unit=False)
    lost = data.draw(st.sets(st.integers(0, count - 1), max_size=count - 1))
    named = set(range(count)) - lost
    tail_alone = named == set(range(len(named)))
    if not tail_alone or len(named) < 8:
        assert not check(path, rows, named)
    elif not lost:
        assert check(path, rows, named)


@pytest.mark.parametrize(("length", "count", "left"), [(512, 3, 2), (384, 8, 4), (768, 4, 3), (512, 6, 4)])
def test_a_few_rows_whose_even_cut_is_another_known_length_are_not_believed(
    tmp_path: Path, length: int, count: int, left: int
) -> None:
    """Three rows of 512 are as long as two of 768."""
    rows = write_file(tmp_path / "mf_x", count, length, is_unit=False)
    assert not check(tmp_path / "mf_x", rows, set(range(left)))


def test_a_few_damaged_rows_do_not_change_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "mf_x"
    rows = write_file(path, 40, 384, is_unit=True)
    rows[3] = draw_row("damaged", 384, is_unit=False)
    rows[17] = array("f", [math.nan] * 384)
    path.write_bytes(b"".join(row.tobytes() for row in rows))
    problems: Counter[str] = Counter()
    found = read_rows(path, range(40), range(40), problems)
    assert len(found) == 39
    assert problems == {"not_finite": 1}


def test_a_file_that_is_cut_off_within_a_row_gives_the_rows_before_it(tmp_path: Path) -> None:
    path = tmp_path / "mf_x"
    rows = write_file(path, 20, 384, is_unit=True)
    path.write_bytes(path.read_bytes()[:-100])
    problems: Counter[str] = Counter()
    found = read_rows(path, range(20), range(20), problems)
    assert {place: vector.values for place, vector in found.items()} == dict(enumerate(rows[:-1]))
    assert problems == {"bad_reference": 1}
