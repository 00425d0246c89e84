"""How alike the vectors of a store are, by the angle between them, and which notes are nearest to one."""

import heapq
from collections.abc import Collection
from dataclasses import dataclass
from operator import mul

from .store import NoteVectors, Store, Vector

# Versions of Python add floats with different care; this many digits are the same in all of them.
DIGITS = 6


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A note, and how like another it is."""

    path: str
    similarity: float  # from -1 to 1


def compare_vectors(first: Vector, second: Vector) -> float:
    """Return the cosine of two vectors of one model; raises ValueError for different lengths."""
    if len(first.values) != len(second.values):
        raise ValueError("vectors of different lengths cannot be compared")
    product: float = sum(map(mul, first.values, second.values)) / first.norm / second.norm
    return round(max(-1.0, min(1.0, product)), DIGITS)


def compare_notes(store: Store, first: str, second: str) -> float | None:
    """Return how alike two notes are; null where one of them has no vector of its present text."""
    model = store.main_model
    one, other = (_take_fresh(store.notes.get(path), model) for path in (first, second))
    return compare_vectors(one, other) if one and other else None


def find_nearest(store: Store, path: str, limit: int, *, without: Collection[str] = ()) -> tuple[Neighbour, ...]:
    """Return the notes most like one, nearest first; only vectors of the present text are compared."""
    model = store.main_model
    own = _take_fresh(store.notes.get(path), model)
    if not own:
        return ()
    found = (
        Neighbour(note.path, compare_vectors(own, other))
        for note in store.notes.values()
        if note.path != path and note.path not in without and (other := _take_fresh(note, model))
    )
    return tuple(heapq.nsmallest(max(0, limit), found, key=lambda one: (-one.similarity, one.path)))


def _take_fresh(note: NoteVectors | None, model: str | None) -> Vector | None:
    """Return the vector of a note by a model; null where it has none of its present text."""
    vector = note.vectors.get(model) if note and model else None
    return vector if vector and vector.is_fresh else None
