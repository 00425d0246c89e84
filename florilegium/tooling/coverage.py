"""How much of a vault has vectors, and whether they are of what the notes say today."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..vectors.store import NoteVectors, Store

# File systems and sync services keep times as coarse as this, in milliseconds.
COARSEST = 2000


@dataclass(frozen=True)
class FileState:
    """Time and size of a note's file as it lies in the vault."""

    mtime: int  # in milliseconds
    size: int  # in bytes


@dataclass(frozen=True)
class Coverage:
    """Counts of notes; those of the first line are parts of `long_enough`, the last two may overlap with them."""

    long_enough: int  # notes that the plugin would embed
    fresh: int  # with a vector of the text that the plugin read last
    stale: int  # with a vector that is older or of another model than most
    missing: int  # without any
    short: int  # notes that the plugin leaves out
    other_size: int  # whose file has another size than the plugin read: they were written since
    other_time: int  # of the same size and another time: written since, or copied


def stat_notes(root: Path, paths: Iterable[str]) -> dict[str, FileState]:
    """Return time and size of the notes whose form the plugin reads; one that went away meanwhile is left out."""
    found: dict[str, FileState] = {}
    for path in paths:
        if not path.casefold().endswith(".md"):
            continue
        try:
            state = os.stat(root / path, follow_symlinks=False)
        except OSError:
            continue
        found[path] = FileState(state.st_mtime_ns // 1_000_000, state.st_size)
    return found


def measure_coverage(store: Store, files: Mapping[str, FileState], min_chars: int) -> Coverage:
    """Count how the notes of a vault stand in a store, for its main model."""
    counts = dict.fromkeys(("fresh", "stale", "missing", "short", "other_size", "other_time"), 0)
    for path, file in files.items():
        note = store.notes.get(path)
        counts[_judge_note(note, store.main_model, file, min_chars)] += 1
        drift = _judge_drift(note, file)
        if drift:
            counts[drift] += 1
    return Coverage(long_enough=counts["fresh"] + counts["stale"] + counts["missing"], **counts)


def _judge_note(note: NoteVectors | None, model: str | None, file: FileState, min_chars: int) -> str:
    vectors = note.vectors if note else {}
    vector = vectors.get(model) if model else None
    if vector and vector.is_fresh:
        return "fresh"
    if vectors:
        return "stale"
    return "short" if file.size < min_chars else "missing"


def _judge_drift(note: NoteVectors | None, file: FileState) -> str:
    if note is None:
        return ""
    if note.size and note.size != file.size:
        return "other_size"
    return "other_time" if note.mtime and abs(note.mtime - file.mtime) > COARSEST else ""
