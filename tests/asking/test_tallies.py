"""What a stage's answers amount to: each answer once, and the same in whatever order they came."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from asking_bench import make_request

from florilegium.asking.prices import load_prices
from florilegium.asking.replies import Usage
from florilegium.asking.requests import Request
from florilegium.asking.tallies import EVENTS, Tally
from florilegium.project.metrics import Metrics

SONNET = "claude-sonnet-5-5"


def fill(tally: Tally) -> Metrics:
    metrics = Metrics("rerank")
    tally.fill(metrics)
    return metrics


def test_answers_are_counted_by_role_and_model() -> None:
    """With tokens by kind, dollars, and how many came from a batch."""
    tally = Tally(load_prices({}))
    tally.use("a", make_request(), Usage(1000, 100, 10, 20), batch=False)
    tally.use("b", make_request(), Usage(1000, 100), batch=True)
    tally.use("c", make_request(role="distiller", model=SONNET), Usage(0, 100_000), batch=False)
    tally.note("reranker", "repaired", 2)
    tally.fail("d", make_request())
    metrics = fill(tally)
    assert (metrics.calls, metrics.tokens_in, metrics.tokens_out) == (3, 2030, 100_200)
    assert metrics.dollars == pytest.approx(1.0 + 0.0001526 + 0.000075)
    nothing = dict.fromkeys(EVENTS, 0)
    assert metrics.roles == {
        "distiller": {
            **nothing,
            "models": {
                SONNET: {
                    "calls": 1,
                    "batched": 0,
                    "input_tokens": 0,
                    "output_tokens": 100_000,
                    "cache_read_tokens": 0,
                    "cache_write_tokens": 0,
                    "dollars": 1.0,
                }
            },
        },
        "reranker": {
            **nothing,
            "repaired": 2,
            "failed": 1,
            "models": {
                "claude-haiku-5-5": {
                    "calls": 2,
                    "batched": 1,
                    "input_tokens": 2000,
                    "output_tokens": 200,
                    "cache_read_tokens": 10,
                    "cache_write_tokens": 20,
                    "dollars": 0.000228,
                }
            },
        },
    }


def test_an_answer_used_twice_counts_once() -> None:
    """Where two roles share it, it is the first one's by name, whichever asked first."""
    requests = [make_request(), make_request(role="distiller")]

    def count(order: list[Request]) -> Metrics:
        tally = Tally(load_prices({}))
        for request in order:
            tally.use("a", request, Usage(1000, 100), batch=False)
            tally.fail("b", request)
        return fill(tally)

    metrics = count(requests)
    assert metrics.calls == 1
    assert list(metrics.roles) == ["distiller"]
    assert metrics == count(requests[::-1])


def test_the_order_does_not_matter() -> None:
    """Sums of many small amounts are exact, so that threads give the same bytes."""
    uses = [(f"{number:03}", Usage(number * 7, number)) for number in range(300)]

    def count(order: list[tuple[str, Usage]]) -> Metrics:
        tally = Tally(load_prices({}))
        with ThreadPoolExecutor(4) as executor:
            list(executor.map(lambda use: tally.use(use[0], make_request(), use[1], batch=False), order))
        return fill(tally)

    assert count(uses) == count(uses[::-1])


def test_an_unknown_event_is_a_fault_of_ours() -> None:
    """The schema of the metrics knows their names."""
    with pytest.raises(ValueError, match="no such event: lost"):
        Tally(load_prices({})).note("reranker", "lost")
