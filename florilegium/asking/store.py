"""The response store: every answer under the key of its request, in one file that survives a kill at any byte."""

import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ..errors import ArtifactError, StorageError
from .askers import Failure
from .messages import decode_reply
from .replies import OtherBlock, Reply, TextBlock, ToolUse, Usage

T = TypeVar("T")
BUSY_S = 60.0  # another process writes for milliseconds; a minute of it means that something is wrong
FORM = 1  # of the tables and of the entries; written into the file

_TABLES = """
CREATE TABLE IF NOT EXISTS answers (
  number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, role TEXT NOT NULL, model TEXT NOT NULL,
  batch INTEGER NOT NULL, failed INTEGER NOT NULL, input INTEGER NOT NULL, output INTEGER NOT NULL,
  cache_read INTEGER NOT NULL, cache_write INTEGER NOT NULL, body BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS uses (
  stage TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (stage, number)
) WITHOUT ROWID;
"""
_COLUMNS = "key, role, model, batch, failed, input, output, cache_read, cache_write, body"
# Words that nearly every entry has: zlib finds them here instead of in an entry too short to repeat itself.
_WORDS = (
    b'","signature":"{"too_large":false,"reason":"server error: 500: {"type":"thinking","thinking":"'
    b'{"type":"tool_use","id":"toolu_01","name":"search","input":{"origin":"obsidian","text":"'
    b'"stop_reason":"max_tokens""stop_reason":"refusal""stop_reason":"tool_use","content":['
    b'{"model":"claude-sonnet-5-5","stop_reason":"end_turn","content":[{"type":"text","text":"{\\"'
    b'{"model":"claude-haiku-5-5","stop_reason":"end_turn","content":[{"type":"text","text":"{\\"'
)


@dataclass(frozen=True)
class Entry:
    """One stored answer, or word of a request that gets none."""

    key: str
    role: str  # that asked first
    model: str  # that was asked for
    batch: bool  # whether it cost the price of a batch
    answer: Reply | Failure


@dataclass(frozen=True)
class Measure:
    """What one entry took."""

    role: str
    model: str
    batch: bool
    failed: bool
    size: int  # bytes of the answer, packed
    usage: Usage


class ResponseStore:
    """Answers by key; many threads and processes may write at once, and the first answer to a request stays."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "answers.sqlite"
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)
        with self._tell_faults():
            # Each statement is a transaction of its own unless one is begun: nothing waits for a forgotten commit.
            self._base = sqlite3.connect(
                self._path, timeout=BUSY_S, isolation_level=None, check_same_thread=False, cached_statements=16
            )
            self._base.execute("PRAGMA synchronous = FULL")
            self._prepare()

    def _prepare(self) -> None:
        (form,) = self._base.execute("PRAGMA user_version").fetchone()
        if form not in (0, FORM):
            message = f"{self._path}: written by another version of Florilegium, in form {form}"
            raise ArtifactError(message, hint="export it with that version and import it here")
        if form == 0:
            self._base.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {FORM}; COMMIT;")

    def find(self, key: str) -> Entry | None:
        """Return the entry of a key, None where there is none."""
        entries = self._load("WHERE key = ?", bytes.fromhex(key))
        return entries[0] if entries else None

    def put(self, entry: Entry) -> None:
        """Store one answer durably."""
        self.put_all([entry])

    def put_all(self, entries: Iterable[Entry]) -> int:
        """Store answers, all or none of them; return how many were new. An answer replaces a failure."""
        statement = (
            f"INSERT INTO answers ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT (key) DO UPDATE SET "
            "role = excluded.role, model = excluded.model, batch = excluded.batch, failed = excluded.failed, "
            "input = excluded.input, output = excluded.output, cache_read = excluded.cache_read, "
            "cache_write = excluded.cache_write, body = excluded.body "
            "WHERE answers.failed = 1 AND answers.body <> excluded.body"
        )
        rows = [_to_row(entry) for entry in entries]

        def write() -> int:
            return self._base.executemany(statement, rows).rowcount

        return self._change(write)

    def mark_used(self, stage: str, keys: Iterable[str]) -> None:
        """Remember which answers the last run of a stage used, in place of those of the run before."""
        wanted = {bytes.fromhex(key) for key in keys}
        known = "SELECT answers.key FROM uses JOIN answers USING (number) WHERE stage = ?"
        if {row[0] for row in self._run(known, [stage])} == wanted:
            return  # nothing is written, so that a run without news leaves the file as it is

        def write() -> int:
            self._base.execute("DELETE FROM uses WHERE stage = ?", [stage])
            insert = "INSERT INTO uses SELECT ?, number FROM answers WHERE key = ?"
            return self._base.executemany(insert, [(stage, key) for key in sorted(wanted)]).rowcount

        self._change(write)

    def iter_entries(self, *, used: bool = False) -> Iterator[Entry]:
        """Yield all entries, or those that the last run of some stage used, sorted by key."""
        last = b""
        more = "AND number IN (SELECT number FROM uses)" if used else ""
        while entries := self._load(f"WHERE key > ? {more} ORDER BY key LIMIT 500", last):
            yield from entries
            last = bytes.fromhex(entries[-1].key)

    def list_measures(self) -> list[Measure]:
        """Return who was asked, what it took and how large it lies here, for each entry."""
        columns = "role, model, batch, failed, length(body), input, output, cache_read, cache_write"
        rows = self._run(f"SELECT {columns} FROM answers ORDER BY role, model, batch, key", [])
        return [
            Measure(role, model, bool(b), bool(f), size, Usage(*counts)) for role, model, b, f, size, *counts in rows
        ]

    def count_unused(self) -> int:
        """Return how many entries no stage's last run used."""
        (row,) = self._run("SELECT count(*) FROM answers WHERE number NOT IN (SELECT number FROM uses)", [])
        return int(row[0])

    def prune(
        self, *, unused: bool = False, failed: bool = False, models: Sequence[str] = (), dry_run: bool = False
    ) -> int:
        """Remove the entries of these kinds, or with `dry_run` none; return how many."""
        terms = ["number NOT IN (SELECT number FROM uses)"] * unused + ["failed = 1"] * failed
        terms += [f"model IN ({','.join('?' * len(models))})"] * bool(models)
        which = f"FROM answers WHERE {' OR '.join(terms) or 'FALSE'}"
        if dry_run:
            return int(self._run(f"SELECT count(*) {which}", list(models))[0][0])

        def write() -> int:
            removed = self._base.execute(f"DELETE {which}", list(models)).rowcount
            self._base.execute("DELETE FROM uses WHERE number NOT IN (SELECT number FROM answers)")
            return removed

        removed = self._change(write)
        self._run("VACUUM", [])
        return removed

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._base.close()

    def _load(self, which: str, key: bytes) -> list[Entry]:
        rows = self._run(f"SELECT {_COLUMNS} FROM answers {which}", [key])
        with self._tell_faults():
            return [_to_entry(row) for row in rows]

    def _run(self, statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._lock, self._tell_faults():
            return self._base.execute(statement, values).fetchall()

    def _change(self, write: Callable[[], T]) -> T:
        """Run what writes as one transaction."""
        with self._lock, self._tell_faults():
            # At once: a transaction that begins by reading could not wait for another writer.
            self._base.execute("BEGIN IMMEDIATE")
            try:
                result = write()
                self._base.execute("COMMIT")
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            return result

    @contextmanager
    def _tell_faults(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            hint = "make room, or make it writable, and run again"
            raise StorageError(f"{self._path}: {error}", hint=hint) from error
        except (sqlite3.DatabaseError, zlib.error, ValueError) as error:
            message = f"{self._path}: this is no response store, or it is damaged: {error}"
            hint = "put a copy in its place, or remove it: its answers are then asked again"
            raise ArtifactError(message, hint=hint) from error


def to_record(answer: Reply | Failure) -> dict[str, Any]:
    """Return the plain form of what is stored."""
    if isinstance(answer, Failure):
        return {"reason": answer.reason, "too_large": answer.is_too_large}
    content = [_to_block(block) for block in answer.blocks]
    return {"model": answer.model, "stop_reason": answer.stop_reason, "content": content}


def _to_block(block: TextBlock | ToolUse | OtherBlock) -> dict[str, Any]:
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text}
    if isinstance(block, ToolUse):
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": dict(block.input)}
    return dict(block.record)


def from_record(record: dict[str, Any], counts: Sequence[int]) -> Reply | Failure:
    """Return what a plain form and its tokens stand for."""
    if "reason" in record:
        return Failure(record["reason"], is_too_large=record["too_large"])
    names = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    return decode_reply({**record, "usage": dict(zip(names, counts, strict=True))})


def list_counts(answer: Reply | Failure) -> list[int]:
    """Return the four counts of tokens."""
    if isinstance(answer, Failure):
        return [0, 0, 0, 0]
    usage = answer.usage
    return [usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens]


def _to_row(entry: Entry) -> tuple[Any, ...]:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=_WORDS)
    body = packer.compress(msgspec.json.encode(to_record(entry.answer))) + packer.flush()
    failed = isinstance(entry.answer, Failure)
    head = (bytes.fromhex(entry.key), entry.role, entry.model, int(entry.batch), int(failed))
    return (*head, *list_counts(entry.answer), body)


def _to_entry(row: tuple[Any, ...]) -> Entry:
    key, role, model, batch, _, *counts, body = row
    record = msgspec.json.decode(zlib.decompressobj(-15, zdict=_WORDS).decompress(body))
    return Entry(key.hex(), role, model, bool(batch), from_record(record, counts))
