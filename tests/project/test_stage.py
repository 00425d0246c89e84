"""What all stages share: a line, a hint and an exit code for each kind of failure, metrics for success."""

import errno
import json
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from florilegium import errors
from florilegium.project.artifacts import read_json
from florilegium.project.locks import hold_lock
from florilegium.project.stage import Run, make_log, stage

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the default params and nothing else."""
    (tmp_path / "params.yaml").write_bytes((ROOT / "params.yaml").read_bytes())
    return tmp_path


def make_stage(function: Callable[[Run], None], name: str = "snapshot_sources") -> click.Command:
    def body(run: Run) -> None:
        """Do what the test wants."""
        function(run)

    return stage(name)(body)


def invoke(project: Path, command: click.Command, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, ["--params", str(project / "params.yaml"), *arguments])
    return done.exit_code, done.output


ERRORS = [
    (errors.ParamsError, 2),
    (errors.ArtifactError, 3),
    (errors.SourceUnavailableError, 4),
    (errors.LoginExpiredError, 5),
    (errors.ModelError, 6),
    (errors.BudgetError, 7),
    (errors.BusyError, 8),
    (errors.StorageError, 9),
    (errors.FlorilegiumError, 70),
]


@pytest.mark.parametrize(("kind", "code"), ERRORS, ids=[kind.__name__ for kind, _ in ERRORS])
def test_each_kind_of_failure_has_its_line_its_hint_and_its_code(
    project: Path, kind: type[errors.FlorilegiumError], code: int
) -> None:
    """Tools ended with 0 in spite of failures: every kind has an exit code of its own."""

    def fail(run: Run) -> None:
        raise kind("it went wrong", hint="do this")

    exit_code, output = invoke(project, make_stage(fail))
    assert exit_code == code
    assert output == "snapshot_sources: it went wrong\nhint: do this\n"
    failure = json.loads((project / ".florilegium/failure.json").read_text())
    assert failure == {"stage": "snapshot_sources", "exit_code": code}
    assert not (project / "metrics").exists()


def test_without_a_hint_there_is_one_line(project: Path) -> None:
    def fail(run: Run) -> None:
        raise errors.ModelError("no answer")

    assert invoke(project, make_stage(fail))[1] == "snapshot_sources: no answer\n"


def test_a_fault_of_ours_ends_with_70_and_its_traceback(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def fail(run: Run) -> None:
        raise KeyError("missing")

    exit_code, output = invoke(project, make_stage(fail))
    assert exit_code == 70
    assert "KeyError" in output + capfd.readouterr().err
    assert "this is a fault in florilegium" in output
    assert json.loads((project / ".florilegium/failure.json").read_text())["exit_code"] == 70


def test_an_interrupt_ends_with_130_in_one_line(project: Path) -> None:
    def interrupt(run: Run) -> None:
        raise KeyboardInterrupt

    assert invoke(project, make_stage(interrupt)) == (130, "snapshot_sources: interrupted\n")
    assert json.loads((project / ".florilegium/failure.json").read_text(encoding="utf-8"))["exit_code"] == 130


def test_an_interrupt_while_a_stage_is_imported_shows_no_traceback() -> None:
    # A shell starts background jobs with the signal ignored, and so may whatever runs these tests.
    lines = [
        "import os, signal, sys",
        "signal.signal(signal.SIGINT, signal.default_int_handler)",
        "sys.argv = ['-m']",
        "import stages",
        "os.kill(os.getpid(), signal.SIGINT)",
    ]
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (-2, b"")


def test_an_interrupt_after_the_imports_is_told(project: Path) -> None:
    def interrupt(run: Run) -> None:
        signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        assert invoke(project, make_stage(interrupt)) == (130, "snapshot_sources: interrupted\n")
    finally:
        signal.signal(signal.SIGINT, before)


def test_success_writes_metrics_and_forgets_the_last_failure(project: Path) -> None:
    def fail(run: Run) -> None:
        raise errors.ModelError("no answer")

    def count(run: Run) -> None:
        run.metrics.count("b", 2)
        run.metrics.count("a", 1)
        run.metrics.count("b", 3)

    invoke(project, make_stage(fail))
    assert invoke(project, make_stage(count)) == (0, "")
    assert not (project / ".florilegium/failure.json").exists()
    path = project / "metrics/snapshot_sources.json"
    assert read_json(path, "metrics")["counts"] == {"a": 1, "b": 5}
    before = path.read_bytes()
    invoke(project, make_stage(count))
    assert path.read_bytes() == before, "durations are kept apart, or two runs would differ"
    lines = (project / ".florilegium/timings.jsonl").read_text().splitlines()
    assert [json.loads(line)["stage"] for line in lines] == ["snapshot_sources"] * 2


def make_topic_stage(name: str) -> click.Command:
    @click.option("--topic", required=True)
    @click.option("--round", "number", type=int, default=None)
    def body(run: Run, topic: str, number: int | None) -> None:
        """Look a topic up."""
        run.metrics.count("briefs", int(run.topic(topic).brief.name == "brief.md"))

    return stage(name)(body)


def test_an_unknown_topic_is_an_error_of_the_params(project: Path) -> None:
    exit_code, output = invoke(project, make_topic_stage("dedup"), "--topic", "bread")
    assert exit_code == 2
    assert "$.topics has no 'bread'" in output
    assert "hint: topics there: agent-memory, city-heat" in output
    assert not (project / "topics").exists()


def test_a_topics_metrics_lie_with_the_topic(project: Path) -> None:
    assert invoke(project, make_topic_stage("research"), "--topic", "city-heat", "--round", "1")[0] == 0
    assert read_json(project / "topics/city-heat/work/metrics/research-1.json", "metrics")["counts"] == {"briefs": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        pytest.param(("strict: false", "strict: perhaps"), "$.snapshot_sources.strict", id="another type"),
        pytest.param(("  engine: local", "  engin: local"), "engin", id="unknown key"),
        pytest.param(("topics:", "topics: ["), "this is not YAML", id="no YAML"),
        pytest.param(("name: readwise,", "name: vault,"), "two sources are named vault", id="equal names"),
        pytest.param(("articles:", "articles:\n  - bread"), "not among $.topics", id="article without topic"),
    ],
)
def test_broken_params_stop_the_stage_before_it_begins(project: Path, change: tuple[str, str], message: str) -> None:
    path = project / "params.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(*change), encoding="utf-8")

    def refuse(run: Run) -> None:
        raise AssertionError("the stage began")

    exit_code, output = invoke(project, make_stage(refuse))
    assert exit_code == 2
    assert message in output
    assert str(path) in output


def test_missing_params_are_an_error_with_a_hint(tmp_path: Path) -> None:
    exit_code, output = invoke(tmp_path, make_stage(lambda run: None))
    assert exit_code == 2
    assert "hint: run in the project's folder" in output


def test_a_broken_artifact_gives_file_place_document_and_hint_and_no_output(project: Path) -> None:
    from florilegium.project.artifacts import read_lines, write_json

    broken = project / "library" / "manifest.jsonl"
    broken.parent.mkdir()
    good = {"source": "vault", "key": "a.md", "inputs": [], "documents": [], "rows": []}
    bad = {**good, "key": 3, "path": "Life/Bad.md"}
    broken.write_text(f"{json.dumps(good)}\n{json.dumps(bad)}\n", encoding="utf-8")

    def copy(run: Run) -> None:
        read_lines(run.workspace.library / "manifest.jsonl", "unit")
        write_json(run.workspace.root / "out.json", {}, "row")

    exit_code, output = invoke(project, make_stage(copy))
    assert exit_code == 3
    assert "manifest.jsonl:2 (Life/Bad.md): $.key: 3 is not of type 'string'" in output
    assert f"hint: remove {broken} and run `dvc repro`" in output
    assert not (project / "out.json").exists()
    assert not (project / "metrics").exists()


def test_a_stage_that_finds_its_folder_in_use_ends_with_8(project: Path) -> None:
    with hold_lock(project / ".florilegium/locks/library.lock", what="library"):
        exit_code, output = invoke(project, make_stage(lambda run: None))
    assert exit_code == 8
    assert "library is in use by process" in output
    assert "hint: wait" in output


def test_every_line_of_a_log_is_led_by_what_is_running(capfd: pytest.CaptureFixture[str]) -> None:
    code = "from florilegium.project.stage import make_log; make_log('research 100% 1').info('%d found', 3)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == "research 100% 1: 3 found\n"
    assert make_log("once") is make_log("once")
    assert len(logging.getLogger("florilegium.once").handlers) == 1


@pytest.mark.parametrize(
    ("number", "hint"),
    [
        pytest.param(errno.ENOSPC, "make room", id="disk_full"),
        pytest.param(errno.EACCES, "make it readable and writable", id="no_permission"),
        pytest.param(errno.EROFS, "make it readable and writable", id="read_only"),
        pytest.param(errno.ENAMETOOLONG, "shorten it", id="name_too_long"),
        pytest.param(errno.ENOTDIR, "move it away", id="file_for_a_folder"),
    ],
)
def test_what_the_system_refuses_is_no_fault_of_ours(project: Path, number: int, hint: str) -> None:
    def fail(run: Run) -> None:
        raise OSError(number, os.strerror(number), "library/x")

    code, output = invoke(project, make_stage(fail))
    assert code == 9
    assert output.startswith(f"snapshot_sources: library/x: {os.strerror(number).lower()}\nhint: ")
    assert hint in output
    assert json.loads((project / ".florilegium/failure.json").read_text())["exit_code"] == 9


def test_a_file_in_the_place_of_the_cache_is_told(project: Path) -> None:
    (project / ".florilegium").write_text("x")
    code, output = invoke(project, make_stage(lambda run: None))
    assert code == 9
    assert ".florilegium" in output
    assert "Traceback" not in output


def test_what_a_killed_stage_left_half_written_is_removed(project: Path) -> None:
    root = project / "topics/agent-memory"
    left = [root / ".a.partial", root / "work/.b.partial", root / "work/seeds/texts/.c.partial"]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half", encoding="utf-8")
    (root / "notes.partial").write_text("mine", encoding="utf-8")
    assert invoke(project, make_topic_stage("dedup"), "--topic", "agent-memory")[0] == 0
    assert [path for path in left if path.exists()] == []
    assert (root / "notes.partial").exists()


def test_a_topic_that_leads_elsewhere_writes_no_lock_there(project: Path) -> None:
    (project / ".florilegium").mkdir()
    assert invoke(project, make_topic_stage("dedup"), "--topic", "../../stray")[0] == 2
    assert list(project.glob("stray*")) == []
