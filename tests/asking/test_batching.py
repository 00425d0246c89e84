"""Batches: half the price, each request handed in once whatever happens, and what fails in them is asked singly."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from asking_bench import Bench, make_request

from florilegium.asking.askers import Failure
from florilegium.asking.batches import split_items
from florilegium.asking.replies import Reply
from florilegium.asking.requests import Request, make_key
from florilegium.asking.stored_asker import StoredAsker
from florilegium.errors import ArtifactError, BudgetError, ModelError
from florilegium.project.metrics import Metrics

PATH = "/v1/messages/batches"


def make_requests(number: int) -> list[Request]:
    return [make_request(f"note {place}") for place in range(number)]


def count_singly(bench: Bench) -> int:
    return sum(entry.path == "/v1/messages" for entry in bench.server.log)


def count_batches(bench: Bench) -> int:
    return len(bench.server.batches)


def list_paid(bench: Bench) -> list[str]:
    """Return the texts that were paid for, sorted."""
    return sorted(entry.body["messages"][0]["content"][0]["text"] for entry in bench.server.paid)


def test_results_come_back_to_their_requests(bench: Bench) -> None:
    """The server answers in another order; custom ids are the keys."""
    bench.server.player = lambda body: json.dumps(body["messages"][0]["content"][0]["text"])
    replies = bench.open(batch=True).ask_all(make_requests(5))
    assert [reply.text for reply in replies if isinstance(reply, Reply)] == [f'"note {n}"' for n in range(5)]
    assert (count_batches(bench), count_singly(bench)) == (1, 0)
    (batch,) = bench.server.batches.values()
    assert [item["custom_id"] for item in batch["requests"]] == [make_key(request) for request in make_requests(5)]


def test_a_batch_costs_half(bench: Bench) -> None:
    """In the ledger and in the metrics, also of a later run without a batch."""

    requests = [make_request(f"note {place}", system=()) for place in range(3)]

    def measure(asker: StoredAsker) -> float:
        asker.ask_all(requests)
        metrics = Metrics("rerank")
        asker.finish(metrics)
        return metrics.dollars

    dollars = measure(bench.open(batch=True))
    assert bench.read_totals().spent.usd == pytest.approx(dollars)
    assert measure(bench.open()) == dollars
    elsewhere = replace(bench, folder=bench.folder / "elsewhere")
    assert measure(elsewhere.open()) == pytest.approx(2 * dollars)


def test_polls_have_growing_pauses(bench: Bench) -> None:
    """From five seconds to two minutes."""
    bench.server.batch_polls = 12
    bench.open(batch=True).ask_all(make_requests(2))
    assert sum(bench.time.slept) == pytest.approx(sum(min(5 * 1.5**n, 120) for n in range(12)))


def test_only_roles_that_can_wait_are_batched(bench: Bench) -> None:
    """The planner's two calls do not wait for a batch; nor does a single question, whoever asks it."""
    asker = bench.open(batch=True)
    asker.ask_all([make_request("single")])
    asker.ask_all([make_request("a", role="planner"), make_request("b", role="researcher")])
    asker.ask(make_request("c"))
    assert (count_batches(bench), count_singly(bench)) == (0, 4)


def test_roles_and_models_have_batches_of_their_own(bench: Bench) -> None:
    """A batch is one role's and one model's, so that its answers can be stored by whoever finds them."""
    others = [make_request(text, role="distiller") for text in "bde"]
    bench.open(batch=True).ask_all([make_request("a"), *others, make_request("c")])
    assert sorted(len(batch["requests"]) for batch in bench.server.batches.values()) == [2, 3]


@pytest.mark.parametrize("kind", ["errored", "expired", "canceled"])
def test_what_a_batch_did_not_answer_is_asked_singly(bench: Bench, kind: str) -> None:
    """The others keep their half price."""
    bench.server.batch_steps = {make_key(make_request("note 1")): kind}
    replies = bench.open(batch=True).ask_all(make_requests(3))
    assert all(isinstance(reply, Reply) for reply in replies)
    assert count_singly(bench) == 1
    assert list_paid(bench) == ["note 0", "note 1", "note 2"]
    assert bench.read_totals().open == {}


@pytest.mark.parametrize("step", ["404", "400"])
def test_a_server_without_batches_is_asked_singly(bench: Bench, step: str) -> None:
    """Most servers of your own have none."""
    bench.server.create_step = step
    assert len(bench.open(batch=True).ask_all(make_requests(3))) == 3
    assert (count_batches(bench), count_singly(bench)) == (0, 3)
    assert bench.read_totals().open == {}


@pytest.mark.parametrize("step", ["429", "529"])
def test_a_create_that_failed_is_tried_again(bench: Bench, step: str) -> None:
    """Where nothing was made, nothing is looked for."""
    bench.server.create_step = step
    bench.open(batch=True).ask_all(make_requests(3))
    assert (count_batches(bench), count_singly(bench)) == (1, 0)


def test_a_create_whose_answer_was_lost_is_found(bench: Bench) -> None:
    """The batch was made though the connection broke: it is found in the list and not paid twice."""
    bench.server.create_step = "lost"
    bench.open(batch=True).ask_all(make_requests(3))
    assert count_batches(bench) == 1
    assert list_paid(bench) == ["note 0", "note 1", "note 2"]
    assert bench.read_totals().open == {}


def test_other_peoples_batches_are_left_alone(bench: Bench) -> None:
    """A batch of as many requests that came in between is looked into and passed over."""

    def create(name: str) -> dict[str, Any]:
        requests = [{"custom_id": f"theirs-{n}", "params": {"model": "m", "messages": []}} for n in range(3)]
        return {"id": name, "requests": requests, "polls": 0, "status": "in_progress"}

    bench.server.batches["msgbatch_before"] = create("msgbatch_before")
    bench.server.create_step = "lost_with_another"
    bench.server.another = create
    bench.open(batch=True).ask_all(make_requests(3))
    assert list_paid(bench) == ["note 0", "note 1", "note 2"]
    assert count_batches(bench) == 3


def test_too_large_a_batch_is_split(bench: Bench) -> None:
    """A server that takes less at once gets less at once."""
    bench.server.create_step = "413"
    bench.open(batch=True).ask_all(make_requests(5))
    assert [len(batch["requests"]) for batch in bench.server.batches.values()] == [2, 2]
    assert count_singly(bench) == 1


def test_a_batch_goes_as_far_as_the_budget(bench: Bench) -> None:
    """What fits is handed in and stored; the rest waits for a larger budget."""
    bench.server.player = lambda body: "word " * 320
    worst = bench.open().price_worst(make_request("note 0")).usd / 2
    with pytest.raises(BudgetError):
        bench.open(batch=True, budget_usd=worst * 2.1).ask_all(make_requests(20))
    assert 2 <= len(bench.server.paid) < 20
    assert len(next(iter(bench.server.batches.values()))["requests"]) == 2
    assert bench.read_totals().spent.usd <= worst * 2.1
    bench.open(batch=True).ask_all(make_requests(20))
    assert len(bench.server.paid) == 20


def kill_at(bench: Bench, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Run a batch that dies at a place, as by a kill: nothing of it is cleaned up."""

    def die(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(place, die)
        with pytest.raises(KeyboardInterrupt):
            bench.open(batch=True).ask_all(make_requests(4))


PLACES = [
    pytest.param("florilegium.llm.AnthropicServer.create_batch", id="before_create"),
    pytest.param("florilegium.llm.AnthropicServer.get_batch", id="after_create"),
    pytest.param("florilegium.llm.AnthropicServer.iter_results", id="before_results"),
    pytest.param("florilegium.asking.store.ResponseStore.put_all", id="before_storing"),
    pytest.param("florilegium.asking.ledger.Ledger.settle_all", id="before_settling"),
    pytest.param("florilegium.asking.batches.Intents.remove", id="before_forgetting"),
    pytest.param("florilegium.asking.ledger.Ledger.reserve", id="before_reserving"),
]


@pytest.mark.parametrize("batch", [True, False], ids=["batches_on", "batches_off"])
@pytest.mark.parametrize("place", PLACES)
def test_a_killed_batch_is_taken_up_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, place: str, batch: bool
) -> None:
    """The next run brings it back, whether or not it would hand in batches itself; nothing is paid twice."""
    kill_at(bench, monkeypatch, place)
    replies = bench.open(batch=batch).ask_all(make_requests(4))
    assert all(isinstance(reply, Reply) for reply in replies)
    assert list_paid(bench) == [f"note {n}" for n in range(4)]
    totals = bench.read_totals()
    assert (totals.open, totals.calls) == ({}, 4)
    assert list((bench.folder / "batches").glob("*.json")) == []


def test_a_lost_create_of_a_killed_run_is_found(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed between the server's work and the word of it: the batch is found by what stands in its results."""
    original = bench.server.player
    bench.open().ask(make_request("warm up"))
    bench.server.log.clear()

    def die(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    bench.server.create_step = "lost"
    with monkeypatch.context() as patch:
        patch.setattr("florilegium.asking.batching.BatchDesk._find_created", die)
        with pytest.raises(KeyboardInterrupt):
            bench.open(batch=True).ask_all(make_requests(4))
    bench.server.player = original
    bench.open(batch=True).ask_all(make_requests(4))
    assert count_batches(bench) == 1
    assert list_paid(bench) == [f"note {n}" for n in range(4)]


def test_a_batch_that_is_gone_is_asked_again(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results are kept for 29 days; what was reserved counts as spent, since it may have been paid."""
    kill_at(bench, monkeypatch, "florilegium.llm.AnthropicServer.get_batch")
    bench.server.batches.clear()
    assert all(isinstance(reply, Reply) for reply in bench.open(batch=True).ask_all(make_requests(4)))
    worst = bench.open().price_worst(make_request("note 0")).usd / 2
    assert bench.read_totals().spent.usd > 4 * worst
    assert bench.read_totals().open == {}


def test_another_stages_batch_is_left_to_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stages of two topics may run at once."""
    kill_at(bench, monkeypatch, "florilegium.llm.AnthropicServer.get_batch")
    bench.open("rerank other", batch=True).ask_all([make_request("another"), make_request("more")])
    assert len(list((bench.folder / "batches").glob("*.json"))) == 1


def test_a_damaged_word_of_a_batch_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Going on would pay for a batch that nobody reads."""
    kill_at(bench, monkeypatch, "florilegium.llm.AnthropicServer.get_batch")
    (path,) = (bench.folder / "batches").glob("*.json")
    path.write_text("{")
    with pytest.raises(ArtifactError, match="this is no word of a batch"):
        bench.open(batch=True).ask_all(make_requests(4))


def test_a_bad_key_stops_a_batch(bench: Bench) -> None:
    """Nothing is asked singly where no call can succeed."""
    bench.server.create_step = "401"
    with pytest.raises(ModelError, match="the server refuses: 401"):
        bench.open(batch=True).ask_all(make_requests(2))
    assert count_singly(bench) == 0


def test_an_invalid_item_ends_as_a_failure(bench: Bench) -> None:
    """Asked singly, it is refused again."""
    key = make_key(make_request("note 0"))
    bench.server.batch_steps = {key: "errored"}
    bench.server.script = ["400", "400"]
    replies = bench.open(batch=True).ask_all(make_requests(2))
    assert [type(reply) for reply in replies] == [Failure, Reply]


def test_threads_hand_in_the_same_request_once(bench: Bench) -> None:
    """The second waits for the first one's batch and finds the answers stored."""
    asker = bench.open(batch=True)
    with ThreadPoolExecutor(3) as executor:
        replies = list(executor.map(asker.ask_all, [make_requests(4)] * 3))
    assert replies[0] == replies[1] == replies[2]
    assert count_batches(bench) == 1
    assert len(bench.server.paid) == 4


def test_a_single_question_does_not_pay_for_what_is_in_a_killed_batch(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch is brought back before anything is asked."""
    kill_at(bench, monkeypatch, "florilegium.llm.AnthropicServer.get_batch")
    bench.open().ask(make_request("note 2"))
    assert list_paid(bench) == [f"note {n}" for n in range(4)]


@pytest.mark.parametrize(
    ("sizes", "groups"),
    [
        pytest.param({}, [], id="none"),
        pytest.param({"a": 1, "b": 1, "c": 1}, [["a", "b"], ["c"]], id="by_number"),
        pytest.param({"a": 6, "b": 5, "c": 5}, [["a"], ["b", "c"]], id="by_size"),
        pytest.param({"a": 60, "b": 1}, [["a"], ["b"]], id="one_too_large"),
    ],
)
def test_items_are_split_by_number_and_size(sizes: dict[str, int], groups: list[list[str]]) -> None:
    """A batch holds so many requests and so many bytes."""
    assert split_items(sizes, max_items=2, max_bytes=10) == groups
