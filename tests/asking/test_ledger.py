"""The ledger: what is reserved counts until its end is known, and no line is lost or counted twice."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from florilegium.asking.ledger import Call, Cost, Ledger, Limits
from florilegium.errors import ArtifactError, BudgetError

CALL = Call("ab" * 32, "rerank a", "reranker", "m", Cost(0.25, 1000))


def read_events(path: Path) -> list[str]:
    return [json.loads(line)["event"] for line in path.read_text().splitlines()]


def test_a_call_is_reserved_and_settled(tmp_path: Path) -> None:
    """Between the two, its worst counts; after, what it cost."""
    ledger = Ledger(tmp_path / "ledger.jsonl")
    (name,) = ledger.reserve([CALL])
    assert ledger.read_totals().reserved == CALL.worst
    ledger.settle(name, Cost(0.1, 300))
    totals = Ledger(tmp_path / "ledger.jsonl").read_totals()
    assert (totals.spent, totals.reserved, totals.calls) == (Cost(0.1, 300), Cost(), 1)
    assert read_events(tmp_path / "ledger.jsonl") == ["reserve", "settle"]


def test_what_was_not_paid_is_released(tmp_path: Path) -> None:
    """A refused call leaves nothing behind."""
    ledger = Ledger(tmp_path / "ledger.jsonl", Limits(usd=0.3))
    for _ in range(5):
        ledger.release(ledger.reserve([CALL]))
    assert ledger.read_totals().spent == Cost()


def test_a_settled_call_is_not_settled_again(tmp_path: Path) -> None:
    """Results of a batch may be read twice after a kill."""
    ledger = Ledger(tmp_path / "ledger.jsonl")
    names = ledger.reserve([CALL])
    for _ in range(2):
        ledger.settle_all(dict.fromkeys(names, Cost(0.1, 300)))
    assert ledger.read_totals().spent == Cost(0.1, 300)


@pytest.mark.parametrize(
    "limits", [pytest.param(Limits(usd=0.7), id="dollars"), pytest.param(Limits(tokens=2500), id="tokens")]
)
def test_no_call_is_reserved_beyond_the_budget(tmp_path: Path, limits: Limits) -> None:
    """Reserves of calls in flight count as spent; as many as fit are given, and none is an error."""
    ledger = Ledger(tmp_path / "ledger.jsonl", limits)
    assert len(ledger.reserve([CALL] * 5)) == 2
    with pytest.raises(BudgetError, match="2 calls without an end"):
        ledger.reserve([CALL])
    assert ledger.read_totals().reserved == Cost(0.5, 2000)


def test_a_budget_that_fits_exactly_fits(tmp_path: Path) -> None:
    """Three tenths of a dollar are three times a tenth, whatever binary fractions say."""
    ledger = Ledger(tmp_path / "ledger.jsonl", Limits(usd=0.3))
    for _ in range(3):
        ledger.settle(ledger.reserve([Call("a", "s", "r", "m", Cost(0.1, 1))])[0], Cost(0.1, 1))
    with pytest.raises(BudgetError):
        ledger.reserve([Call("a", "s", "r", "m", Cost(0.1, 1))])


def test_nothing_written_is_nothing_spent(tmp_path: Path) -> None:
    """Looking at the totals of a project without a ledger makes none."""
    assert Ledger(tmp_path / "ledger.jsonl").read_totals().spent == Cost()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("cut", range(1, 200, 13))
def test_a_line_cut_off_at_any_byte_is_passed_over(tmp_path: Path, cut: int) -> None:
    """Its call was never made, since the line is written before; what comes after it is read."""
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path)
    ledger.settle(ledger.reserve([CALL])[0], Cost(0.1, 300))
    whole = path.read_bytes()
    Ledger(path).reserve([CALL])
    torn = path.read_bytes()[: len(whole) + cut]
    path.write_bytes(torn)
    after = Ledger(path)
    assert after.read_totals().spent == Cost(0.1, 300)
    after.settle(after.reserve([CALL])[0], Cost(0.2, 1))
    totals = Ledger(path).read_totals()
    assert totals.spent == Cost(pytest.approx(0.3), 301)  # type: ignore[arg-type]
    assert totals.open == {}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(b"\xff\xfe", id="bytes"),
        pytest.param(b"\0" * 64, id="zeros"),
        pytest.param(b"[" * 100_000, id="deeper_than_a_parser_goes"),
        pytest.param(b"null", id="no_record"),
        pytest.param(b"{}", id="no_event"),
        pytest.param(b'{"event": "refund", "id": "1"}', id="unknown_event"),
        pytest.param(b'{"event": "settle", "id": "1", "usd": null, "tokens": 9}', id="no_amount"),
        pytest.param(b'{"event": "settle", "id": "1", "usd": -50, "tokens": 9}', id="less_than_nothing"),
        pytest.param(b'{"event": "settle", "id": "1", "usd": 1e999, "tokens": 9}', id="more_than_a_number_holds"),
        pytest.param(
            b'{"event": "reserve", "id": "2", "key": "k", "batch": false, "usd": "1", "tokens": 9}', id="words"
        ),
        pytest.param(b'{"event": "reserve", "id": [2], "key": "k", "batch": false, "usd": 1, "tokens": 9}', id="list"),
    ],
)
def test_a_line_that_is_none_of_ours_changes_no_sum(tmp_path: Path, line: bytes) -> None:
    """A call in flight stays counted, and what was paid does not shrink, whatever else stands in the file."""
    path = tmp_path / "ledger.jsonl"
    Ledger(path).reserve([CALL])
    path.write_bytes(path.read_bytes() + line + b"\n")
    ledger = Ledger(path)
    totals = ledger.read_totals()
    assert (totals.spent, totals.reserved, totals.calls) == (Cost(), CALL.worst, 0)
    ledger.settle(ledger.reserve([CALL])[0], Cost(0.2, 1))
    assert Ledger(path).read_totals().spent == Cost(0.2, 1)


def test_looking_at_the_totals_writes_nothing(tmp_path: Path) -> None:
    """A folder of answers may be read-only where nobody is asked, and a line half written stays as it is."""
    path = tmp_path / "ledger.jsonl"
    Ledger(path).reserve([CALL])
    path.with_suffix(".lock").unlink(missing_ok=True)
    path.write_bytes(path.read_bytes() + b'{"event": "sett')
    before = path.read_bytes()
    assert Ledger(path).read_totals().reserved == CALL.worst
    assert [item.name for item in tmp_path.iterdir()] == ["ledger.jsonl"]
    assert path.read_bytes() == before


def test_two_ledgers_on_one_file_see_each_other(tmp_path: Path) -> None:
    """The budget holds for all processes together."""
    path = tmp_path / "ledger.jsonl"
    first, second = Ledger(path, Limits(usd=0.5)), Ledger(path, Limits(usd=0.5))
    (name,) = first.reserve([CALL])
    second.reserve([CALL])
    with pytest.raises(BudgetError):
        first.reserve([CALL])
    second.settle(name, Cost())
    assert len(first.reserve([CALL])) == 1


def test_threads_never_pass_the_budget(tmp_path: Path) -> None:
    """Eight threads reserve and settle; never more than the budget is out."""
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path, Limits(usd=2.0))

    def work(_: int) -> int:
        try:
            (name,) = ledger.reserve([CALL])
        except BudgetError:
            return 0
        ledger.settle(name, Cost(0.2, 10))
        return 1

    with ThreadPoolExecutor(8) as executor:
        made = sum(executor.map(work, range(100)))
    totals = Ledger(path).read_totals()
    assert totals.calls == made
    assert made >= 8
    assert totals.spent.usd <= 2.0


WORKER = """
import sys
from pathlib import Path
from florilegium.asking.ledger import Call, Cost, Ledger, Limits
ledger = Ledger(Path(sys.argv[1]), Limits(tokens=100))
for _ in range(60):
    try:
        ledger.settle(ledger.reserve([Call("k", "s", "r", "m", Cost(0.0, 1))])[0], Cost(0.0, 1))
    except Exception as error:
        print(type(error).__name__)
        break
"""


@pytest.mark.slow
def test_processes_never_pass_the_budget(tmp_path: Path) -> None:
    """Three processes that want 180 calls make the 100 that the budget holds, and all lines are whole."""
    path = tmp_path / "ledger.jsonl"
    command = [sys.executable, "-c", WORKER, str(path)]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [worker.communicate()[0] for worker in workers]
    assert Ledger(path).read_totals().spent == Cost(0.0, 100)
    assert sorted(read_events(path)) == ["reserve"] * 100 + ["settle"] * 100
    assert "BudgetError\n" in said


def test_a_ledger_that_shrinks_is_told(tmp_path: Path) -> None:
    """Somebody who edits it in the middle of a run would make the budget wrong."""
    path = tmp_path / "ledger.jsonl"
    ledger = Ledger(path)
    ledger.reserve([CALL])
    os.truncate(path, 3)
    with pytest.raises(ArtifactError, match="became shorter"):
        ledger.reserve([CALL])


def test_open_batched_calls_are_found_by_key(tmp_path: Path) -> None:
    """After a kill, the reserves of a batch are found again without their ids."""
    ledger = Ledger(tmp_path / "ledger.jsonl")
    ledger.reserve([Call("k1", "s", "r", "m", Cost(0.1, 1))])
    (name,) = ledger.reserve([Call("k1", "s", "r", "m", Cost(0.1, 1), batch=True)])
    assert Ledger(tmp_path / "ledger.jsonl").find_batched(["k1", "k2"]) == {"k1": name}
