"""The forecaster: an asker that asks nobody and writes down what would be asked."""

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..asking.askers import Failure, RoleModel
from ..asking.messages import encode_request
from ..asking.replies import Reply
from ..asking.requests import Part, Request, make_key
from ..asking.store import ResponseStore
from ..asking.stored_asker import BATCHED
from ..project.metrics import Metrics
from ..project.params import ClaudeParams, ModelParams
from .egress import find_shown
from .planned_calls import PlannedCall, append_calls
from .stand_ins import play_typical


class Forecaster:
    """Answers from the store where it can and by stand-ins elsewhere; any thread may ask."""

    def __init__(
        self,
        stage: str,
        params: ClaudeParams,
        count: Callable[[Mapping[str, Any]], int],
        *,
        store: ResponseStore | None,
        record: Path,
    ) -> None:
        self._stage = stage
        self._params = params
        self._count = count  # tokens of a call's input
        self._store = store
        self._record = record
        self._lock = threading.Lock()
        self._answers: dict[str, Reply | Failure] = {}

    def choose_model(self, role: str) -> RoleModel:
        """Return the model of a role as params.yaml has it."""
        chosen: ModelParams = getattr(self._params.models, role)
        return RoleModel(chosen.model, chosen.max_tokens, chosen.effort)

    def note(self, role: str, event: str, number: int = 1) -> None:
        """Count nothing: a forecast has no metrics."""

    def ask(self, request: Request) -> Reply | Failure:
        """Return what is stored or typical, after the call is written down."""
        key = make_key(request)
        with self._lock:
            if key in self._answers:
                return self._answers[key]
        answer, call = self._plan(key, request)
        with self._lock:
            if key not in self._answers:
                self._answers[key] = answer
                append_calls(self._record, [call])
        return answer

    def ask_all(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Return what is stored or typical, in the order of the requests."""
        return [self.ask(request) for request in requests]

    def finish(self, metrics: Metrics) -> None:
        """Leave the metrics alone."""

    def close(self) -> None:
        """Let go of the store."""
        if self._store is not None:
            self._store.close()

    def _plan(self, key: str, request: Request) -> tuple[Reply | Failure, PlannedCall]:
        entry = self._store.find(key) if self._store else None
        played = play_typical(request)
        is_stored = entry is not None and isinstance(entry.answer, Reply)
        body = encode_request(request)
        total = 0 if is_stored else self._count(body)
        prefix, share = _find_prefix(request)
        call = PlannedCall(
            stage=self._stage,
            role=request.role,
            model=request.model,
            key=key,
            stored=is_stored,
            batch=self._params.batch and request.role in BATCHED,
            input_tokens=total,
            prefix_tokens=round(total * share),
            prefix_key=hashlib.sha256(prefix.encode("utf-8", "surrogatepass")).hexdigest(),
            output_tokens=played.tokens,
            max_tokens=request.max_tokens,
            shown=tuple(sorted(find_shown(request), key=lambda item: (item.name, item.part))),
        )
        return (entry.answer if entry is not None and is_stored else played.answer), call


def _find_prefix(request: Request) -> tuple[str, float]:
    """Return what a server may remember, up to the last mark, and which share of the input it is."""
    texts = [("", f"{request.model}{json.dumps([dict(tool.schema) for tool in request.tools])}")]
    blocks = [*request.system, *(block for turn in request.turns for block in turn.blocks)]
    texts += [("cached" if isinstance(block, Part) and block.cached else "", _show(block)) for block in blocks]
    last = max((place for place, (mark, _) in enumerate(texts) if mark), default=-1)
    prefix = "\n".join(text for _, text in texts[: last + 1])
    return prefix, len(prefix) / (sum(len(text) + 1 for _, text in texts) or 1)


def _show(block: object) -> str:
    return str(getattr(block, "text", block))
