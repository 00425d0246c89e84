"""The layout of plugin 4.7: shards of records without numbers, and beside them files of raw 32-bit floats."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .entries import SOURCES, Entry, Paths, is_sound, split_key, take_dict, take_hash, take_place
from .multi import Entries, Keeper, Key, stamp_files
from .records import read_records
from .rows import read_rows
from .store import Vector

SOURCE_FOLDER = "smart_sources"
BLOCK_FOLDER = "smart_blocks"
BASE_SHARD = f"{SOURCE_FOLDER}/smart_sources.ajson"


@dataclass(frozen=True, slots=True)
class Reference:
    """Where the vector of an entry lies."""

    key: Key
    model: str
    file: str
    row: int


@dataclass(frozen=True, slots=True)
class _Described:
    """An entry that has no numbers yet, and where they are."""

    entry: Entry
    references: tuple[Reference, ...]


def read_shards(
    folder: Path, paths: Paths, problems: Counter[str], *, with_blocks: bool, keeper: Keeper | None = None
) -> Entries:
    """Return the last entry of every key in the shards of a folder; raises OSError where the base shard is unreadable.

    They are kept all together, since a later shard replaces what an earlier one says.
    """
    if not keeper:
        return _read_all(folder, paths, problems, with_blocks=with_blocks)
    stamp = stamp_files([*list_shards(folder / SOURCE_FOLDER), *_list_rows(folder)])
    kept = keeper.take(SOURCE_FOLDER, stamp)
    if not kept:
        found: Counter[str] = Counter()
        kept = _read_all(folder, paths, found, with_blocks=with_blocks), found
        if not found["unreadable_file"]:
            keeper.put(SOURCE_FOLDER, stamp, *kept)
    problems.update(kept[1])
    return kept[0]


def _list_rows(folder: Path) -> list[Path]:
    """Return the files of vectors, sorted."""
    return sorted(path for name in (SOURCE_FOLDER, BLOCK_FOLDER) for path in (folder / name).glob("mf_*"))


def _read_all(folder: Path, paths: Paths, problems: Counter[str], *, with_blocks: bool) -> Entries:
    """Return what the shards say.

    Blocks stand within the record of their note, so that a later record replaces all of them.
    """
    latest: dict[str, dict[str, _Described] | None] = {}
    rows: dict[str, set[int]] = defaultdict(set)
    for shard in list_shards(folder / SOURCE_FOLDER):
        try:
            for path, value in _read_shard(shard, paths, problems):
                # What was replaced counts too: its rows still lie in the file, and tell how long a row is.
                described = _describe(path, value, rows) if value is not None else None
                latest[path] = described
        except OSError:
            if shard.name == Path(BASE_SHARD).name:
                raise
            problems["unreadable_file"] += 1
    flat = {
        (path, block): one
        for path, blocks in latest.items()
        for block, one in (blocks or {}).items()
        if with_blocks or not block
    }
    entries: Entries = {(path, ""): None for path, blocks in latest.items() if blocks is None}
    entries.update(_fill(folder, flat, rows, problems))
    return entries


def list_shards(folder: Path) -> list[Path]:
    """Return the shards of a folder in the order in which they are replayed."""
    numbers = {0: folder / Path(BASE_SHARD).name}
    for path in folder.iterdir():
        found = re.fullmatch(r"smart_sources_([1-9][0-9]{0,8})\.ajson", path.name)
        if found:
            numbers[int(found[1])] = path
    return [numbers[number] for number in sorted(numbers)]


def _read_shard(path: Path, paths: Paths, problems: Counter[str]) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Yield path and value of every note that is asked for, in the order of the shard."""
    for record in read_records(path, problems):
        if record.collection not in SOURCES:
            continue
        split = split_key(record)
        spelt = paths.find(split[0]) if split else None
        if spelt is not None:
            yield spelt, record.value
        else:
            problems["absent_note" if split else "unknown_key"] += 1


def _describe(path: str, value: dict[str, Any], rows: dict[str, set[int]]) -> dict[str, _Described]:
    """Return a note and its blocks, by key of the block."""
    described = {"": _describe_one((path, ""), value, rows)}
    for block, inner in take_dict(value.get("blocks_data")).items():
        if block.startswith("#") and is_sound(block) and isinstance(inner, dict):
            described[block] = _describe_one((path, block), inner, rows)
    return described


def _describe_one(key: Key, value: dict[str, Any], rows: dict[str, set[int]]) -> _Described:
    """Return one note or block with the references that are of its present text."""
    problems: list[str] = []
    references: list[Reference] = []
    read_hash = take_hash(value.get("last_read"))
    folder = BLOCK_FOLDER if key[1] else SOURCE_FOLDER
    for model, found in _list_references(value):
        file, row = found.get("file"), found.get("file_i")
        # The name comes out of a file that others write: nothing but a vector file of this folder is opened by it.
        if not isinstance(file, str) or not re.fullmatch(r"mf_[0-9a-z]{1,16}", file):
            problems.append("bad_reference")
        elif isinstance(row, bool) or not isinstance(row, int) or not 0 <= row < 1 << 32:
            problems.append("bad_reference")
        else:
            name = f"{folder}/{file}"
            rows[name].add(row)
            if read_hash and found.get("read_hash") == read_hash:
                references.append(Reference(key, model or file, name, row))
            else:
                problems.append("stale_reference")
    # The blocks of the record are those that the note has; the list of the old layout does not count here.
    entry = replace(Entry({}, tuple(problems), **take_place(value)), blocks=None)
    return _Described(entry, tuple(references))


def _list_references(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the references of a note or block with their model's name, "" in the older form that has only one."""
    default = take_dict(take_dict(value.get("embedding")).get("default"))
    if "file" in default or "file_i" in default:
        yield "", default
        return
    for model, found in default.items():
        if isinstance(found, dict) and is_sound(model):
            yield model, found


def _fill(
    folder: Path, described: dict[Key, _Described], rows: dict[str, set[int]], problems: Counter[str]
) -> dict[Key, Entry]:
    """Return the entries with the vectors that their references lead to."""
    wanted: dict[str, list[Reference]] = defaultdict(list)
    for one in described.values():
        for reference in one.references:
            wanted[reference.file].append(reference)
    vectors: dict[Key, dict[str, Vector]] = defaultdict(dict)
    for name in sorted(wanted):
        places = sorted({reference.row for reference in wanted[name]})
        path = folder / name
        if not path.parent.resolve().is_relative_to(folder.resolve()):
            problems["unreadable_file"] += 1
            continue
        read = read_rows(path, places, rows[name], problems)
        for reference in wanted[name]:
            if reference.row in read:
                vectors[reference.key][reference.model] = read[reference.row]
    return {key: replace(one.entry, vectors=vectors.get(key, {})) for key, one in described.items()}
