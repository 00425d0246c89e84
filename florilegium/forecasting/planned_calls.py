"""Planned calls: what each request of a forecast would send, and what all of them would cost."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..asking.prices import Prices
from ..asking.replies import Usage
from .egress import Shown


@dataclass(frozen=True)
class PlannedCall:
    """One request that a run would make."""

    stage: str  # with topic and round
    role: str
    model: str
    key: str
    stored: bool  # whether its answer is there already: it costs nothing and shows nothing anew
    batch: bool
    input_tokens: int
    prefix_tokens: int  # of them, those that a server may remember from an earlier call
    prefix_key: str
    output_tokens: int
    max_tokens: int
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Forecast:
    """What some calls would amount to."""

    calls: int
    stored: int
    tokens_in: int
    tokens_out: int
    usd: float
    most_usd: float  # nothing remembered, every answer as long as it may get


def append_calls(path: Path, calls: Iterable[PlannedCall]) -> None:
    """Add calls to a file of the forecast."""
    lines = "".join(json.dumps(asdict(call), ensure_ascii=False) + "\n" for call in calls)
    with path.open("a", encoding="utf-8", errors="surrogatepass") as stream:
        stream.write(lines)


def read_calls(path: Path) -> list[PlannedCall]:
    """Return the calls of a file, each once, sorted by stage and key."""
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8", errors="surrogatepass").split("\n")
    calls = {call.key: call for call in (_from_record(json.loads(line)) for line in reversed(lines) if line)}
    return sorted(calls.values(), key=lambda call: (call.stage, call.key))


def price_calls(calls: Sequence[PlannedCall], prices: Prices) -> dict[str, Forecast]:
    """Return the forecast of each stage, topics and rounds together; what a server remembers costs less."""
    known: set[str] = set()
    groups: dict[str, list[tuple[PlannedCall, Usage]]] = {}
    for call in calls:
        is_known = call.prefix_key in known
        known.add(call.prefix_key)
        read, written = (call.prefix_tokens, 0) if is_known else (0, call.prefix_tokens)
        usage = Usage(call.input_tokens - call.prefix_tokens, call.output_tokens, read, written)
        groups.setdefault(call.stage.split(" ")[0], []).append((call, usage))
    return {stage: _sum_calls(group, prices) for stage, group in groups.items()}


def add_forecasts(forecasts: Iterable[Forecast]) -> Forecast:
    """Return several forecasts as one."""
    rows = list(forecasts)
    return Forecast(
        calls=sum(row.calls for row in rows),
        stored=sum(row.stored for row in rows),
        tokens_in=sum(row.tokens_in for row in rows),
        tokens_out=sum(row.tokens_out for row in rows),
        usd=round(sum(row.usd for row in rows), 6),
        most_usd=round(sum(row.most_usd for row in rows), 6),
    )


def list_egress(calls: Iterable[PlannedCall]) -> list[Shown]:
    """Return what would leave the machine, one line a document: its text where any call shows text."""
    parts: dict[str, str] = {}
    for call in calls:
        for item in () if call.stored else call.shown:
            parts[item.name] = "text" if "text" in (item.part, parts.get(item.name)) else item.part
    return [Shown(name, parts[name]) for name in sorted(parts)]


def _sum_calls(group: Sequence[tuple[PlannedCall, Usage]], prices: Prices) -> Forecast:
    asked = [(call, usage) for call, usage in group if not call.stored]
    worst = [(call, Usage(0, call.max_tokens, 0, call.input_tokens)) for call, _ in asked]
    return Forecast(
        calls=len(asked),
        stored=len(group) - len(asked),
        tokens_in=sum(call.input_tokens for call, _ in asked),
        tokens_out=sum(call.output_tokens for call, _ in asked),
        usd=round(sum(prices.price(call.model, usage, batch=call.batch) for call, usage in asked), 6),
        most_usd=round(sum(prices.price(call.model, usage, batch=call.batch) for call, usage in worst), 6),
    )


def _from_record(record: dict[str, Any]) -> PlannedCall:
    shown = tuple(Shown(**item) for item in record.pop("shown"))
    return PlannedCall(**record, shown=shown)
