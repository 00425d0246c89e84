"""`florilegium responses` as a person calls it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from florilegium.asking.askers import Failure
from florilegium.asking.ledger import Call, Cost, Ledger
from florilegium.asking.replies import Reply, TextBlock, Usage
from florilegium.asking.store import Entry, ResponseStore
from florilegium.cli import main

PARAMS = Path(__file__).resolve().parents[2] / "params.yaml"
HAIKU = "claude-haiku-5-5"


def make_entry(number: int, role: str = "reranker", model: str = HAIKU, *, batch: bool = False) -> Entry:
    reply = Reply((TextBlock("yes"),), "end_turn", Usage(60_000, 1000), model)
    return Entry(f"{number:064x}", role, model, batch, reply)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in which some questions were asked."""
    (tmp_path / "params.yaml").write_bytes(PARAMS.read_bytes())
    store = ResponseStore(tmp_path / "responses")
    store.put_all([make_entry(1), make_entry(2), make_entry(3, "distiller", "my-own", batch=True)])
    store.put(Entry(f"{4:064x}", "reranker", HAIKU, False, Failure("too large: 413", is_too_large=True)))
    store.mark_used("rerank a", [make_entry(1).key])
    store.close()
    ledger = Ledger(tmp_path / "responses" / "ledger.jsonl")
    names = ledger.reserve([Call("k", "rerank a", "reranker", HAIKU, Cost(0.5, 900))] * 2)
    ledger.settle(names[0], Cost(0.0125, 61_000))
    return tmp_path


def call(project: Path, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["responses", *arguments, "--params", str(project / "params.yaml")])
    return done.exit_code, done.output


def test_stats_show_answers_and_what_was_paid(project: Path) -> None:
    """Two answers of 60,000 tokens are priced as two small prompts; a model without a price has a question mark."""
    code, output = call(project, "stats")
    assert code == 0
    assert [line.split() for line in output.splitlines()[:3]] == [
        ["role", "model", "batch", "answers", "failed", "sent", "answered", "read", "written", "usd", "KB"],
        ["distiller", "my-own", "yes", "1", "0", "60000", "1000", "0", "0", "?", "0"],
        ["reranker", HAIKU, "no", "2", "1", "120000", "2000", "0", "0", "0.0130", "0"],
    ]
    assert output.splitlines()[4:] == [
        "3 of 4 entries were not used by the last run of any stage",
        "paid: $0.0125 for 1 calls, 61000 tokens",
        "held: up to $0.5000 for 1 calls in flight, cut off or killed",
    ]


def test_what_is_exported_can_be_imported_elsewhere(project: Path, tmp_path: Path) -> None:
    """Another project gets the same entries, and its own export has the same bytes."""
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert call(project, "export", str(first)) == (0, f"4 entries written to {first}\n")
    other = tmp_path / "other"
    other.mkdir()
    (other / "params.yaml").write_bytes(PARAMS.read_bytes())
    assert call(other, "import", str(first)) == (0, "4 entries read, 4 of them new\n")
    assert call(other, "import", str(first)) == (0, "4 entries read, 0 of them new\n")
    call(other, "export", str(second))
    assert first.read_bytes() == second.read_bytes()


def test_only_what_was_used_can_be_exported(project: Path, tmp_path: Path) -> None:
    """So that examples in a repository hold no more than they need."""
    call(project, "export", str(tmp_path / "used.jsonl"), "--used")
    (line,) = (tmp_path / "used.jsonl").read_text().splitlines()
    assert json.loads(line)["key"] == make_entry(1).key


def test_a_file_that_does_not_fit_is_told_with_its_line(project: Path, tmp_path: Path) -> None:
    """Nothing of it is stored."""
    call(project, "export", str(tmp_path / "all.jsonl"))
    text = (tmp_path / "all.jsonl").read_text().replace('"batch": false', '"batch": "no"', 1)
    (tmp_path / "all.jsonl").write_text(text)
    code, output = call(project, "import", str(tmp_path / "all.jsonl"))
    assert code == 3
    assert "all.jsonl:1" in output
    assert "remove" not in output


@pytest.mark.parametrize(
    ("options", "number"),
    [
        pytest.param(["--unused"], 3, id="unused"),
        pytest.param(["--failed"], 1, id="failed"),
        pytest.param(["--model", "my-own", "--model", "other"], 1, id="model"),
        pytest.param(["--failed", "--model", "my-own"], 2, id="either"),
    ],
)
def test_what_is_named_is_pruned(project: Path, options: list[str], number: int) -> None:
    """A dry run says the same number and removes nothing."""
    assert call(project, "prune", "--dry-run", *options) == (0, f"{number} entries would be removed\n")
    assert call(project, "prune", *options) == (0, f"{number} entries removed\n")
    assert call(project, "prune", *options) == (0, "0 entries removed\n")


def test_pruning_asks_what(project: Path) -> None:
    """Without a word of what to remove, nothing is."""
    code, output = call(project, "prune")
    assert code == 2
    assert "give --unused, --failed or --model" in output


def test_where_nothing_was_asked_nothing_is_made(tmp_path: Path) -> None:
    """A wrong folder is told; no store appears in it."""
    (tmp_path / "params.yaml").write_bytes(PARAMS.read_bytes())
    code, output = call(tmp_path, "stats")
    assert code == 2
    assert "no answers are stored here" in output
    assert not (tmp_path / "responses").exists()
