"""An engine gives every role, and only known ones do."""

import logging
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from florilegium.engines.gap_analyst import make_gap_analyst
from florilegium.engines.planner import make_planner
from florilegium.engines.reranker import make_reranker
from florilegium.engines.summariser import make_summariser
from florilegium.errors import ParamsError
from florilegium.project.metrics import Metrics
from florilegium.project.params import load_params
from florilegium.project.stage import Run
from florilegium.project.workspace import Workspace

ROOT = Path(__file__).resolve().parent.parent
MAKERS = [make_planner, make_gap_analyst, make_summariser]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    params = load_params(ROOT / "params.yaml")
    return Run("rerank", params, Workspace(tmp_path), logging.getLogger("test"), Metrics("rerank"))


@pytest.mark.parametrize("make", MAKERS)
def test_unknown_engine_is_refused_with_those_there_are(make: Callable[[str, Run], object], run: Run) -> None:
    with pytest.raises(ParamsError, match="there is no engine 'magic'") as caught:
        make("magic", run)
    assert caught.value.hint == "engines there are: local, claude"


@pytest.mark.parametrize("make", MAKERS)
def test_each_engine_gives_the_role(make: Callable[[str, Run], object], run: Run) -> None:
    names = [type(make(engine, run)).__name__ for engine in ("local", "claude")]
    assert names[0].removeprefix("Local") == names[1].removeprefix("Claude")
    run.asker.close()


def test_local_roles_open_no_asker(run: Run) -> None:
    """What asks models, its store and its folder are made where a role first wants them."""
    for make in MAKERS:
        make("local", run)
    assert "asker" not in vars(run)
    assert not run.workspace.responses.exists()


def test_reranker_gets_its_dials(run: Run) -> None:
    params = replace(run.params.rerank, sure=0.1, read=99)
    first = make_reranker(params, run)
    assert first == make_reranker(params, run)
    assert first != make_reranker(replace(params, sure=0.2), run)


def test_a_stage_that_a_model_may_play_depends_on_its_model_and_on_what_is_private() -> None:
    """Another model, or more that is private, means other requests, and so another result."""
    read = {path: yaml.safe_load((ROOT / path).read_text(encoding="utf-8")) for path in ("params.yaml", "dvc.yaml")}
    played = [name for name, block in read["params.yaml"].items() if "engine" in block and isinstance(block, dict)]
    assert len(played) == 5
    for name in played:
        assert {"claude.models", "snapshot_sources.private"} <= set(read["dvc.yaml"]["stages"][name]["params"])


@pytest.mark.slow
@pytest.mark.parametrize("stage", ["collect_queries", "research", "gap_analysis", "rerank", "distill"])
def test_a_local_stage_imports_nothing_that_asks(stage: str) -> None:
    """The start of a stage whose roles are local has not grown."""
    code = f"import sys, stages.{stage}; print([name for name in sys.modules if 'claude' in name or 'asking' in name])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
