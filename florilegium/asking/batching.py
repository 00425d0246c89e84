"""Many requests at once through the Message Batches API, at half the price."""

import json
import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Any, TypeVar

from ..errors import BudgetError, ModelError
from .batches import Intent, Intents, is_candidate, split_items
from .calling import Caller
from .messages import decode_reply
from .patience import Clock
from .replies import Reply
from .requests import Request
from .servers import Fault, ServerError
from .store import Entry

T = TypeVar("T")
MIN_ITEMS = 2  # half the price of one request is not worth the wait
MAX_ITEMS = 100_000
MAX_BYTES = 200_000_000  # of the 256 MB that the API takes
FIRST_PAUSE_S = 5.0
LONGEST_PAUSE_S = 120.0
STORED_AT_ONCE = 500
_MAYBE_MADE = (Fault.CUT, Fault.TIMEOUT, Fault.SERVER)
_AGAIN = "run again later: a batch that was handed in is not paid again"


class BatchDesk:
    """Hands in the batches of one stage and brings their results back, also those of a run that was killed."""

    def __init__(self, folder: Path, caller: Caller, clock: Clock, log: logging.Logger, *, opens: bool) -> None:
        self._intents = Intents(folder)
        self._caller = caller
        self._clock = clock
        self._log = log
        self._opens = opens  # whether it hands in new ones; False also when the server has said that it takes none
        self._dealt: set[str] = set()  # keys that a batch left without an answer, or that are not worth one
        self._lock = threading.Lock()
        self.max_items = MAX_ITEMS
        self.max_bytes = MAX_BYTES

    def ask(self, missing: Mapping[str, Request]) -> dict[str, Entry]:
        """Return the entries that batches gave; what they did not give must be asked singly.

        Raises BudgetError where the budget holds no more, when all that it does hold is stored.
        """
        with self._lock:  # two batches at once could hold the same request
            while self._opens and (waiting := self._list_waiting(missing)):
                first = missing[waiting[0]]
                alike = {key: missing[key] for key in waiting if _is_alike(missing[key], first)}
                if len(alike) < MIN_ITEMS:
                    self._dealt |= set(alike)
                    continue
                bodies = {key: self._caller.encode(request) for key, request in alike.items()}
                sizes = {key: len(json.dumps(body)) for key, body in bodies.items()}
                group = split_items(sizes, max_items=self.max_items, max_bytes=self.max_bytes)[0]
                self._dealt |= self._run_batch({key: alike[key] for key in group}, bodies)
            return self._find_stored(missing)

    def _list_waiting(self, missing: Mapping[str, Request]) -> list[str]:
        """Return the keys without an answer with which no batch has dealt."""
        stored = self._find_stored(missing)
        return [key for key in missing if key not in stored and key not in self._dealt]

    def _find_stored(self, missing: Mapping[str, Request]) -> dict[str, Entry]:
        found = {key: self._caller.store.find(key) for key in missing}
        return {key: entry for key, entry in found.items() if entry and isinstance(entry.answer, Reply)}

    def reconcile(self) -> None:
        """Bring back what earlier runs of this stage handed in; to be called once, before anything is asked."""
        for intent in self._intents.load():
            if intent.stage != self._caller.stage:
                continue
            if all(self._caller.store.find(key) for key in intent.keys):
                self._close(intent)  # killed at the very end: no server is needed for what is left to do
                continue
            self._log.info("a batch of an earlier run with %d requests: looking for it", len(intent.keys))
            found = intent if intent.batch_id else self._find_created(intent)
            if found is None:
                self._drop(intent)
            else:
                self._dealt |= self._collect(found)

    def _close(self, intent: Intent) -> None:
        """Settle what a batch cost, release what it did not do, and forget it."""
        names = set(self._caller.ledger.find_batched(intent.keys).values())
        calls = self._caller.ledger.list_open()
        self._caller.settle_stored({name: calls[name] for name in names})
        self._drop(intent)

    def _drop(self, intent: Intent) -> None:
        """Release what is still reserved for a batch, and forget it."""
        self._caller.ledger.release(list(self._caller.ledger.find_batched(intent.keys).values()))
        self._intents.remove(intent)

    def _run_batch(self, group: Mapping[str, Request], bodies: Mapping[str, Mapping[str, Any]]) -> set[str]:
        """Hand in as many requests as the budget holds and wait for them; return the keys dealt with."""
        try:
            newest = self._patiently(lambda: next(iter(self._caller.server.iter_batches()), None), lost=True)
        except LookupError as error:
            self._refuse_batches(error)
            return set()
        first = next(iter(group.values()))
        before = str((newest or {}).get("id", ""))
        intent = Intent(self._caller.stage, first.role, first.model, before, "", tuple(group))
        # Before the reserves: whoever finds the word of a batch can release them.
        self._intents.write(intent)
        calls = [self._caller.make_call(key, group[key], bodies[key], batch=True) for key in group]
        try:
            reserves = self._caller.reserve(calls)
        except BudgetError:
            self._intents.remove(intent)
            raise
        held = replace(intent, keys=intent.keys[: len(reserves)])
        if held != intent:
            self._intents.write(held)
            self._intents.remove(intent)
        created = self._create(held, {key: bodies[key] for key in held.keys})
        if created is None:
            self._drop(held)
            return set()
        return self._collect(created)

    def _create(self, intent: Intent, bodies: Mapping[str, Mapping[str, Any]]) -> Intent | None:
        """Return the intent with the id of its batch, None where the server takes no such batch."""
        for attempt in count(1):
            self._caller.patience.wait()
            try:
                batch = self._caller.server.create_batch(bodies)
            except ServerError as error:
                if error.fault in _MAYBE_MADE and (found := self._find_created(intent)):
                    # It was made though no answer came: a second one would be paid as well.
                    return found
                if self._is_refused(error, len(bodies)) or not self._caller.patience.note_fault(error, attempt):
                    return None
                continue
            claimed = replace(intent, batch_id=str(batch["id"]))
            self._intents.write(claimed)
            self._log.info("%d requests handed in as batch %s", len(intent.keys), claimed.batch_id)
            return claimed
        raise AssertionError("an endless loop has ended")

    def _is_refused(self, error: ServerError, items: int) -> bool:
        """Tell whether the server will never take this batch; then a smaller one must do, or none at all."""
        if error.fault is Fault.TOO_LARGE and items > 1:
            self.max_items = items // 2
            return True
        if error.fault in (Fault.NO_MODEL, Fault.INVALID, Fault.TOO_LARGE, Fault.SERVER):
            self._refuse_batches(error)
            return True
        return False

    def _refuse_batches(self, error: Exception) -> None:
        self._log.warning("the server takes no batch, so each request is asked singly: %s", error)
        self._opens = False

    def _find_created(self, intent: Intent) -> Intent | None:
        """Return the intent with the id of a batch whose answer never came, None where no such batch was made."""
        claimed = {other.batch_id for other in self._intents.load() if other.batch_id}
        for batch in self._patiently(lambda: self._list_after(intent.before)):
            if not is_candidate(batch, intent, claimed):
                continue
            found = replace(intent, batch_id=str(batch["id"]))
            # Only the results of a batch name its requests.
            if self._wait_for(found) and self._is_ours(found):
                self._intents.write(found)
                return found
        return None

    def _list_after(self, before: str) -> list[Mapping[str, Any]]:
        batches = []
        for batch in self._caller.server.iter_batches():
            if batch["id"] == before:
                break
            batches.append(batch)
        return batches

    def _is_ours(self, intent: Intent) -> bool:
        def look() -> bool:
            results = self._caller.server.iter_results(intent.batch_id)
            return any(result.get("custom_id") in intent.keys for result in islice(results, 1))

        return self._patiently(look)

    def _collect(self, intent: Intent) -> set[str]:
        """Wait for a batch, store its answers, settle its costs; return the keys with which it dealt."""
        if not self._wait_for(intent):
            # Gone from the server: it may have been paid, so all that was reserved counts as spent.
            names, calls = self._caller.ledger.find_batched(intent.keys), self._caller.ledger.list_open()
            self._caller.ledger.settle_all({name: calls[name].worst for name in names.values()})
            self._intents.remove(intent)
            return set()
        answered = self._patiently(lambda: self._store_results(intent))
        self._close(intent)
        if others := len(intent.keys) - len(answered):
            self._log.warning("batch %s: %d requests got no answer and are asked singly", intent.batch_id, others)
        return set(intent.keys)

    def _store_results(self, intent: Intent) -> set[str]:
        """Store what came, some hundred at once; return the keys that got an answer."""
        answered: set[str] = set()
        results = self._iter_replies(intent)
        while some := dict(islice(results, STORED_AT_ONCE)):
            entries = [Entry(key, intent.role, intent.model, True, reply) for key, reply in some.items()]
            self._caller.store.put_all(entries)
            answered |= set(some)
        return answered

    def _iter_replies(self, intent: Intent) -> Iterator[tuple[str, Reply]]:
        wanted = set(intent.keys)
        for result in self._caller.server.iter_results(intent.batch_id):
            key, outcome = result.get("custom_id"), result.get("result", {})
            if key in wanted and outcome.get("type") == "succeeded":
                try:
                    yield str(key), decode_reply(outcome["message"])
                except (ValueError, KeyError) as error:
                    self._log.warning("batch %s: an answer that cannot be read: %s", intent.batch_id, error)

    def _wait_for(self, intent: Intent) -> bool:
        """Look at a batch with growing pauses until it has ended; tell whether the server still has it."""
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                batch = self._patiently(lambda: self._caller.server.get_batch(intent.batch_id), lost=True)
            except LookupError:
                return False
            if batch.get("processing_status") == "ended":
                return True
            self._caller.patience.wait(self._clock.now() + pause_s)
            pause_s = min(pause_s * 1.5, LONGEST_PAUSE_S)

    def _patiently(self, look: Callable[[], T], *, lost: bool = False) -> T:
        """Return what a free look at the server gives, looked again after faults."""
        for attempt in count(1):
            self._caller.patience.wait()
            try:
                return look()
            except ServerError as error:
                if lost and error.fault in (Fault.NO_MODEL, Fault.INVALID):
                    raise LookupError from error
                if not self._caller.patience.note_fault(error, attempt):
                    raise ModelError(f"the server says nothing of batches: {error}", hint=_AGAIN) from error
        raise AssertionError("an endless loop has ended")


def _is_alike(request: Request, other: Request) -> bool:
    return (request.role, request.model) == (other.role, other.model)
