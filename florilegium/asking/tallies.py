"""What a stage's answers amount to, by role and model: the same for the same answers, whoever paid for them."""

import math
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..project.metrics import Metrics
from .prices import Prices
from .replies import Usage
from .requests import Request

EVENTS = ("repaired", "refused", "truncated", "replaced", "failed", "unknown_ids", "redacted")
KINDS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


@dataclass(frozen=True)
class Use:
    """One answer that a stage used."""

    role: str
    model: str
    usage: Usage
    batch: bool

    @property
    def tokens_in(self) -> int:
        """All that was sent, whether or not the server had it in its cache."""
        return self.usage.input_tokens + self.usage.cache_read_tokens + self.usage.cache_write_tokens


class Tally:
    """Counts the answers that a stage used, each once, and what became of them; any thread may add."""

    def __init__(self, prices: Prices) -> None:
        self._prices = prices
        self._lock = threading.Lock()
        self._uses: dict[str, Use] = {}
        self._failed: dict[str, str] = {}
        self._events: dict[str, Counter[str]] = defaultdict(Counter)

    @property
    def keys(self) -> set[str]:
        """The keys of all answers and failures used."""
        return {*self._uses, *self._failed}

    def use(self, key: str, request: Request, usage: Usage, *, batch: bool) -> None:
        """Count an answer; where two roles share it, it is the first one's by name."""
        with self._lock:
            role = min(request.role, self._uses[key].role) if key in self._uses else request.role
            self._uses[key] = Use(role, request.model, usage, batch)

    def fail(self, key: str, request: Request) -> None:
        """Count a request that got no answer."""
        with self._lock:
            self._failed[key] = min(request.role, self._failed.get(key, request.role))

    def note(self, role: str, event: str, number: int = 1) -> None:
        """Count what became of answers; the names are those of EVENTS."""
        if event not in EVENTS:
            raise ValueError(f"no such event: {event}")
        with self._lock:
            self._events[role][event] += number

    def fill(self, metrics: Metrics) -> None:
        """Put the counts into the metrics of a stage."""
        uses = list(self._uses.values())
        metrics.calls = len(uses)
        metrics.tokens_in = sum(use.tokens_in for use in uses)
        metrics.tokens_out = sum(use.usage.output_tokens for use in uses)
        metrics.dollars = self._price(uses)
        for role in sorted({*(use.role for use in uses), *self._failed.values(), *self._events}):
            metrics.roles[role] = self._count_role(role, [use for use in uses if use.role == role])

    def _count_role(self, role: str, uses: Sequence[Use]) -> Mapping[str, Any]:
        counts = self._events[role]
        counts["failed"] = sum(name == role for name in self._failed.values())
        names = sorted({use.model for use in uses})
        models = {name: self._count_model([use for use in uses if use.model == name]) for name in names}
        events = {event: counts[event] for event in EVENTS}
        return {**events, "models": models}

    def _count_model(self, uses: Sequence[Use]) -> Mapping[str, Any]:
        tokens = {kind: sum(getattr(use.usage, kind) for use in uses) for kind in KINDS}
        batched = sum(use.batch for use in uses)
        return {"calls": len(uses), "batched": batched, **tokens, "dollars": round(self._price(uses), 6)}

    def _price(self, uses: Sequence[Use]) -> float:
        # An exact sum has no order, and threads have none either.
        return math.fsum(self._prices.price(use.model, use.usage, batch=use.batch) for use in uses)
