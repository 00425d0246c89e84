"""A store made of the entries of its records: what is deleted, gone or of the wrong length is left out."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from .entries import Entry
from .multi import Entries
from .store import BlockVectors, Layout, ModelCoverage, NoteVectors, Store, Vector

# Lengths that models of the plugin have; between two lengths of equal weight one of these is believed.
KNOWN_DIMENSIONS = frozenset({384, 512, 768, 1024, 1536, 3072})


def gather_store(layout: Layout, entries: Entries, problems: Counter[str]) -> Store:
    """Return the store that its entries make."""
    alive = _drop_gone(entries, problems)
    for entry in alive.values():
        problems.update(entry.problems)
    lengths = _choose_lengths(alive.values())
    notes = _make_notes(alive, lengths, problems)
    stale = tuple(path for path, note in notes.items() if any(not one.is_fresh for one in note.vectors.values()))
    models = tuple(_cover(model, lengths[model], notes.values()) for model in sorted(lengths))
    is_empty = not any(model.fresh_notes for model in models)
    counted = {reason: count for reason, count in sorted(problems.items()) if count}
    return Store(layout, models, notes, stale, counted, "no note has a vector of its present text" if is_empty else "")


def _drop_gone(entries: Entries, problems: Counter[str]) -> dict[tuple[str, str], Entry]:
    """Return the entries that still hold, sorted by key: a deleted note takes its blocks with it."""
    alive: dict[tuple[str, str], Entry] = {}
    for (path, block), entry in sorted(entries.items(), key=lambda item: item[0]):
        if entry is None:
            continue
        if block and (path, "") in entries:
            note = entries[path, ""]
            if note is None or (note.blocks is not None and block not in note.blocks):
                problems["block_gone"] += 1
                continue
        alive[path, block] = entry
    return alive


def _choose_lengths(entries: Iterable[Entry]) -> dict[str, int]:
    """Return for every model the length that most of its vectors have."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for entry in entries:
        for model, vector in entry.vectors.items():
            counts[model][len(vector.values)] += 1
    return {
        model: max(found, key=lambda length: (found[length], length in KNOWN_DIMENSIONS, length))
        for model, found in counts.items()
    }


def _make_notes(
    alive: Mapping[tuple[str, str], Entry], lengths: Mapping[str, int], problems: Counter[str]
) -> dict[str, NoteVectors]:
    """Return the notes of the entries, sorted by path."""
    vectors: dict[str, dict[str, Vector]] = {}
    blocks: dict[str, dict[str, BlockVectors]] = {}
    for (path, block), entry in alive.items():
        kept = {model: one for model, one in sorted(entry.vectors.items()) if len(one.values) == lengths[model]}
        problems["wrong_length"] += len(entry.vectors) - len(kept)
        blocks.setdefault(path, {})
        if block:
            blocks[path][block] = BlockVectors(block, entry.lines, kept)
        else:
            vectors[path] = kept
    return {
        path: NoteVectors(path, vectors.get(path, {}), blocks[path], *_read_import(alive.get((path, ""))))
        for path in sorted(blocks)
    }


def _read_import(entry: Entry | None) -> tuple[int | None, int | None]:
    """Return time and size of the file that the plugin read."""
    return (entry.mtime, entry.size) if entry else (None, None)


def _cover(model: str, dimensions: int, notes: Iterable[NoteVectors]) -> ModelCoverage:
    """Count what a model has made."""
    own, inner = Counter[bool](), Counter[bool]()
    for note in notes:
        if model in note.vectors:
            own[note.vectors[model].is_fresh] += 1
        inner.update(block.vectors[model].is_fresh for block in note.blocks.values() if model in block.vectors)
    return ModelCoverage(model, dimensions, own.total(), own[True], inner.total(), inner[True])
