"""The layout of the first version: one JSON object in `embeddings-2.json` or `-3.json`, with notes and blocks by hash.

It names no model, and keeps the time of a file in place of a hash of what was read of it.
"""

import os
import re
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any

from .entries import Entry, Paths, is_sound, take_dict, take_number
from .multi import Entries
from .records import Form, read_records
from .store import Vector, make_vector

# Newest first: the newer file was made out of the older one, which nobody updates any more.
NAMES = ("embeddings-3.json", "embeddings-2.json")
_PAIRS = Form(re.compile(r"[\s,{}\ufeff]*"), re.compile(r'(?<!\\)"[0-9a-f]{32}"\s*:'), "first")


def read_first(root: Path, folder: Path, paths: Paths, problems: Counter[str], *, with_blocks: bool) -> Entries:
    """Return the entries of the newest file of the first version; raises OSError where it cannot be read."""
    file = next(folder / name for name in NAMES if (folder / name).is_file())
    entries: Entries = {}
    for record in read_records(file, problems, _PAIRS):
        value = record.value or {}
        written = take_dict(value.get("meta")).get("path")
        path, mark, rest = written.partition("#") if isinstance(written, str) else ("", "", "")
        if not _is_inside(path) or not is_sound(path + rest):
            problems["unknown_key"] += 1
        elif (spelt := paths.find(path)) is None:
            problems["absent_note"] += 1
        elif with_blocks or not mark:
            entries[spelt, mark + rest] = _read_entry(value, file.name, _stat(root / spelt))
    return entries


def _is_inside(path: str) -> bool:
    """Say whether a path can be one of a note of the vault; files are looked at by it."""
    return bool(path) and not path.startswith("/") and ".." not in PurePosixPath(path).parts


def _stat(path: Path) -> tuple[int, int] | None:
    """Return time and size of a note's file as it is now."""
    try:
        state = os.stat(path, follow_symlinks=False)
    except (OSError, ValueError):
        return None
    return state.st_mtime_ns // 1_000_000, state.st_size


def _read_entry(value: dict[str, Any], model: str, now: tuple[int, int] | None) -> Entry:
    """Return what a record says; its vector is fresh where the file was not written after it, or has its size still."""
    meta = take_dict(value.get("meta"))
    mtime, size = take_number(meta.get("mtime")), take_number(meta.get("size"))
    is_fresh = bool(now and ((mtime and mtime >= now[0]) or (size and size == now[1])))
    numbers = value.get("vec")
    made: Vector | str | None = None if numbers is None else make_vector(numbers, is_fresh=is_fresh)
    if isinstance(made, str):
        return Entry({}, (made,), None, mtime, size)
    return Entry({model: made} if made else {}, (), None, mtime, size)
