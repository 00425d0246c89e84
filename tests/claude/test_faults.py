"""Each role under each fault of a server or a model: the local role does the item, or a typed error ends the stage."""

from pathlib import Path
from typing import Any

import pytest
from asking_bench import Bench
from desk import JOBS, open_desk

from florilegium.errors import ModelError
from florilegium.project.metrics import Metrics

ANSWERS = ["fenced", "prosaic", "truncated", "refused", "empty", "no_json", "broken", "wrong_schema", "invented_ids"]
ONCE = ["429", "429:1", "500", "529", "cut", "half", "garbage"]
REFUSED = ["400", "413", "long"]
FATAL = ["401", "402", "404"]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the library of all these tests lies: it is indexed once."""
    return tmp_path_factory.mktemp("shelf")


def finish(desk: Any) -> Metrics:
    metrics = Metrics("rerank")
    desk.asker.finish(metrics)
    return metrics


def count(metrics: Metrics, event: str) -> int:
    return sum(role[event] for role in metrics.roles.values())


@pytest.mark.parametrize("job", JOBS)
def test_good_answers_leave_nothing_to_the_local_role(bench: Bench, shelf: Path, job: str) -> None:
    desk = open_desk(bench, shelf)
    result = JOBS[job](desk)
    metrics = finish(desk)
    assert result
    assert metrics.calls > 0
    assert [count(metrics, event) for event in ("repaired", "refused", "failed", "unknown_ids")] == [0, 0, 0, 0]


@pytest.mark.parametrize("fault", [*ANSWERS, *ONCE, *REFUSED])
@pytest.mark.parametrize("job", JOBS)
def test_a_fault_at_the_first_request_stops_nobody(bench: Bench, shelf: Path, job: str, fault: str) -> None:
    """Every item gets a result of the right kind, whatever the first answer was."""
    good = JOBS[job](open_desk(bench, shelf))
    bench.folder = bench.folder.with_name("other")
    bench.server.script = lambda number, body: fault if number == 0 else "good"
    bench.server._numbers = iter(range(10_000))  # type: ignore[assignment]
    found = JOBS[job](open_desk(bench, shelf))
    assert type(found) is type(good)
    assert len(str(found)) > 2
    if fault in ("fenced", "prosaic", *ONCE):
        assert found == good


@pytest.mark.parametrize("fault", [*ANSWERS[2:], *REFUSED])
@pytest.mark.parametrize("job", JOBS)
def test_a_fault_at_every_request_leaves_all_to_the_local_role(bench: Bench, shelf: Path, job: str, fault: str) -> None:
    bench.server.script = lambda number, body: fault
    desk = open_desk(bench, shelf)
    found = JOBS[job](desk)
    metrics = finish(desk)
    assert len(str(found)) > 2
    assert count(metrics, "replaced") + count(metrics, "unknown_ids") > 0 or _needs_no_ids(job, fault)


def _needs_no_ids(job: str, fault: str) -> bool:
    """An answer without ids of documents is good whatever becomes of ids; tools are called as ever."""
    return fault in ANSWERS and (job == "research" or fault == "invented_ids")


@pytest.mark.parametrize("fault", FATAL)
@pytest.mark.parametrize("job", JOBS)
def test_where_no_call_can_succeed_the_stage_stops(bench: Bench, shelf: Path, job: str, fault: str) -> None:
    """A bad key, no credit and an unknown model are errors with a next step, not a hundred replacements."""
    bench.server.script = lambda number, body: fault
    desk = open_desk(bench, shelf)
    with pytest.raises(ModelError) as caught:
        JOBS[job](desk)
    assert caught.value.hint


@pytest.mark.parametrize("job", JOBS)
def test_a_second_run_asks_nobody_and_gives_the_same(bench: Bench, shelf: Path, job: str) -> None:
    first = JOBS[job](open_desk(bench, shelf))
    paid = len(bench.server.log)
    again = JOBS[job](open_desk(bench, shelf, offline=True))
    assert again == first
    assert len(bench.server.log) == paid
