"""What was read of a store, kept beside the vault's model: a log that did not change is not read again.

One file: a line that tells by what code it was made, a checksum, the numbers as raw 32-bit floats, and whose they are.
It is disposable, and holds nothing of notes that are not in the vault's model.
"""

import hashlib
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from ..project.artifacts import write_bytes
from ..vault.keeping import SETTLED_NS
from .entries import Entry, choose_paths
from .multi import Entries, Stamp
from .opening import read_store
from .store import Store, Vector

_WIDTH = 4  # bytes of a number
_WORD = 8  # bytes of a length and of the checksum
# model, place of the first number, how many, norm, whether it is fresh
_KeptVector = tuple[str, int, int, float, bool]
# path, block, whether it is deleted, vectors, problems, lines, mtime, size, blocks
_KeptEntry = tuple[
    str,
    str,
    bool,
    list[_KeptVector],
    list[str],
    tuple[int, int] | None,
    int | None,
    int | None,
    list[str] | None,
]
# key of the stamp, entries, problems
_KeptLog = tuple[str, list[_KeptEntry], dict[str, int]]


class _Head(msgspec.Struct, frozen=True):
    """Whose the numbers are."""

    notes: str  # hash of the notes that were asked for
    logs: dict[str, _KeptLog]  # by hash of the name, since the name of a log tells that of its note


class LogKeeper:
    """The logs of one store as they were read before, and as they are read now."""

    def __init__(self, path: Path, notes: Collection[str], started_ns: int) -> None:
        self._path = path
        self._paths = choose_paths(notes)
        self._notes = hashlib.sha256("\0".join(sorted(notes)).encode("utf-8", "surrogatepass")).hexdigest()
        self._started_ns = started_ns
        self._head, self._numbers = _read_kept(path)
        self._used: dict[str, tuple[str, Entries, Counter[str]]] = {}
        self._is_changed = False

    def take(self, name: str, stamp: Stamp) -> tuple[Entries, Counter[str]] | None:
        """Return what a log says, where it was read before and did not change; null where it has to be read."""
        name = _hash_name(name)
        kept = self._head.logs.get(name)
        if kept is None or kept[0] != stamp.key or not self._is_asked_for(kept):
            return None
        entries: Entries = {(one[0], one[1]): None if one[2] else self._make_entry(one) for one in kept[1]}
        problems = Counter(kept[2])
        self._used[name] = (stamp.key, entries, problems)
        return entries, problems

    def put(self, name: str, stamp: Stamp, entries: Entries, problems: Counter[str]) -> None:
        """Note what a log says; one that was written a moment ago may change unseen and is read again next time."""
        if stamp.newest_ns + SETTLED_NS <= self._started_ns:
            self._used[_hash_name(name)] = (stamp.key, entries, problems)
            self._is_changed = True

    def save(self) -> None:
        """Keep what was used, whole or not at all, and nothing else; raises OSError."""
        if not self._used:
            self._path.unlink(missing_ok=True)
        elif self._is_changed or self._used.keys() != self._head.logs.keys() or self._notes != self._head.notes:
            # A bytearray is written as bytes are, and turning it into them would double it.
            write_bytes(self._path, cast("bytes", self._format()), sync=False)

    def _is_asked_for(self, kept: _KeptLog) -> bool:
        """Say whether a log would be read to the same entries for the notes that are asked for now."""
        if self._notes == self._head.notes:
            return True
        return not kept[2].get("absent_note") and all(self._paths.find(one[0]) == one[0] for one in kept[1])

    def _make_entry(self, one: _KeptEntry) -> Entry:
        _, _, _, vectors, problems, lines, mtime, size, blocks = one
        made: dict[str, Vector] = {}
        for model, place, length, norm, is_fresh in vectors:
            values = array("f")
            values.frombytes(self._numbers[place * _WIDTH : (place + length) * _WIDTH])
            made[model] = Vector(values, norm, is_fresh)
        return Entry(made, tuple(problems), lines, mtime, size, None if blocks is None else frozenset(blocks))

    def _format(self) -> bytearray:
        """Return the bytes of what was used; there are too many numbers to have them twice."""
        content = bytearray(_make_mark()) + bytes(2 * _WORD)
        start = len(content)
        logs: dict[str, _KeptLog] = {}
        for name, (key, entries, problems) in sorted(self._used.items()):
            rows: list[_KeptEntry] = []
            for (path, block), entry in entries.items():
                vectors: list[_KeptVector] = []
                for model, vector in entry.vectors.items() if entry else ():
                    place = (len(content) - start) // _WIDTH
                    vectors.append((model, place, len(vector.values), vector.norm, vector.is_fresh))
                    content += vector.values.tobytes()
                rows.append(_flatten(path, block, entry, vectors))
            logs[name] = (key, rows, dict(problems))
        length = len(content) - start
        content += msgspec.msgpack.encode(_Head(self._notes, logs))
        content[start - _WORD : start] = length.to_bytes(_WORD, "little")
        with memoryview(content) as view:
            checksum = zlib.crc32(view[start - _WORD :])
        content[start - 2 * _WORD : start - _WORD] = checksum.to_bytes(_WORD, "little")
        return content


def read_kept_store(
    root: Path, state: Path, *, notes: Collection[str], started_ns: int, with_blocks: bool = True
) -> Store:
    """Return what `read_store` returns, and read only the logs that changed since the last time; it never raises.

    `state` is the folder of what is kept of the vault, `started_ns` the clock when the run began.
    """
    keeper = LogKeeper(state / f"vectors-{'blocks' if with_blocks else 'notes'}.bin", notes, started_ns)
    store = read_store(root, notes=notes, with_blocks=with_blocks, keeper=keeper)
    try:
        keeper.save()
    except OSError:
        return store  # a full disk costs time and no answer
    return store


def _flatten(path: str, block: str, entry: Entry | None, vectors: list[_KeptVector]) -> _KeptEntry:
    if entry is None:
        return path, block, True, [], [], None, None, None, None
    blocks = None if entry.blocks is None else sorted(entry.blocks)
    return path, block, False, vectors, list(entry.problems), entry.lines, entry.mtime, entry.size, blocks


def _hash_name(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _read_kept(path: Path) -> tuple[_Head, memoryview]:
    """Return whose the numbers are and the numbers; nothing where it is missing, damaged or made by other code."""
    nothing = _Head("", {}), memoryview(b"")
    mark = _make_mark()
    try:
        content = memoryview(path.read_bytes())
    except OSError:
        return nothing
    start = len(mark) + 2 * _WORD
    checked = content[start - _WORD :]
    checksum = int.from_bytes(content[start - 2 * _WORD : start - _WORD], "little")
    if content[: len(mark)] != mark or checksum != zlib.crc32(checked):
        return nothing
    end = start + int.from_bytes(checked[:_WORD], "little")
    return msgspec.msgpack.decode(content[end:], type=_Head), content[start:end]


@cache
def _make_mark() -> bytes:
    """Return a line that tells the code of this room and the order of the bytes of a number."""
    folder = Path(__file__).parent
    told = b"".join((folder / name).read_bytes() for name in sorted(path.name for path in folder.glob("*.py")))
    return f"{hashlib.sha256(told).hexdigest()} {sys.byteorder}\n".encode("ascii")
