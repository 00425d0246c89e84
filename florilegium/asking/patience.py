"""When to call again, and when to stop: the one place where calls wait, shared by all threads of a stage."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import FlorilegiumError, ModelError
from .servers import Allowance, Fault, ServerError

ATTEMPTS = 6  # calls for one request at most
TIMEOUT_ATTEMPTS = 2  # each of them has waited long, and may have been paid
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
SLICE_S = 1.0  # of a pause: who sleeps must soon hear that all calls stop
BREAKER = 12  # faults in a row, of whichever requests, after which the server counts as out of order

_HINTS = {
    Fault.BAD_KEY: "check ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN; what was answered is stored",
    Fault.NO_CREDIT: "buy credit; what was answered is stored, and the next run goes on there",
    Fault.NO_MODEL: "correct claude.models in params.yaml, or ANTHROPIC_BASE_URL",
}
_AGAIN = "run again later: what was answered is stored, and the next run goes on there"


@dataclass(frozen=True)
class Clock:
    """Time and chance, as arguments."""

    now: Callable[[], float]  # seconds since the epoch
    sleep: Callable[[float], None]
    chance: Callable[[], float]  # from 0 to 1


class Patience:
    """Lets calls through, holds them back, or stops them all."""

    def __init__(self, clock: Clock, log: logging.Logger, *, cap_s: float) -> None:
        self._clock = clock
        self._log = log
        self._cap_s = cap_s
        self._lock = threading.Lock()
        self._open_at = 0.0
        self._faults = 0
        self._answered = False
        self._stop: FlorilegiumError | None = None

    def wait(self, until: float = 0.0) -> None:
        """Wait until a call may be made; raises the error for which all of them stopped."""
        while True:
            with self._lock:
                if self._stop:
                    raise self._stop
                pause_s = max(self._open_at, until) - self._clock.now()
            if pause_s <= 0:
                return
            self._clock.sleep(min(pause_s, SLICE_S))

    def stop(self, error: FlorilegiumError) -> None:
        """Let no more call through; the first reason stays."""
        with self._lock:
            self._stop = self._stop or error

    def note_success(self, allowances: tuple[Allowance, ...], need: int) -> None:
        """Forget earlier faults; hold the next call back where what is left by the minute is too little for it."""
        with self._lock:
            self._faults = 0
            self._answered = True
            short = [allowance.reset_s for allowance in allowances if allowance.remaining < need]
            if short:
                self._open_at = max(self._open_at, self._clock.now() + min(max(short), self._cap_s))

    def note_fault(self, error: ServerError, attempt: int) -> bool:
        """Tell whether to try again, after a pause; raises ModelError where no call can succeed for now."""
        stopping = self._judge(error)
        if stopping:
            self.stop(stopping)
            raise stopping
        if error.fault in (Fault.TOO_LARGE, Fault.INVALID):
            return False
        if attempt >= (TIMEOUT_ATTEMPTS if error.fault is Fault.TIMEOUT else ATTEMPTS):
            return self._give_up(error, attempt)
        pause_s = self._choose_pause(error, attempt)
        self._log.warning("%s: calling again in %.1f s", error, pause_s)
        until = self._clock.now() + pause_s
        if error.fault in (Fault.RATE_LIMIT, Fault.OVERLOAD):
            with self._lock:
                self._open_at = max(self._open_at, until)  # it concerns every call
        self.wait(until)
        return True

    def _give_up(self, error: ServerError, attempt: int) -> bool:
        """Leave a request alone where its own content may be the reason; else stop all calls."""
        with self._lock:
            own = error.fault is Fault.SERVER or (error.fault.may_be_paid and self._answered)
        if not own:
            self.stop(ModelError(f"no answer after {attempt} calls: {error}", hint=_AGAIN))
            self.wait()
        return False

    def _judge(self, error: ServerError) -> FlorilegiumError | None:
        """Return why all calls must stop, None where they need not."""
        if error.fault in _HINTS:
            return ModelError(f"the server refuses: {error}", hint=_HINTS[error.fault])
        if error.fault in (Fault.TOO_LARGE, Fault.INVALID):
            return None
        if error.retry_after_s is not None and error.retry_after_s > self._cap_s:
            asked = f"the server asks for a pause of {error.retry_after_s:.0f} s"
            message = f"{asked}, and claude.retry_after_cap_s allows {self._cap_s:.0f} s: {error}"
            return ModelError(message, hint=_AGAIN)
        with self._lock:
            self._faults += 1
            if self._faults < BREAKER:
                return None
        return ModelError(f"the server failed {BREAKER} times in a row, at last with {error}", hint=_AGAIN)

    def _choose_pause(self, error: ServerError, attempt: int) -> float:
        """Return what the server asks for, else a pause that doubles; some chance keeps threads apart."""
        if error.retry_after_s is not None:
            return error.retry_after_s + 0.1 * self._clock.chance()
        pause_s = min(FIRST_PAUSE_S * 2.0 ** (attempt - 1), LONGEST_PAUSE_S)
        return pause_s * (0.5 + 0.5 * self._clock.chance())
