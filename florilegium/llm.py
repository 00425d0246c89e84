"""The only module that talks to the `anthropic` SDK; it is loaded when the first call must be made."""

import email.utils
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import anthropic  # noqa: TID251 (this is the one module)

from .asking.forms import simplify_schema
from .asking.servers import Allowance, Answer, Fault, Server, ServerError
from .errors import ParamsError

OWN_HOST = "anthropic.com"
DUMMY_KEY = "none"  # the SDK makes no call without a key, and servers of your own ask for none
CONNECT_S = 10.0
STREAM_FROM = 21_333  # tokens of an answer beyond which the SDK makes no plain call

_BY_TYPE = {
    "authentication_error": Fault.BAD_KEY,
    "permission_error": Fault.BAD_KEY,
    "billing_error": Fault.NO_CREDIT,
    "not_found_error": Fault.NO_MODEL,
    "request_too_large": Fault.TOO_LARGE,
    "rate_limit_error": Fault.RATE_LIMIT,
    "overloaded_error": Fault.OVERLOAD,
    "timeout_error": Fault.SERVER,
    "api_error": Fault.SERVER,
}
_BY_STATUS = {
    401: Fault.BAD_KEY,
    402: Fault.NO_CREDIT,
    403: Fault.BAD_KEY,
    404: Fault.NO_MODEL,
    408: Fault.SERVER,
    409: Fault.SERVER,
    413: Fault.TOO_LARGE,
    429: Fault.RATE_LIMIT,
    529: Fault.OVERLOAD,
}
# These come with 400, or with a status that says less than the words; servers of your own have words of their own.
_BY_WORDS = (
    ("credit balance", Fault.NO_CREDIT),
    ("prompt is too long", Fault.TOO_LARGE),
    ("context limit", Fault.TOO_LARGE),  # the API, where input and answer together are too long
    ("context size", Fault.TOO_LARGE),  # llama.cpp
    ("context length", Fault.TOO_LARGE),  # vLLM, SGLang, LM Studio
)


def find_credentials(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the argument that logs the client in; raises ParamsError where there is no key and one is needed."""
    for name, keyword in (("ANTHROPIC_API_KEY", "api_key"), ("ANTHROPIC_AUTH_TOKEN", "auth_token")):
        key = environment.get(name, "").strip()  # a key read from a file often has a line end
        if key and not key.isprintable():
            raise ParamsError(f"{name}: this is no key: it holds a line end or bytes", hint="set the key alone")
        if key:
            return {keyword: key}
    host = find_host(environment.get("ANTHROPIC_BASE_URL", ""))
    if host == OWN_HOST or host.endswith(f".{OWN_HOST}"):
        message = "an engine is claude, and neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set"
        raise ParamsError(message, hint="set the key in the environment, or go on with stored answers: --offline")
    return {"api_key": DUMMY_KEY}


def find_host(address: str) -> str:
    """Return the host of ANTHROPIC_BASE_URL, Anthropic's where it is empty; raises ParamsError for no address."""
    if not address.strip():
        return OWN_HOST
    try:
        parts = urlsplit(address.strip())
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is no number, or too high a one
        is_address = False
    if not is_address:
        # The address itself is not told: it may hold a password.
        message = "ANTHROPIC_BASE_URL: this is no address of a server"
        raise ParamsError(message, hint="write it as http://localhost:11434, or unset it for Anthropic's own")
    return parts.hostname or OWN_HOST


def open_server(*, timeout_s: float, now: Callable[[], float]) -> Server:
    """Return the server that the environment names."""
    credentials = find_credentials(os.environ)
    find_host(os.environ.get("ANTHROPIC_BASE_URL", ""))
    client = anthropic.Anthropic(
        **credentials,  # type: ignore[arg-type]  # one of two keywords, both text
        # The asking layer retries, and it alone: it must know of every call that may be paid.
        max_retries=0,
        timeout=anthropic.Timeout(timeout_s, connect=min(CONNECT_S, timeout_s)),
        open_telemetry=False,
    )
    return AnthropicServer(client, secrets=tuple(credentials.values()), now=now)


class AnthropicServer:
    """The Messages API through the SDK; every failure becomes a ServerError without the key in it."""

    def __init__(self, client: anthropic.Anthropic, *, secrets: tuple[str, ...], now: Callable[[], float]) -> None:
        self._client = client
        self._secrets = tuple(secret for secret in secrets if secret != DUMMY_KEY)
        self._now = now

    def send(self, body: Mapping[str, Any]) -> Answer:
        """Return the answer to one request."""
        with self._sort_faults():
            if int(body["max_tokens"]) > STREAM_FROM:
                with self._client.messages.stream(**body) as stream:
                    record = stream.get_final_message().to_dict()
                    return Answer(record, self._read_allowances(stream.response.headers))
            raw = self._client.messages.with_raw_response.create(**body)
            # Not raw.parse(): what the SDK makes of an odd answer is not what was paid for.
            return Answer(_read_record(raw.text()), self._read_allowances(raw.headers))

    def make_form(self, schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the schema as the API takes it, None for one that it cannot take."""
        simple = simplify_schema(schema)
        return None if simple is None else anthropic.transform_schema(simple)

    def count_tokens(self, body: Mapping[str, Any]) -> int:
        """Return the tokens of a request's input."""
        inputs = {key: value for key, value in body.items() if key != "max_tokens"}
        with self._sort_faults():
            record = _read_record(self._client.messages.with_raw_response.count_tokens(**inputs).text())
        if not isinstance(record.get("input_tokens"), int):
            raise ServerError(Fault.INVALID, "the server counts no tokens")
        return int(record["input_tokens"])

    def create_batch(self, items: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
        """Hand in many bodies by their custom ids; return the batch."""
        requests: Any = [{"custom_id": name, "params": dict(body)} for name, body in items.items()]
        with self._sort_faults():
            return _read_record(self._client.messages.batches.with_raw_response.create(requests=requests).text())

    def get_batch(self, batch_id: str) -> Mapping[str, Any]:
        """Return how far a batch is."""
        with self._sort_faults():
            return _read_record(self._client.messages.batches.with_raw_response.retrieve(batch_id).text())

    def iter_batches(self) -> Iterator[Mapping[str, Any]]:
        """Yield the batches, newest first."""
        with self._sort_faults():
            for batch in self._client.messages.batches.list(limit=100):
                yield batch.to_dict()

    def iter_results(self, batch_id: str) -> Iterator[Mapping[str, Any]]:
        """Yield the results of a batch that has ended, in any order."""
        with self._sort_faults():
            for result in self._client.messages.batches.results(batch_id):
                yield result.to_dict()

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    @contextmanager
    def _sort_faults(self) -> Iterator[None]:
        try:
            yield
        except anthropic.APIConnectionError as error:
            # By name: the exceptions are those of the SDK's own HTTP library.
            cause = type(error.__cause__).__name__
            if cause in ("ConnectError", "ConnectTimeout"):
                raise ServerError(Fault.UNREACHABLE, f"no connection to {self._client.base_url}") from error
            if isinstance(error, anthropic.APITimeoutError):
                raise ServerError(Fault.TIMEOUT, "no answer in time") from error
            raise ServerError(Fault.CUT, self._redact(f"connection lost: {error.__cause__ or error}")) from error
        except anthropic.APIStatusError as error:
            told = self._redact(str(error.api_message or error.message))[:300]
            wait_s = read_retry_after(error.response.headers, self._now())
            raise ServerError(sort_fault(error), f"{error.status_code}: {told}", retry_after_s=wait_s) from error
        except (anthropic.AnthropicError, ValueError) as error:
            # Also an answer that breaks off in the middle of its stream, or is no JSON: it may have been paid.
            raise ServerError(Fault.CUT, self._redact(f"unreadable answer: {error}")[:300]) from error

    def _redact(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "…")
        return text

    def _read_allowances(self, headers: Mapping[str, str]) -> tuple[Allowance, ...]:
        """Return what is left of the tokens by the minute; most servers of your own tell nothing."""
        found = []
        for kind in ("tokens", "input-tokens", "output-tokens"):
            remaining, reset = (headers.get(f"anthropic-ratelimit-{kind}-{name}") for name in ("remaining", "reset"))
            try:
                reset_s = datetime.fromisoformat(reset or "").timestamp() - self._now()
                found.append(Allowance(int(remaining or ""), max(0.0, reset_s)))
            except ValueError:
                continue
        return tuple(found)


def _read_record(text: str) -> dict[str, Any]:
    """Return the object in a body; raises ValueError for anything else, also for endless nesting."""
    try:
        record = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if not isinstance(record, dict):
        raise ValueError("no JSON object")
    return record


def sort_fault(error: anthropic.APIStatusError) -> Fault:
    """Return what kind of failure a status stands for; the type in the body says more than the status."""
    words = str(error.api_message or error.message).lower()
    for phrase, fault in _BY_WORDS:
        if error.status_code in (400, 403) and phrase in words:
            return fault
    known = _BY_TYPE.get(str(error.type)) or _BY_STATUS.get(error.status_code)
    return known or (Fault.SERVER if error.status_code >= 500 else Fault.INVALID)


def read_retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Return the seconds for which a server wants to be left alone: given as a number or as a date."""
    text = headers.get("retry-after", "")
    try:
        return max(0.0, float(headers.get("retry-after-ms", "")) / 1000)
    except ValueError:
        pass
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now)
    except (ValueError, OverflowError):
        return None
