"""Rows of a file of raw little-endian 32-bit floats, whose length no header tells."""

import math
import os
import sys
from array import array
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import BinaryIO

from ..project.regular_files import open_regular
from .gathering import KNOWN_DIMENSIONS
from .store import Vector, check_vector

_WIDTH = 4
# So many rows are looked at to tell their length.
_TRIED = 32
_UNIT = 1e-3
# From so many rows on a file that is cut evenly is no accident.
_ENOUGH = 8


def read_rows(path: Path, places: Sequence[int], named: Collection[int], problems: Counter[str]) -> dict[int, Vector]:
    """Return the rows at some places of a file, counting what cannot be read; `named` are all that any record names."""
    try:
        with open_regular(path, follow=False) as stream:
            size = os.fstat(stream.fileno()).st_size
            dimensions = _find_dimensions(stream, size, places, named)
            if not dimensions:
                problems["no_dimensions"] += 1
                return {}
            return _take_rows(stream, size, places, dimensions, problems)
    except OSError:
        problems["unreadable_file"] += 1
        return {}


def _take_rows(
    stream: BinaryIO, size: int, places: Sequence[int], dimensions: int, problems: Counter[str]
) -> dict[int, Vector]:
    """Return the rows that lie within the file and can be compared."""
    found: dict[int, Vector] = {}
    for place in places:
        row = _read_row(stream, size, place, dimensions)
        vector = check_vector(row, is_fresh=True) if row else "bad_reference"
        if isinstance(vector, str):
            problems[vector] += 1
        else:
            found[place] = vector
    return found


def _find_dimensions(stream: BinaryIO, size: int, places: Sequence[int], named: Collection[int]) -> int:
    """Return the length of a file's rows, 0 where it cannot be told.

    The file says nothing of it. Models of the plugin give vectors of length one, so that a wrong cut shows; where they
    do not, the whole file must be cut evenly into rows of a length that is known, and each of them must be named.
    """
    rows = max(named, default=-1) + 1
    even = size // (_WIDTH * rows) if rows and size % (_WIDTH * rows) == 0 else 0
    # Rows at the end that no record names any more make the even cut too long; a row that is being written fits none.
    fitting = sorted(KNOWN_DIMENSIONS, key=lambda length: (size % (_WIDTH * length) != 0, length))
    for length in dict.fromkeys([even, *fitting]):
        if length and _are_units(stream, size, places, length):
            return length
    # Two rows of 768 are three of 512: among few rows, or some that are lost, an even cut says nothing.
    return even if even in KNOWN_DIMENSIONS and len(named) == rows >= _ENOUGH else 0


def _are_units(stream: BinaryIO, size: int, places: Sequence[int], length: int) -> bool:
    """Say whether rows of a length have length one, all but a few that may be damaged."""
    step = max(1, len(places) // _TRIED)
    tried = [row for place in places[::step] if (row := _read_row(stream, size, place, length))]
    units = sum(abs(math.hypot(*row) - 1) < _UNIT for row in tried)
    return bool(tried) and units * 10 >= len(tried) * 9


def _read_row(stream: BinaryIO, size: int, place: int, length: int) -> "array[float] | None":
    """Return one row of a file; null where it does not lie within it."""
    if (place + 1) * length * _WIDTH > size:
        return None
    stream.seek(place * length * _WIDTH)
    content = stream.read(length * _WIDTH)
    if len(content) != length * _WIDTH:
        return None
    row = array("f", content)
    if sys.byteorder == "big":
        row.byteswap()
    return row
