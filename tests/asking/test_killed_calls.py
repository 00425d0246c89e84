"""A client killed at random points goes on where it was: what was stored is never paid again."""

import logging
import multiprocessing
import os
import random
import sqlite3
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from asking_bench import Bench, make_request

from florilegium.asking.opening import open_asker
from florilegium.asking.patience import Clock
from florilegium.asking.replies import Reply
from florilegium.asking.requests import make_key
from florilegium.project.params import ClaudeParams

pytestmark = pytest.mark.slow

REQUESTS = [make_request(f"note {number}") for number in range(12)]
WORKERS = 3
POINTS = range(20)
SPEED = 200  # of the clients' clock: a pause of seconds takes milliseconds

# Clients are forked from a process that has everything imported: the import takes longer than all the rest.
PRELOADED = ["florilegium.llm", "anthropic.resources.messages", "anthropic.types", "florilegium.asking.opening"]
CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload([*PRELOADED, "asking_bench"])


def run_client(url: str, folder: Path, params: ClaudeParams) -> None:
    """Ask everything, as a stage would."""
    os.environ.update(ANTHROPIC_BASE_URL=url, ANTHROPIC_API_KEY="key")
    clock = Clock(lambda: time.time() * SPEED, lambda seconds: time.sleep(seconds / SPEED), random.random)
    asker = open_asker("rerank topic", params, folder, logging.getLogger("client"), clock=clock)
    replies = asker.ask_all(REQUESTS)
    asker.close()
    raise SystemExit(0 if all(isinstance(reply, Reply) for reply in replies) else 1)


def list_stored(folder: Path) -> set[str]:
    """Return the keys of what is stored durably."""
    path = folder / "answers.sqlite"
    if not path.is_file():
        return set()
    with closing(sqlite3.connect(path)) as base:
        tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        return {row[0].hex() for row in base.execute("SELECT key FROM answers")} if tables else set()


def count_paid(bench: Bench) -> Counter[str]:
    """Return how often each note was paid for."""
    return Counter(entry.body["messages"][0]["content"][0]["text"] for entry in bench.server.paid)


def kill_client(bench: Bench, params: ClaudeParams, calls: int, delay_s: float) -> None:
    """Start a client and kill it a moment after the server has seen so many of its calls."""
    seen = threading.Event()
    step = bench.server.next_step

    def count_steps(body: object) -> tuple[int, str]:
        number, name = step(body)  # type: ignore[arg-type]
        if number + 1 >= calls:
            seen.set()
        return number, name

    bench.server.next_step = count_steps  # type: ignore[method-assign]
    client = CONTEXT.Process(target=run_client, args=(bench.server.url, bench.folder, params))
    client.start()
    while client.is_alive() and not seen.wait(0.005) and len(bench.server.batches) < calls:
        pass
    time.sleep(delay_s)
    client.kill()
    client.join()
    bench.server.next_step = step  # type: ignore[method-assign]


def finish_client(bench: Bench, params: ClaudeParams) -> None:
    client = CONTEXT.Process(target=run_client, args=(bench.server.url, bench.folder, params))
    client.start()
    client.join()
    assert client.exitcode == 0


@pytest.mark.parametrize("point", POINTS)
def test_a_killed_client_pays_for_nothing_twice_but_what_was_in_flight(bench: Bench, point: int) -> None:
    """At no more calls than there are workers can it be unclear whether they were paid."""
    chance = random.Random(point)
    params = replace(bench.params, workers=WORKERS, timeout_s=30)
    bench.server.script = lambda number, body: "slow:0.01"
    kill_client(bench, params, chance.randint(1, len(REQUESTS)), chance.uniform(0, 0.05))
    time.sleep(0.05)  # what the server was doing when its client died
    stored = list_stored(bench.folder)
    paid = count_paid(bench)
    in_flight = sorted(text for text in paid if make_key(make_request(text)) not in stored)
    assert len(in_flight) <= WORKERS
    finish_client(bench, params)
    twice = sorted(text for text, times in count_paid(bench).items() if times > 1)
    assert set(twice) <= set(in_flight)
    assert max(count_paid(bench).values()) <= 2
    assert list_stored(bench.folder) == {make_key(request) for request in REQUESTS}
    assert bench.read_totals().calls >= len(REQUESTS)


@pytest.mark.parametrize("point", POINTS[:10])
def test_a_killed_client_hands_in_no_batch_twice(bench: Bench, point: int) -> None:
    """Whenever it dies, also between the server's work and the word of it, each request is in one batch."""
    chance = random.Random(point)
    params = replace(bench.params, batch=True, timeout_s=30)
    bench.server.batch_polls = chance.randint(0, 3)
    bench.server.create_step = chance.choice(["good", "good", "lost"])
    kill_client(bench, params, 1, chance.uniform(0, 0.12))
    finish_client(bench, params)
    assert dict(count_paid(bench)) == {f"note {number}": 1 for number in range(len(REQUESTS))}
    assert list_stored(bench.folder) == {make_key(request) for request in REQUESTS}
    assert bench.read_totals().open == {}
