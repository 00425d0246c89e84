"""One record of a store as an entry of a note or block, whatever the layout."""

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from .records import Record
from .store import Vector, make_vector

SOURCES = frozenset({"smart_sources", "SmartSource", "SmartNote"})
BLOCKS = frozenset({"smart_blocks", "SmartBlock"})


@dataclass(frozen=True, slots=True)
class Entry:
    """What the last record of a key says."""

    vectors: Mapping[str, Vector]  # by model
    problems: tuple[str, ...] = ()
    lines: tuple[int, int] | None = None
    mtime: int | None = None
    size: int | None = None
    blocks: frozenset[str] | None = None  # keys of the blocks that a note says it has


@dataclass(frozen=True, slots=True)
class Paths:
    """The notes that are asked for: all of a store, or those of a vault in the vault's own spelling."""

    known: Mapping[str, str] | None

    def find(self, path: str) -> str | None:
        """Return the path as the vault spells it; null where it is not asked for."""
        return path if self.known is None else self.known.get(unicodedata.normalize("NFC", path))


def choose_paths(notes: Collection[str] | None) -> Paths:
    """Return the notes to look for; a vault and its store may compose accents differently."""
    if notes is None:
        return Paths(None)
    return Paths({unicodedata.normalize("NFC", path): path for path in sorted(notes)})


def split_key(record: Record) -> tuple[str, str] | None:
    """Return the path and the block ("" for the note itself) that a record is of; null where it is of neither."""
    if record.collection in SOURCES:
        return (record.key, "") if is_sound(record.key) else None
    path, mark, rest = record.key.partition("#")
    return (path, mark + rest) if path and mark and is_sound(record.key) else None


def is_sound(key: str) -> bool:
    """Say whether a key can be written out: half of a surrogate pair cannot, and no file name holds a NUL."""
    return "\0" not in key and not any("\ud800" <= letter <= "\udfff" for letter in key)


def read_entry(value: dict[str, Any]) -> Entry:
    """Return what a record with vectors in it says."""
    vectors: dict[str, Vector] = {}
    problems: list[str] = []
    read_hash = take_hash(value.get("last_read"))
    for model, embedding in take_dict(value.get("embeddings")).items():
        embedding = take_dict(embedding)
        numbers = embedding.get("vec")
        if numbers is None or not is_sound(model):
            continue
        # Old records keep the hash of the embedding beside the embeddings.
        embed_hash = take_hash(embedding.get("last_embed")) or take_hash(value.get("last_embed"))
        vector = make_vector(numbers, is_fresh=bool(embed_hash) and embed_hash == read_hash)
        if isinstance(vector, str):
            problems.append(vector)
        else:
            vectors[model] = vector
    return Entry(vectors, tuple(problems), **take_place(value))


def take_place(value: dict[str, Any]) -> dict[str, Any]:
    """Return what a record says beside its vectors, as the fields of an entry."""
    imported = take_dict(value.get("last_import"))
    blocks = value.get("blocks")
    return {
        "lines": take_lines(value.get("lines")),
        "mtime": take_number(imported.get("mtime")),
        "size": take_number(imported.get("size")),
        "blocks": frozenset(blocks) if isinstance(blocks, dict) and blocks else None,
    }


def take_dict(value: object) -> dict[str, Any]:
    """Return an object of JSON, an empty one in place of anything else."""
    return value if isinstance(value, dict) else {}


def take_hash(value: object) -> str:
    """Return the hash in an object, "" where there is none."""
    found = take_dict(value).get("hash")
    return found if isinstance(found, str) else ""


def take_number(value: object) -> int | None:
    """Return a whole number that is not negative; null in place of anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return int(value) if 0 <= value < 1 << 53 else None


def take_lines(value: object) -> tuple[int, int] | None:
    """Return the first and last line of a block; null where they are none."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    first, last = map(take_number, value)
    return (first, last) if first is not None and last is not None and first <= last else None
