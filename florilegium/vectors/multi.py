"""The layout of one log a note, `multi/*.ajson`: the keys inside count, the names of the files do not."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from .entries import BLOCKS, SOURCES, Entry, Paths, read_entry, split_key
from .records import Record, read_records

Key = tuple[str, str]  # path of a note, and a block of it or ""
Entries = dict[Key, Entry | None]  # null where the record is deleted


@dataclass(frozen=True, slots=True)
class _Held:
    """The entry of a key and whether it comes from the note's own file."""

    entry: Entry | None
    is_own: bool


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells one moment of some files from another."""

    key: str
    newest_ns: int  # the youngest time of them


def stamp_files(paths: Iterable[Path]) -> Stamp:
    """Return the stamp of files, links not followed; raises OSError."""
    states = [(path.name, os.stat(path, follow_symlinks=False)) for path in paths]
    told = repr([(name, state.st_size, state.st_mtime_ns) for name, state in states])
    key = hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()
    return Stamp(key, max((state.st_mtime_ns for _, state in states), default=0))


class Keeper(Protocol):
    """Who knows what files said that did not change since."""

    def take(self, name: str, stamp: Stamp) -> tuple[Entries, Counter[str]] | None:
        """Return what files say under a name; null where they have to be read."""

    def put(self, name: str, stamp: Stamp, entries: Entries, problems: Counter[str]) -> None:
        """Note what files say; the stamp was taken before they were read."""


def read_multi(
    folder: Path, paths: Paths, problems: Counter[str], *, with_blocks: bool, keeper: Keeper | None = None
) -> Entries:
    """Return the last entry of every key in a folder of logs; raises OSError where the folder cannot be listed."""
    held: dict[Key, _Held] = {}
    for path in list_logs(folder):
        entries, found = _take_log(path, paths, keeper, with_blocks=with_blocks)
        problems.update(found)
        for key, entry in entries.items():
            new = _Held(entry, name_log(key[0]) == path.name)
            old = held.get(key)
            problems["conflict_copy"] += old is not None
            # A copy that a sync service put aside never decides over the file that the plugin writes.
            if old is None or new.is_own or not old.is_own:
                held[key] = new
    return {key: found.entry for key, found in held.items()}


def list_logs(folder: Path) -> list[Path]:
    """Return the logs of a folder, sorted by name."""
    return sorted(path for path in folder.iterdir() if path.suffix == ".ajson" and not path.name.startswith("."))


def name_log(path: str) -> str:
    """Return the name of the file that the plugin writes for a note."""
    return re.sub(r"[\s/.]", "_", path) + ".ajson"


def _take_log(path: Path, paths: Paths, keeper: Keeper | None, *, with_blocks: bool) -> tuple[Entries, Counter[str]]:
    """Return the entries of a log and what was left out of it."""
    entries: Entries = {}
    problems: Counter[str] = Counter()
    try:
        stamp = stamp_files([path])
        kept = keeper.take(path.name, stamp) if keeper else None
        if kept:
            return kept
        for key, entry in _read_log(path, paths, problems, with_blocks=with_blocks):
            entries[key] = entry
    except OSError:
        problems["unreadable_file"] += 1
    else:
        if keeper:
            keeper.put(path.name, stamp, entries, problems)
    return entries, problems


def _read_log(
    path: Path, paths: Paths, problems: Counter[str], *, with_blocks: bool
) -> Iterator[tuple[Key, Entry | None]]:
    """Yield key and entry of every record that is asked for, in the order of the log."""
    for record in read_records(path, problems):
        if record.collection not in SOURCES and not (with_blocks and record.collection in BLOCKS):
            continue
        key = _find_key(record, paths, problems)
        if key:
            yield key, None if record.value is None else read_entry(record.value)


def _find_key(record: Record, paths: Paths, problems: Counter[str]) -> Key | None:
    """Return the key of a record as the vault spells it; null where it is not asked for."""
    split = split_key(record)
    if not split:
        problems["unknown_key"] += 1
        return None
    spelt = paths.find(split[0])
    if spelt is None:
        problems["absent_note"] += 1
        return None
    return spelt, split[1]
