"""How a stage comes to its asker, and what it leaves behind."""

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from asking_bench import Bench, make_request
from click.testing import CliRunner

from florilegium.asking.opening import apply_environment
from florilegium.asking.store import ResponseStore
from florilegium.errors import ParamsError
from florilegium.project.params import load_params
from florilegium.project.stage import Run, stage

PARAMS = Path(__file__).resolve().parents[2] / "params.yaml"


@pytest.fixture
def project(tmp_path: Path, bench: Bench) -> Path:
    """A project with the default params, whose models are played by the bench's server."""
    (tmp_path / "params.yaml").write_bytes(PARAMS.read_bytes())
    return tmp_path


def run_stage(project: Path, function: Callable[[Run], None]) -> tuple[int, str]:
    def body(run: Run) -> None:
        """Do what the test wants."""
        function(run)

    command: click.Command = stage("snapshot_sources")(body)
    done = CliRunner().invoke(command, ["--params", str(project / "params.yaml")])
    return done.exit_code, done.output


def ask(run: Run) -> None:
    run.asker.ask(make_request())


def test_a_stage_that_asks_has_it_in_its_metrics(project: Path) -> None:
    """And its uses are remembered, so that pruning leaves them."""

    assert run_stage(project, ask) == (0, "")
    metrics = json.loads((project / "metrics" / "snapshot_sources.json").read_text())
    assert metrics["calls"] == 1
    assert metrics["roles"]["reranker"]["models"]["claude-haiku-5-5"]["calls"] == 1
    store = ResponseStore(project / "responses")
    assert (len(store.list_measures()), store.count_unused()) == (1, 0)
    store.close()


def test_a_stage_that_asks_nobody_leaves_nothing(project: Path) -> None:
    """Local roles make no folder and pay nothing."""
    assert run_stage(project, lambda run: None) == (0, "")
    metrics = json.loads((project / "metrics" / "snapshot_sources.json").read_text())
    assert (metrics["calls"], metrics["roles"]) == (0, {})
    assert not (project / "responses").exists()


def test_a_spent_budget_ends_a_stage_with_its_own_code(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the next step in the hint."""
    monkeypatch.setenv("FLORILEGIUM_BUDGET_USD", "0.00001")

    code, output = run_stage(project, ask)
    assert code == 7
    assert "snapshot_sources: the budget of $0.0000 is spent" in output
    assert "hint: raise claude.budget_usd" in output


def test_a_stage_that_fails_after_asking_keeps_the_answers(project: Path, bench: Bench) -> None:
    """The next run goes on there, and pays for nothing twice."""

    def fail(run: Run) -> None:
        run.asker.ask(make_request())
        raise OSError(28, "No space left on device")

    assert run_stage(project, fail)[0] == 9
    assert run_stage(project, ask)[0] == 0
    assert len(bench.server.paid) == 1


@pytest.mark.parametrize("usd", ["abc", "nan", "inf", "-1"])
def test_a_budget_that_is_no_number_is_named(usd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable set by hand to something odd is an error with its name, not a fault of ours."""
    monkeypatch.setenv("FLORILEGIUM_BUDGET_USD", usd)
    with pytest.raises(ParamsError, match="FLORILEGIUM_BUDGET_USD is"):
        apply_environment(load_params(PARAMS).claude)
