"""From requests to replies: stored ones first, then the server, each request at most once."""

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from ..errors import ModelError
from ..project.metrics import Metrics
from ..project.params import ClaudeParams, ModelParams
from .askers import Failure, RoleModel
from .batching import BatchDesk
from .calling import Caller
from .ledger import Cost
from .replies import Reply
from .requests import Request, make_key
from .store import Entry
from .tallies import Tally

BATCHED = frozenset({"reranker", "summariser", "distiller"})  # roles whose requests do not wait for each other


class StoredAsker:
    """The asker of one stage."""

    def __init__(self, stage: str, params: ClaudeParams, caller: Caller, desk: BatchDesk, tally: Tally) -> None:
        self._stage = stage
        self._params = params
        self._caller = caller
        self._desk = desk
        self.tally = tally
        self._lock = threading.Lock()
        self._first = threading.Lock()
        self._taken_up = False
        self._flights: dict[str, Future[Entry]] = {}
        self._slots = threading.Semaphore(params.workers)

    def choose_model(self, role: str) -> RoleModel:
        """Return the model of a role as params.yaml has it."""
        chosen: ModelParams = getattr(self._params.models, role)
        return RoleModel(chosen.model, chosen.max_tokens, chosen.effort)

    def note(self, role: str, event: str, number: int = 1) -> None:
        """Count what became of answers."""
        self.tally.note(role, event, number)

    def ask(self, request: Request) -> Reply | Failure:
        """Return the reply."""
        self._take_up()
        key = make_key(request)
        return self._use(request, self._find(key, request) or self._call(key, request))

    def ask_all(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Return the replies in the order of the requests."""
        self._take_up()
        keys = [make_key(request) for request in requests]
        wanted = dict(zip(keys, requests, strict=True))
        found = {key: self._find(key, request) for key, request in wanted.items()}
        entries = {key: entry for key, entry in found.items() if entry}
        missing = {key: request for key, request in wanted.items() if key not in entries}
        batched = {key: request for key, request in missing.items() if request.role in BATCHED}
        entries.update(self._desk.ask(batched) if batched else {})
        entries.update(self._call_all({key: request for key, request in missing.items() if key not in entries}))
        return [self._use(request, entries[key]) for key, request in zip(keys, requests, strict=True)]

    def count_input(self, request: Request) -> int:
        """Return the tokens that a request sends."""
        return self._caller.count_input(request)

    def price_worst(self, request: Request) -> Cost:
        """Return what a request may cost at worst, which is what the budget must hold before it is asked."""
        return self._caller.make_call(make_key(request), request, self._caller.encode(request)).worst

    def finish(self, metrics: Metrics) -> None:
        """Put what the answers cost into the metrics of a stage that came to its end; remember which it used."""
        self.tally.fill(metrics)
        self._caller.store.mark_used(self._stage, self.tally.keys)

    def close(self) -> None:
        """Let go of the store and the server."""
        self._caller.close()

    def _take_up(self) -> None:
        """Once, before the first question: bring back what a killed run handed in as a batch."""
        with self._first:
            if not self._taken_up and not self._params.offline:
                self._desk.reconcile()
            self._taken_up = True

    def _find(self, key: str, request: Request) -> Entry | None:
        """Return what is stored; a stored failure counts only where nobody can be asked again."""
        entry = self._caller.store.find(key)
        if entry and (self._params.offline or isinstance(entry.answer, Reply)):
            return entry
        if self._params.offline:
            message = f"{request.role}: no stored answer to a request of {self._stage}, key {key[:16]}"
            hint = "run once without --offline (claude.offline: false), or import answers: florilegium responses import"
            raise ModelError(message, hint=hint)
        return None

    def _call(self, key: str, request: Request) -> Entry:
        """Call, or wait for the thread that makes this very call."""
        with self._lock:
            flight = self._flights.get(key)
            own = flight is None
            if flight is None:
                flight = self._flights[key] = Future()
        if not own:
            return flight.result()
        try:
            with self._slots:
                # Between the look into the store and here, another thread may have been through with it.
                flight.set_result(self._find(key, request) or self._caller.call(key, request))
        except BaseException as error:
            flight.set_exception(error)
            raise
        finally:
            with self._lock:
                del self._flights[key]
        return flight.result()

    def _call_all(self, missing: Mapping[str, Request]) -> dict[str, Entry]:
        """Call side by side; where one call stops the run, those in flight come to their end and are stored."""
        if not missing:
            return {}
        keys = list(missing)
        # What one call writes to the prompt cache, those after it can read.
        entries = {keys[0]: self._call(keys[0], missing[keys[0]])}
        if not keys[1:]:
            return entries
        with ThreadPoolExecutor(self._params.workers) as executor:
            futures = {key: executor.submit(self._call, key, missing[key]) for key in keys[1:]}
            try:
                entries.update({key: future.result() for key, future in futures.items()})
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                self._caller.patience.stop(ModelError("the stage has stopped", hint="run again"))
                raise
        return entries

    def _use(self, request: Request, entry: Entry) -> Reply | Failure:
        if isinstance(entry.answer, Failure):
            self.tally.fail(entry.key, request)
        else:
            self.tally.use(entry.key, request, entry.answer.usage, batch=entry.batch)
        return entry.answer
