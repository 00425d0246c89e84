"""When calls are made again, when they wait, and when they all stop."""

import logging

import pytest
from asking_bench import FakeClock

from florilegium.asking.patience import ATTEMPTS, BREAKER, Clock, Patience
from florilegium.asking.servers import Allowance, Fault, ServerError
from florilegium.errors import ModelError

LATER = (Fault.RATE_LIMIT, Fault.OVERLOAD)


def make_patience(time: FakeClock, *, chance: float = 0.5, cap_s: float = 120) -> Patience:
    return Patience(Clock(time.now, time.sleep, lambda: chance), logging.getLogger("asking"), cap_s=cap_s)


@pytest.mark.parametrize(("chance", "pauses"), [(0.0, [0.5, 1, 2, 4, 8]), (1.0, [1, 2, 4, 8, 16])])
def test_pauses_double_within_what_chance_allows(chance: float, pauses: list[float]) -> None:
    """From half of it to all of it, so that threads do not come back in step."""
    time = FakeClock()
    patience = make_patience(time, chance=chance)
    found = []
    for attempt in range(1, ATTEMPTS):
        before = time.time
        assert patience.note_fault(ServerError(Fault.SERVER, "500"), attempt)
        found.append(time.time - before)
    assert found == pytest.approx(pauses)
    assert not patience.note_fault(ServerError(Fault.SERVER, "500"), ATTEMPTS)


def test_a_timeout_is_tried_once_more_only() -> None:
    """Each of them has waited long and may have been paid."""
    patience = make_patience(FakeClock())
    patience.note_success((), 1)
    assert patience.note_fault(ServerError(Fault.TIMEOUT, "slow"), 1)
    assert not patience.note_fault(ServerError(Fault.TIMEOUT, "slow"), 2)


@pytest.mark.parametrize("fault", [Fault.CUT, Fault.TIMEOUT, Fault.UNREACHABLE])
def test_a_server_that_never_answered_stops_the_run(fault: Fault) -> None:
    """Its silence has nothing to do with the request."""
    patience = make_patience(FakeClock())
    with pytest.raises(ModelError, match="no answer after 6 calls"):
        patience.note_fault(ServerError(fault, "nothing"), 6)
    with pytest.raises(ModelError, match="no answer after 6 calls"):
        patience.wait()


def test_one_request_that_breaks_a_good_server_is_left_alone() -> None:
    """A server that answered others falls over this one; the run goes on without it."""
    patience = make_patience(FakeClock())
    patience.note_success((), 1)
    assert not patience.note_fault(ServerError(Fault.CUT, "reset"), 6)
    patience.wait()


@pytest.mark.parametrize("fault", LATER)
def test_a_rate_limit_concerns_every_call(fault: Fault) -> None:
    """Other threads wait as well."""
    time = FakeClock()
    patience = make_patience(time)
    start = time.time
    patience.note_fault(ServerError(fault, "later", retry_after_s=30), 1)
    assert time.time - start == pytest.approx(30.05)
    time.time = start
    patience.wait()
    assert time.time - start == pytest.approx(30.05)


def test_a_pause_beyond_the_cap_stops_at_once() -> None:
    """Nobody sits in front of a run that sleeps for an hour."""
    time = FakeClock()
    with pytest.raises(ModelError, match="asks for a pause of 61 s, and claude.retry_after_cap_s allows 60 s"):
        make_patience(time, cap_s=60).note_fault(ServerError(Fault.OVERLOAD, "529", retry_after_s=61), 1)
    assert time.slept == []


def test_an_answer_closes_the_breaker() -> None:
    """Only faults in a row count."""
    patience = make_patience(FakeClock())
    for _ in range(3):
        for _ in range(BREAKER - 1):
            patience.note_fault(ServerError(Fault.SERVER, "500"), 1)
        patience.note_success((), 1)
    for _ in range(BREAKER - 1):
        patience.note_fault(ServerError(Fault.SERVER, "500"), 1)
    with pytest.raises(ModelError, match="failed 12 times in a row, at last with 500"):
        patience.note_fault(ServerError(Fault.SERVER, "500"), 1)


def test_what_concerns_one_request_counts_for_no_breaker() -> None:
    """A hundred invalid requests say nothing about the server."""
    patience = make_patience(FakeClock())
    assert not any(patience.note_fault(ServerError(Fault.INVALID, "400"), 1) for _ in range(100))
    patience.wait()


@pytest.mark.parametrize(
    ("remaining", "pause_s"), [pytest.param(99, 40.0, id="too_little"), pytest.param(100, 0.0, id="enough")]
)
def test_the_next_call_waits_for_tokens(remaining: int, pause_s: float) -> None:
    """Where the server said how many are left."""
    time = FakeClock()
    patience = make_patience(time)
    start = time.time
    patience.note_success((Allowance(remaining, 40.0), Allowance(10_000, 90.0)), 100)
    patience.wait()
    assert time.time - start == pytest.approx(pause_s)


def test_the_first_reason_to_stop_stays() -> None:
    """What comes of it afterwards would hide it."""
    patience = make_patience(FakeClock())
    patience.stop(ModelError("first"))
    patience.stop(ModelError("second"))
    with pytest.raises(ModelError, match="first"):
        patience.wait()
