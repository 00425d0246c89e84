"""What was paid: a line before each call and one after it, so that a kill at any moment leaves no call uncounted."""

import json
import os
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import msgspec
from filelock import FileLock

from ..errors import ArtifactError, BudgetError


@dataclass(frozen=True)
class Cost:
    """Dollars and tokens."""

    usd: float = 0.0
    tokens: int = 0

    def __add__(self, other: "Cost") -> "Cost":
        return Cost(self.usd + other.usd, self.tokens + other.tokens)


@dataclass(frozen=True)
class Limits:
    """What the ledger may reach; None for no limit."""

    usd: float | None = None
    tokens: int | None = None

    def allow(self, cost: Cost) -> bool:
        """Tell whether a sum stays within; a hair of rounding is no excess."""
        return (self.usd is None or cost.usd <= self.usd + 1e-9) and (self.tokens is None or cost.tokens <= self.tokens)


@dataclass(frozen=True)
class Call:
    """A call about to be made."""

    key: str
    stage: str
    role: str
    model: str
    worst: Cost  # all of its input, and as long an answer as it may get
    batch: bool = False


@dataclass(frozen=True)
class OpenCall:
    """A call reserved and neither settled nor released: it is in flight, or lost in a kill or a cut."""

    key: str
    batch: bool
    worst: Cost


_Amount = Annotated[float, msgspec.Meta(ge=0)]
_Tokens = Annotated[int, msgspec.Meta(ge=0)]


class _Line(msgspec.Struct, tag_field="event"):
    id: str


class _Reserve(_Line, tag="reserve"):
    key: str
    batch: bool
    usd: _Amount
    tokens: _Tokens


class _Settle(_Line, tag="settle"):
    usd: _Amount
    tokens: _Tokens


class _Release(_Line, tag="release"):
    pass


@dataclass
class Totals:
    """What the lines add up to."""

    spent: Cost = Cost()
    calls: int = 0
    open: dict[str, OpenCall] = field(default_factory=dict)  # by id

    @property
    def reserved(self) -> Cost:
        """What calls without a known end may have cost; it counts as spent for good, since nobody knows better."""
        return sum((call.worst for call in self.open.values()), Cost())

    def add(self, line: object) -> None:
        """Count one line; raises ValidationError for what is none of the ledger's."""
        event = msgspec.convert(line, _Reserve | _Settle | _Release)
        if isinstance(event, _Reserve):
            self.open[event.id] = OpenCall(event.key, event.batch, Cost(event.usd, event.tokens))
            return
        self.open.pop(event.id, None)
        if isinstance(event, _Settle):
            self.spent += Cost(event.usd, event.tokens)
            self.calls += 1


class Ledger:
    """An append-only file of JSON lines under a lock; many threads and processes may write at once."""

    def __init__(self, path: Path, limits: Limits = Limits()) -> None:  # noqa: B008 (frozen)
        self._path = path
        self._limits = limits
        self._lock = FileLock(path.with_suffix(".lock"))
        self._threads = threading.Lock()
        self._totals = Totals()
        self._offset = 0
        self._count = 0

    def reserve(self, calls: Sequence[Call]) -> list[str]:
        """Reserve the worst that calls may cost, the first ones as far as the budget goes; return their ids.

        Raises BudgetError where not even the first fits.
        """
        with self._open() as stream:
            totals, sum_usd, sum_tokens = self._totals, 0.0, 0
            before = totals.spent + totals.reserved
            lines: list[dict[str, Any]] = []
            for call in calls:
                sum_usd, sum_tokens = sum_usd + call.worst.usd, sum_tokens + call.worst.tokens
                if not self._limits.allow(before + Cost(sum_usd, sum_tokens)):
                    break
                # The number of its line makes the id unique, without a clock or chance.
                lines.append(_make_reserve(call, str(self._count + len(lines) + 1)))
            if calls and not lines:
                raise self._refuse(calls[0])
            self._append(stream, lines)
            return [line["id"] for line in lines]

    def settle(self, reserve: str, cost: Cost) -> None:
        """Say what a call really cost."""
        self.settle_all({reserve: cost})

    def settle_all(self, costs: Mapping[str, Cost]) -> None:
        """Say what calls really cost; those that have their end already are left alone."""
        with self._open() as stream:
            known = {name: cost for name, cost in costs.items() if name in self._totals.open}
            lines = [{"event": "settle", "id": name, "usd": c.usd, "tokens": c.tokens} for name, c in known.items()]
            self._append(stream, lines)

    def release(self, reserves: Sequence[str]) -> None:
        """Say that calls were not paid for."""
        with self._open() as stream:
            self._append(stream, [{"event": "release", "id": name} for name in reserves])

    def list_open(self) -> dict[str, OpenCall]:
        """Return by id the calls that have no end yet, of whichever process."""
        with self._open():
            return dict(self._totals.open)

    def find_batched(self, keys: Collection[str]) -> dict[str, str]:
        """Return the open reserves of a batch by the keys of its requests."""
        wanted = set(keys)
        return {call.key: name for name, call in self.list_open().items() if call.batch and call.key in wanted}

    def read_totals(self) -> Totals:
        """Return what was spent and what is reserved; reads only, so that a folder may be read-only."""
        totals = Totals()
        if self._path.is_file():
            # Without the lock: lines are only added, and one that is being written is no line yet.
            _count_lines(totals, self._path.read_bytes())
        return totals

    @contextmanager
    def _open(self) -> Iterator[int]:
        """Hold the lock, with all lines of other processes counted and the file's end at the start of a line."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._threads, self._lock:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
            try:
                self._catch_up(handle)
                yield handle
            finally:
                os.close(handle)

    def _catch_up(self, handle: int) -> None:
        size = os.fstat(handle).st_size
        if size < self._offset:
            message = f"{self._path}: it became shorter while this run wrote to it"
            raise ArtifactError(message, hint="leave the ledger alone while something runs")
        if size == self._offset:
            return
        content = _read_from(handle, self._offset, size)
        if not content.endswith(b"\n"):
            # Killed in the middle of a line: a reserve whose call was never made, or an end that counts in full.
            os.write(handle, b"\n")
            content += b"\n"
        self._count += _count_lines(self._totals, content)
        self._offset += len(content)

    def _append(self, handle: int, lines: Sequence[Mapping[str, Any]]) -> None:
        if not lines:
            return
        content = "".join(json.dumps(line) + "\n" for line in lines).encode("utf-8")
        written = 0
        while written < len(content):
            written += os.write(handle, content[written:])
        os.fsync(handle)
        self._offset += len(content)
        for line in lines:
            self._count += 1
            self._totals.add(line)

    def _refuse(self, call: Call) -> BudgetError:
        totals, limits = self._totals, self._limits
        spent, held = totals.spent, totals.reserved
        parts = [f"${spent.usd:.4f} and {spent.tokens} tokens spent"]
        if totals.open:
            parts.append(f"up to ${held.usd:.4f} and {held.tokens} tokens in {len(totals.open)} calls without an end")
        allowed = [f"${limits.usd:.4f}"] if limits.usd is not None else []
        allowed += [f"{limits.tokens} tokens"] if limits.tokens is not None else []
        need = f"the next call may cost up to ${call.worst.usd:.4f} and {call.worst.tokens} tokens"
        message = f"the budget of {' and '.join(allowed)} is spent: {', '.join(parts)}; {need}"
        hint = (
            "raise claude.budget_usd or claude.budget_tokens, or run `florilegium run --budget-usd X` for X dollars "
            "more; what was answered is stored, and the next run goes on there"
        )
        return BudgetError(message, hint=hint)


def _make_reserve(call: Call, name: str) -> dict[str, Any]:
    who = {"key": call.key, "stage": call.stage, "role": call.role, "model": call.model, "batch": call.batch}
    return {"event": "reserve", "id": name, **who, "usd": call.worst.usd, "tokens": call.worst.tokens}


def _count_lines(totals: Totals, content: bytes) -> int:
    """Add up whole lines, and return their number; what is no line of ours counts as one and changes no sum."""
    lines = content.split(b"\n")[:-1]
    for line in lines:
        try:
            totals.add(msgspec.json.decode(line))
        except (msgspec.DecodeError, RecursionError):
            continue
    return len(lines)


def _read_from(handle: int, start: int, end: int) -> bytes:
    os.lseek(handle, start, os.SEEK_SET)
    content = b""
    while len(content) < end - start and (part := os.read(handle, end - start - len(content))):
        content += part
    return content
