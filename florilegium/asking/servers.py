"""What is expected of a server, and the ways in which a call can fail."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol


class Fault(Enum):
    """Why a call failed, sorted by what follows from it."""

    BAD_KEY = "bad key"  # no call can succeed
    NO_CREDIT = "no credit"  # no call can succeed
    NO_MODEL = "no such model"  # no call of this role can succeed
    TOO_LARGE = "too large"  # this request must be split
    INVALID = "invalid request"  # this request cannot succeed
    RATE_LIMIT = "rate limit"  # later
    OVERLOAD = "overloaded"  # later
    SERVER = "server error"  # perhaps later
    TIMEOUT = "timeout"  # perhaps later; perhaps it was paid
    UNREACHABLE = "no connection"  # perhaps later
    CUT = "connection lost"  # perhaps later; perhaps it was paid

    @property
    def may_be_paid(self) -> bool:
        """Tell whether the server may have answered, though nothing came."""
        return self in (Fault.TIMEOUT, Fault.CUT)


class ServerError(Exception):
    """A call that failed; the asking layer decides what follows, and no one else sees it."""

    def __init__(self, fault: Fault, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.fault = fault
        self.retry_after_s = retry_after_s  # how long the server wants to be left alone


@dataclass(frozen=True)
class Allowance:
    """What is left of a limit by the minute, as a server tells it."""

    remaining: int
    reset_s: float  # seconds until it is full again


@dataclass(frozen=True)
class Answer:
    """What a server sent."""

    record: Mapping[str, Any]  # the message
    allowances: tuple[Allowance, ...] = ()  # of tokens


class Server(Protocol):
    """The endpoints of a server that speaks the Messages API; every failure is a ServerError."""

    def send(self, body: Mapping[str, Any]) -> Answer:
        """Return the answer to one request."""
        ...

    def make_form(self, schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the schema as the API takes it: what it does not honour becomes part of the descriptions."""
        ...

    def count_tokens(self, body: Mapping[str, Any]) -> int:
        """Return the tokens of a request's input."""
        ...

    def create_batch(self, items: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Any]:
        """Hand in many bodies by their custom ids; return the batch."""
        ...

    def get_batch(self, batch_id: str) -> Mapping[str, Any]:
        """Return how far a batch is."""
        ...

    def iter_batches(self) -> Iterator[Mapping[str, Any]]:
        """Yield the batches, newest first."""
        ...

    def iter_results(self, batch_id: str) -> Iterator[Mapping[str, Any]]:
        """Yield the results of a batch that has ended, in any order."""
        ...

    def close(self) -> None:
        """Let go of the connections."""
        ...
