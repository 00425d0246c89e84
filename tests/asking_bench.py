"""A bench for askers: the real SDK, a loopback server, a folder of its own, and a clock that nobody waits for."""

import logging
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from messages_server import MessagesServer

from florilegium.asking.ledger import Ledger, Totals
from florilegium.asking.opening import open_asker
from florilegium.asking.patience import Clock
from florilegium.asking.requests import Part, Request, Turn
from florilegium.asking.stored_asker import StoredAsker
from florilegium.project.params import ClaudeParams

SCHEMA = {
    "type": "object",
    "description": "A score.",
    "additionalProperties": False,
    "required": ["id", "score"],
    "properties": {
        "id": {"type": "string", "description": "Whose."},
        "score": {"type": "number", "minimum": 0, "maximum": 1, "description": "How much."},
    },
}


@dataclass
class FakeClock:
    """Time that passes only when somebody sleeps."""

    time: float = 1_800_000_000.0
    slept: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> float:
        """Return the time."""
        return self.time

    def sleep(self, seconds: float) -> None:
        """Let time pass at once."""
        with self.lock:
            self.slept.append(seconds)
            self.time += seconds

    @property
    def clock(self) -> Clock:
        """The clock, with a chance that is always in the middle."""
        return Clock(self.now, self.sleep, lambda: 0.5)


@dataclass
class Bench:
    """Where askers are opened."""

    server: MessagesServer
    folder: Path
    params: ClaudeParams
    time: FakeClock
    asker_list: list[StoredAsker] = field(default_factory=list)

    def open(self, stage: str = "rerank topic", **changes: Any) -> StoredAsker:
        """Open an asker; closed at the test's end."""
        params = replace(self.params, **changes)
        asker = open_asker(stage, params, self.folder, logging.getLogger("asking"), clock=self.time.clock)
        self.asker_list.append(asker)
        return asker

    def read_totals(self) -> Totals:
        """Return what the ledger adds up to, read from its file."""
        return Ledger(self.folder / "ledger.jsonl").read_totals()


def make_request(text: str = "A note.", **changes: Any) -> Request:
    """Return a request with a schema."""
    request = Request(
        role="reranker",
        model="claude-haiku-5-5",
        system=(Part("Score it.", cached=True),),
        turns=(Turn("user", (Part(text),)),),
        max_tokens=500,
        schema=SCHEMA,
        effort="low",
    )
    return replace(request, **changes)
