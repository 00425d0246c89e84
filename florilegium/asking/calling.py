"""One call to the server: reserved before, stored and settled after, made again where that helps."""

import itertools
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import ParamsError
from .askers import Failure
from .json_values import replace_surrogates
from .ledger import Call, Cost, Ledger, OpenCall
from .messages import decode_reply, encode_request, measure_body
from .patience import Patience
from .prices import Prices
from .replies import Reply, Usage
from .requests import Request
from .servers import Answer, Fault, Server, ServerError
from .store import Entry, ResponseStore


class Caller:
    """Makes calls within the budget and the server's limits; many threads may use it."""

    def __init__(
        self,
        stage: str,
        open_server: Callable[[], Server],
        *,
        store: ResponseStore,
        ledger: Ledger,
        patience: Patience,
        prices: Prices,
    ) -> None:
        self.stage = stage
        self._open_server = open_server
        self.store = store
        self.ledger = ledger
        self.patience = patience
        self.prices = prices
        self._lock = threading.Lock()
        self._server: Server | None = None
        # Models with schemas that go without settings of the output, and whether that has helped.
        self._plain: dict[tuple[str, str], bool] = {}
        self._counts = True  # whether the server counts tokens
        self._is_tidy = False  # whether what earlier runs left open is settled as far as it can be

    @property
    def server(self) -> Server:
        """The server, reached for at the first call; raises ParamsError where there is no key."""
        with self._lock:
            if self._server is None:
                self._server = self._open_server()
            return self._server

    def call(self, key: str, request: Request) -> Entry:
        """Return the answer to a request, which is stored by then, or why there is none."""
        server = self.server
        for attempt in itertools.count(1):
            self.patience.wait()
            body = self.encode(request)
            reserve = self.reserve([self.make_call(key, request, body)])[0]
            try:
                answer, reply = _send(server, body)
            except ServerError as error:
                if not error.fault.may_be_paid:
                    self.ledger.release([reserve])
                if self._drop_settings(request, body, error):
                    continue
                if self.patience.note_fault(error, attempt):
                    continue
                return self._store_failure(key, request, error)
            entry = self.store_reply(key, request, reply, reserve=reserve)
            with self._lock:
                if _name_settings(request) in self._plain:
                    self._plain[_name_settings(request)] = True
            self.patience.note_success(answer.allowances, measure_body(body))
            return entry
        raise AssertionError("an endless loop has ended")

    def reserve(self, calls: Sequence[Call]) -> list[str]:
        """Reserve what calls may cost, after what earlier runs left open is settled where its answer is stored."""
        with self._lock:
            if not self._is_tidy:
                self.settle_stored(self.ledger.list_open())
                self._is_tidy = True
        return self.ledger.reserve(calls)

    def settle_stored(self, calls: Mapping[str, OpenCall]) -> None:
        """Settle the calls whose answers are stored: a run was killed between the two."""
        found = {name: self.store.find(call.key) for name, call in calls.items()}
        costs = {
            name: self.price_reply(entry.model, entry.answer, batch=entry.batch)
            for name, entry in found.items()
            if entry and isinstance(entry.answer, Reply) and entry.model in self.prices.models
        }
        if costs:
            self.ledger.settle_all(costs)

    def encode(self, request: Request) -> dict[str, Any]:
        """Return the body of a call as this server takes it."""
        name = _name_settings(request)
        if name in self._plain:
            body = encode_request(request)
            body.pop("output_config", None)
            return body
        form = self.server.make_form(request.schema) if request.schema is not None else None
        return encode_request(request, form=form)

    def make_call(self, key: str, request: Request, body: Mapping[str, Any], *, batch: bool = False) -> Call:
        """Return what a call may cost at worst."""
        tokens = measure_body(body)
        marked = any(getattr(block, "cached", False) for block in (*request.system, *_list_blocks(request)))
        usage = Usage(0 if marked else tokens, request.max_tokens, 0, tokens if marked else 0)
        worst = Cost(self.prices.price(request.model, usage, batch=batch), tokens + request.max_tokens)
        return Call(key, self.stage, request.role, request.model, worst, batch)

    def store_reply(self, key: str, request: Request, reply: Reply, *, reserve: str, batch: bool = False) -> Entry:
        """Store an answer, then settle what it cost."""
        entry = Entry(key, request.role, request.model, batch, reply)
        self.store.put(entry)
        self.ledger.settle(reserve, self.price_reply(request.model, reply, batch=batch))
        return entry

    def price_reply(self, model: str, reply: Reply, *, batch: bool) -> Cost:
        """Return what a reply cost."""
        usage = reply.usage
        tokens = usage.input_tokens + usage.output_tokens + usage.cache_read_tokens + usage.cache_write_tokens
        return Cost(round(self.prices.price(model, usage, batch=batch), 12), tokens)

    def count_input(self, request: Request) -> int:
        """Return the tokens that a request sends: as the server counts them, or by a rule where it cannot."""
        try:
            body = self.encode(request)
            if self._counts:
                return self.server.count_tokens(body)
        except ParamsError:
            body = encode_request(request)  # without a key nobody counts, and a forecast is wanted all the same
        except ServerError:
            self._counts = False
        return measure_body(body)

    def close(self) -> None:
        """Let go of the store, and of the server where one was reached for."""
        self.store.close()
        if self._server is not None:
            self._server.close()

    def _store_failure(self, key: str, request: Request, error: ServerError) -> Entry:
        failure = Failure(
            replace_surrogates(f"{error.fault.value}: {error}"), is_too_large=error.fault is Fault.TOO_LARGE
        )
        entry = Entry(key, request.role, request.model, False, failure)
        self.store.put(entry)
        return entry

    def _drop_settings(self, request: Request, body: Mapping[str, Any], error: ServerError) -> bool:
        """Tell whether to call at once without settings of the output, which some servers refuse."""
        if error.fault is not Fault.INVALID:
            return False
        name, had_settings = _name_settings(request), "output_config" in body
        with self._lock:
            if had_settings:
                self._plain.setdefault(name, False)
            elif not self._plain.get(name, True):
                del self._plain[name]  # it was not the settings
        return had_settings


def _send(server: Server, body: Mapping[str, Any]) -> tuple[Answer, Reply]:
    answer = server.send(body)
    try:
        return answer, decode_reply(answer.record)
    except (ValueError, RecursionError) as error:
        raise ServerError(Fault.CUT, str(error)) from error


def _name_settings(request: Request) -> tuple[str, str]:
    return request.model, json.dumps(request.schema, sort_keys=True)


def _list_blocks(request: Request) -> list[object]:
    return [block for turn in request.turns for block in turn.blocks]
