"""From requests to replies over the real SDK: what is stored is not asked, and what fails is told."""

import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from asking_bench import Bench, make_request
from messages_server import MessagesServer

from florilegium.asking.askers import Failure
from florilegium.asking.calling import Caller
from florilegium.asking.ledger import Totals
from florilegium.asking.replies import Reply, TextBlock
from florilegium.asking.requests import Request, make_key
from florilegium.asking.store import Entry
from florilegium.errors import BudgetError, ModelError, ParamsError
from florilegium.project.metrics import Metrics

GOOD = '{"id": "x", "score": 0.0}'


def test_an_answer_is_stored_and_not_asked_again(bench: Bench) -> None:
    """The second asker, as a second run would, pays for nothing."""
    first = bench.open().ask(make_request())
    assert isinstance(first, Reply)
    assert first.text == GOOD
    assert bench.open().ask(make_request()) == first
    assert len(bench.server.log) == 1


def test_many_are_asked_side_by_side_in_order_each_once(bench: Bench) -> None:
    """Equal requests share one call; replies stand where their requests stood."""
    bench.server.player = lambda body: body["messages"][0]["content"][0]["text"].upper()
    asker = bench.open()
    replies = asker.ask_all([make_request(text) for text in ("a", "b", "a", "c", "b")])
    assert [reply.text for reply in replies if isinstance(reply, Reply)] == ["A", "B", "A", "C", "B"]
    assert len(bench.server.log) == 3


def test_threads_that_ask_the_same_share_a_call(bench: Bench) -> None:
    """Researchers in threads of their own pay once for what several of them ask at the same moment."""
    bench.server.script = ["slow:0.2"]
    asker = bench.open()
    with ThreadPoolExecutor(4) as executor:
        replies = list(executor.map(asker.ask, [make_request()] * 4))
    assert len({id(reply) for reply in replies}) >= 1
    assert all(reply == replies[0] for reply in replies)
    assert len(bench.server.paid) == 1


def test_no_more_calls_at_once_than_workers(bench: Bench) -> None:
    """The limit holds for ask_all and for threads of the caller together."""
    running, most, lock = 0, 0, threading.Lock()

    def play(body: object) -> str:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        threading.Event().wait(0.03)
        with lock:
            running -= 1
        return GOOD

    bench.server.player = play
    asker = bench.open(workers=3)
    with ThreadPoolExecutor(2) as executor:
        list(executor.map(asker.ask_all, [[make_request(f"{who}{n}") for n in range(8)] for who in "ab"]))
    assert most <= 3


FAILURES = [
    pytest.param(["400", "400"], False, "invalid request: 400: the request is invalid", id="400"),
    pytest.param(["413"], True, "too large: 413: request exceeds the maximum size", id="413"),
    pytest.param(["long"], True, "too large: 400: prompt is too long: 250000 tokens > 200000 maximum", id="too_long"),
    pytest.param(["500"] * 6, False, "server error: 500: internal server error", id="500"),
]


@pytest.mark.parametrize(("script", "too_large", "reason"), FAILURES)
def test_what_no_call_will_answer_is_a_failure(bench: Bench, script: list[str], too_large: bool, reason: str) -> None:
    """The run goes on without such a request; nothing is paid for it."""
    bench.server.script = script
    asker = bench.open()
    assert asker.ask(make_request()) == Failure(reason, is_too_large=too_large)
    assert isinstance(asker.ask(make_request("another")), Reply)
    assert not bench.server.paid[0].step.startswith(("4", "5"))
    assert bench.read_totals().open == {}


STOPS = [
    pytest.param(["401"], "the server refuses: 401: invalid bearer token", "check ANTHROPIC_API_KEY", id="401"),
    pytest.param(["403"], "the server refuses: 403", "check ANTHROPIC_API_KEY", id="403"),
    pytest.param(["402"], "the server refuses: 402: your credit balance is too low", "buy credit", id="402"),
    pytest.param(["404"], "the server refuses: 404: model: no such model", "correct claude.models", id="404"),
    pytest.param(
        ["429:9999"], "asks for a pause of 9999 s, and claude.retry_after_cap_s allows 120 s", "later", id="cap"
    ),
    pytest.param(["429"] * 6, "no answer after 6 calls: 429", "run again later", id="429_for_ever"),
    pytest.param(["529"] * 6, "no answer after 6 calls: 529", "run again later", id="529_for_ever"),
    pytest.param(["cut"] * 6, "no answer after 6 calls: connection lost", "run again later", id="cut_for_ever"),
]


@pytest.mark.parametrize(("script", "told", "hint"), STOPS)
def test_what_stops_every_call_stops_the_run(bench: Bench, script: list[str], told: str, hint: str) -> None:
    """A person reads what is wrong and what to do; no thread calls again after that."""
    bench.server.script = script
    asker = bench.open(workers=1)
    with pytest.raises(ModelError, match=told) as caught:
        asker.ask(make_request())
    assert hint in caught.value.hint
    calls = len(bench.server.log)
    assert calls == len(script)
    with pytest.raises(ModelError, match=told):
        asker.ask(make_request("another"))
    assert len(bench.server.log) == calls


RECOVERIES = ["429", "429:3", "500", "529", "cut", "half", "garbage"]


@pytest.mark.parametrize("step", RECOVERIES)
def test_what_passes_is_called_again(bench: Bench, step: str) -> None:
    """One fault before a good answer is nobody's business but the log's."""
    bench.server.script = [step]
    assert isinstance(bench.open().ask(make_request()), Reply)
    assert [entry.step for entry in bench.server.log] == [step, "good"]


def test_a_slow_answer_is_given_up_in_time(bench: Bench) -> None:
    """A call that takes too long is made once more; the first may have been paid, so its reserve stays."""
    bench.server.script = ["slow:3"]
    assert isinstance(bench.open(timeout_s=1).ask(make_request()), Reply)
    totals = bench.read_totals()
    assert (totals.calls, len(totals.open)) == (1, 1)


def test_the_pause_that_a_server_asks_for_is_kept(bench: Bench) -> None:
    """Seconds as asked, plus a little chance so that threads do not come back in step."""
    bench.server.script = ["429:7"]
    bench.open().ask(make_request())
    assert sum(bench.time.slept) == pytest.approx(7.05)


def test_a_pause_may_be_asked_for_as_a_date(bench: Bench) -> None:
    """An HTTP date is a pause until then."""
    bench.time.time = 1_796_083_200.0  # 2026-12-01 00:00:00
    bench.server.script = ["429:Tue, 01 Dec 2026 00:00:30 GMT"]
    bench.open().ask(make_request())
    assert sum(bench.time.slept) == pytest.approx(30.05)


def test_faults_of_many_requests_open_the_breaker(bench: Bench) -> None:
    """After twelve faults in a row, of whichever requests, the server counts as out of order."""
    bench.server.script = lambda number, body: "500"
    asker = bench.open(workers=1)
    assert isinstance(asker.ask(make_request("one")), Failure)
    with pytest.raises(ModelError, match="failed 12 times in a row"):
        asker.ask(make_request("two"))
    assert len(bench.server.log) == 12


def test_a_low_allowance_holds_the_next_call_back(bench: Bench) -> None:
    """Where the tokens of this minute will not do, the next call waits for the next minute."""
    bench.time.time = 1_796_083_200.0
    bench.server.headers = {
        "anthropic-ratelimit-tokens-remaining": "10",
        "anthropic-ratelimit-tokens-reset": "2026-12-01T00:00:20Z",
    }
    asker = bench.open()
    asker.ask(make_request("one"))
    assert bench.time.slept == []
    asker.ask(make_request("two"))
    assert sum(bench.time.slept) == pytest.approx(20)


def test_a_server_that_knows_no_settings_is_asked_without_them(bench: Bench) -> None:
    """One refusal a schema; after that the schema in the prompt must do."""
    bench.server.script = lambda number, body: "unknown_field"
    bench.server.player = lambda body: GOOD
    asker = bench.open()
    for text in ("one", "two", "three"):
        assert isinstance(asker.ask(make_request(text)), Reply)
    assert ["output_config" in entry.body for entry in bench.server.log] == [True, False, False, False]


def test_a_bad_request_does_not_make_its_server_plain(bench: Bench) -> None:
    """Where leaving the settings out did not help, they were not the reason, and the next request has them."""
    bench.server.script = ["400", "400"]
    asker = bench.open()
    assert isinstance(asker.ask(make_request("one")), Failure)
    asker.ask(make_request("two"))
    assert ["output_config" in entry.body for entry in bench.server.log] == [True, False, True]


def test_offline_a_miss_names_role_stage_and_key(bench: Bench) -> None:
    """What is stored is answered; what is not is an error that says how to go on; nothing is called."""
    bench.open().ask(make_request())
    asker = bench.open("distill topic", offline=True)
    assert isinstance(asker.ask(make_request()), Reply)
    other = make_request("other")
    with pytest.raises(ModelError, match=f"reranker: .* distill topic, key {make_key(other)[:16]}") as caught:
        asker.ask_all([make_request(), other])
    assert "without --offline" in caught.value.hint
    assert len(bench.server.log) == 1


def test_the_environment_can_say_offline(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """`florilegium run --offline` tells the stages so."""
    monkeypatch.setenv("FLORILEGIUM_OFFLINE", "1")
    with pytest.raises(ModelError, match="no stored answer"):
        bench.open().ask(make_request())


def test_a_stored_failure_counts_offline_and_is_asked_again_online(bench: Bench) -> None:
    """Another machine gets the same failure; a run with a server gets another chance."""
    bench.server.script = ["413"]
    failure = bench.open().ask(make_request())
    assert bench.open(offline=True).ask(make_request()) == failure
    reply = bench.open().ask(make_request())
    assert isinstance(reply, Reply)
    assert bench.open(offline=True).ask(make_request()) == reply


def test_a_missing_key_is_told_before_the_first_call(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK itself would raise a TypeError from within its first call."""
    bench.open().ask(make_request())
    monkeypatch.delenv("ANTHROPIC_BASE_URL")
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    asker = bench.open()
    assert isinstance(asker.ask(make_request()), Reply)  # stored answers need no key
    with pytest.raises(ParamsError, match="neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN"):
        asker.ask(make_request("other"))


def test_a_model_without_a_price_is_told_with_those_that_have_one(bench: Bench) -> None:
    """A wrong name is found before anything is asked."""
    models = replace(bench.params.models, planner=replace(bench.params.models.planner, model="claude-haiku-5.5"))
    with pytest.raises(ParamsError, match="'claude-haiku-5.5' has no price") as caught:
        bench.open(models=models)
    assert "claude-haiku-5-5" in caught.value.hint


def test_the_budget_is_a_hard_stop_that_loses_nothing(bench: Bench) -> None:
    """No call is made that could pass it; a larger budget goes on where this one stopped."""
    requests = [make_request(f"note {number}") for number in range(10)]
    one = bench.open().price_worst(requests[0])
    limit = one.usd * 1.1
    with pytest.raises(BudgetError, match="the budget of .* is spent") as caught:
        bench.open(budget_usd=limit).ask_all(requests)
    assert "--budget-usd" in caught.value.hint
    paid = len(bench.server.paid)
    assert 0 < paid < 10
    assert bench.read_totals().spent.usd <= limit
    assert len(bench.open(budget_usd=1).ask_all(requests)) == 10
    assert len(bench.server.paid) == 10


def test_the_budget_counts_tokens_as_well(bench: Bench) -> None:
    """For servers of your own, dollars say nothing."""
    with pytest.raises(BudgetError, match="the budget of .*500 tokens is spent"):
        bench.open(budget_usd=None, budget_tokens=500).ask(make_request())
    assert bench.server.log == []


def test_the_environment_can_raise_the_budget(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """`florilegium run --budget-usd` counts in place of the params."""
    monkeypatch.setenv("FLORILEGIUM_BUDGET_USD", "1.5")
    assert isinstance(bench.open(budget_usd=0).ask(make_request()), Reply)


def test_the_metrics_are_the_same_with_stored_answers(bench: Bench) -> None:
    """What the answers cost does not depend on who paid for them, nor on the order in which threads got them."""
    requests = [make_request(f"note {number}") for number in range(6)]

    def measure(workers: int) -> Metrics:
        asker = bench.open(workers=workers)
        asker.ask_all(requests)
        metrics = Metrics("rerank")
        asker.finish(metrics)
        return metrics

    first = measure(1)
    assert first.calls == 6
    assert first.roles["reranker"]["models"]["claude-haiku-5-5"]["calls"] == 6
    assert first.dollars > 0
    assert measure(4) == first
    assert len(bench.server.paid) == 6


def test_what_a_run_really_paid_stands_in_the_ledger_only(bench: Bench) -> None:
    """A run over stored answers adds nothing to it."""
    bench.open().ask(make_request())
    spent = bench.read_totals()
    assert (spent.calls, spent.open) == (1, {})
    bench.open().ask(make_request())
    assert bench.read_totals() == spent


def test_repeated_parts_are_marked_and_priced(bench: Bench) -> None:
    """The first call writes the instructions to the prompt cache, the next ones read them."""
    asker = bench.open(workers=1)
    asker.ask_all([make_request("one"), make_request("two")])
    metrics = Metrics("rerank")
    asker.finish(metrics)
    counts = metrics.roles["reranker"]["models"]["claude-haiku-5-5"]
    assert counts["cache_write_tokens"] == counts["cache_read_tokens"] > 0
    marks = [block.get("cache_control") for entry in bench.server.log for block in entry.body["system"]]
    assert marks == [{"type": "ephemeral"}] * 2


def test_long_answers_come_as_a_stream(bench: Bench) -> None:
    """The SDK refuses plain calls for more than 21,333 tokens of answer."""
    reply = bench.open().ask(make_request(max_tokens=30_000))
    assert isinstance(reply, Reply)
    assert reply.blocks == (TextBlock(GOOD),)
    assert bench.server.log[0].body["stream"] is True


def test_the_key_is_in_no_message_and_no_file(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """A server that repeats the key it was sent does not get it into our messages, the store or the ledger."""
    bench.server.script = ["key", "key"]
    with caplog.at_level(logging.DEBUG, logger="asking"):
        result = bench.open().ask(make_request())
    bench.open().ask(make_request("other"))
    assert isinstance(result, Failure)
    assert "sk-ant" not in result.reason
    assert "sk-ant" not in caplog.text
    for path in bench.folder.rglob("*"):
        assert path.is_dir() or b"sk-ant" not in path.read_bytes()


def test_a_server_that_is_not_there_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """No connection is no answer, and nothing can have been paid."""
    with MessagesServer() as gone:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", gone.url)
    with pytest.raises(ModelError, match="no answer after 6 calls: no connection to http://127.0.0.1"):
        bench.open().ask(make_request())
    assert bench.read_totals().open == {}


def test_stored_answers_reach_for_no_server(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Importing the SDK takes over a second, which a run over stored answers does not pay."""
    bench.open().ask(make_request())
    monkeypatch.setattr("florilegium.llm.open_server", None)
    assert isinstance(bench.open().ask(make_request()), Reply)
    with pytest.raises(TypeError):
        bench.open().ask(make_request("other"))


def test_tokens_are_counted_by_the_server_or_guessed_on_the_high_side(bench: Bench) -> None:
    """A forecast is as good as the server's counting; without it, it is too high rather than too low."""
    counted = bench.open().count_input(make_request())
    bench.server.counts = False
    asker = bench.open()
    assert asker.count_input(make_request()) >= counted > 0
    calls = len(bench.server.log)
    asker.count_input(make_request("other"))
    assert len(bench.server.log) == calls  # it is not asked again for what it has not


def test_without_a_key_tokens_are_guessed(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forecast is wanted before anybody buys a key."""
    monkeypatch.delenv("ANTHROPIC_BASE_URL")
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    assert bench.open().count_input(make_request()) > 50


def test_an_interrupt_stops_what_has_not_begun(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls in flight come to their end and are stored; those that wait are never made."""
    original = Caller.call

    def call(caller: Caller, key: str, request: Request) -> Entry:
        if request == make_request("1"):
            raise KeyboardInterrupt
        return original(caller, key, request)

    bench.server.script = lambda number, body: "slow:0.1"
    monkeypatch.setattr(Caller, "call", call)
    with pytest.raises(KeyboardInterrupt):
        bench.open(workers=2).ask_all([make_request(str(number)) for number in range(20)])
    paid = len(bench.server.paid)
    assert 1 <= paid <= 4
    assert bench.read_totals().calls == paid
    assert bench.read_totals().open == {}


def test_the_budget_is_never_passed_by_calls_side_by_side(bench: Bench) -> None:
    """Eight workers with long answers: what is reserved and spent together stays below it at every moment."""
    bench.server.player = lambda body: "word " * 380
    worst = bench.open().price_worst(make_request("note 0")).usd
    asker = bench.open(workers=8, budget_usd=worst * 6)
    with pytest.raises(BudgetError):
        asker.ask_all([make_request(f"note {number}") for number in range(40)])
    lines = [json.loads(line) for line in (bench.folder / "ledger.jsonl").read_text().splitlines()]
    totals, most = Totals(), 0.0
    for line in lines:
        totals.add(line)
        most = max(most, totals.spent.usd + totals.reserved.usd)
    assert worst * 5 < most <= worst * 6
