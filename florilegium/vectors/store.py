"""What a store of vectors holds: for every note its vectors by model, its blocks, and what was left out and why."""

import math
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Layout = Literal["shards", "multi", "legacy", "first", "none"]

# Why something of a store was left out.
REASONS = {
    "absent_note": "the note is not in the vault that was asked for",
    "bad_reference": "a reference names no row of a vector file",
    "block_gone": "the block is no longer one of its note",
    "broken_record": "a record cannot be read",
    "conflict_copy": "the same key stands in a second file, and the note's own file decides",
    "empty_vector": "a vector has no numbers",
    "half_written": "the end of a file is cut off",
    "no_dimensions": "the length of a file's rows cannot be told",
    "not_finite": "a vector holds NaN or an infinite number",
    "not_numbers": "a vector is no list of numbers",
    "stale_reference": "a reference is older than its text",
    "unknown_key": "a key is no path",
    "unreadable_file": "a file cannot be read",
    "wrong_length": "a vector has another length than its model",
    "zero_vector": "a vector is zero",
}


@dataclass(frozen=True, slots=True)
class Vector:
    """One vector, and whether it was made of the text that the plugin read last."""

    values: "array[float]"
    norm: float
    is_fresh: bool


@dataclass(frozen=True, slots=True)
class BlockVectors:
    """The vectors of one block of a note."""

    key: str  # within the note, as "#Heading" or "#Heading#{2}"
    lines: tuple[int, int] | None  # first and last, counted from 1
    vectors: Mapping[str, Vector]  # by model


@dataclass(frozen=True, slots=True)
class NoteVectors:
    """The vectors of one note, none where it is too short for the plugin."""

    path: str
    vectors: Mapping[str, Vector]  # by model
    blocks: Mapping[str, BlockVectors]  # by key, sorted
    mtime: int | None  # of the file when the plugin read it, in milliseconds
    size: int | None  # of the file then, in bytes


@dataclass(frozen=True, slots=True)
class ModelCoverage:
    """How much of a store one model has made."""

    key: str  # as the plugin names it, or the name of its vector file
    dimensions: int
    notes: int
    fresh_notes: int
    blocks: int
    fresh_blocks: int


@dataclass(frozen=True)
class Store:
    """Everything that a store of vectors says about the notes of a vault."""

    layout: Layout
    models: tuple[ModelCoverage, ...]  # sorted by key
    notes: Mapping[str, NoteVectors]  # by path, sorted
    stale: tuple[str, ...]  # paths of notes that have a vector older than their text, sorted
    problems: Mapping[str, int]  # how often, by a word of REASONS, sorted
    reason: str = field(default="")  # why there is nothing to compare with; "" where there is

    @property
    def main_model(self) -> str | None:
        """The model that has most fresh vectors of notes; null where none has any."""
        best = max(self.models, key=lambda model: (model.fresh_notes, model.fresh_blocks), default=None)
        return best.key if best and best.fresh_notes else None


def make_vector(numbers: object, *, is_fresh: bool) -> Vector | str:
    """Return the vector that a list of numbers stands for, or the reason why it is none."""
    if not isinstance(numbers, list) or not set(map(type, numbers)) <= {float, int}:
        return "not_numbers"
    if not numbers:
        return "empty_vector"
    try:
        values = array("f", numbers)
    except OverflowError:
        return "not_finite"
    return check_vector(values, is_fresh=is_fresh)


def check_vector(values: "array[float]", *, is_fresh: bool) -> Vector | str:
    """Return a vector that can be compared, or the reason why it cannot."""
    norm = math.hypot(*values)
    if not math.isfinite(norm):
        return "not_finite"
    return Vector(values, norm, is_fresh) if norm else "zero_vector"


def has_drifted(note: NoteVectors, *, mtime: int, size: int) -> bool:
    """Say whether a file is another than the plugin read; where the plugin noted nothing, it is taken as the same."""
    return bool(note.mtime and note.mtime != mtime) or bool(note.size and note.size != size)
