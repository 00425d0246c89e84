"""The run command around DVC: what it counts, and how it ends when it is interrupted."""

import json
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from florilegium.choices.choices import Choice, Choices, store_choices
from florilegium.commands import run as command
from florilegium.drafts import Draft, make_document
from florilegium.errors import ParamsError
from florilegium.project.artifacts import write_json, write_lines
from florilegium.project.records import to_record
from florilegium.project.workspace import Workspace

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

SPOKEN = """Running stage 'a':
> python -m stages.a
Stage 'b@x' is cached - skipping run, checking out outputs
Stage 'c@x' didn't change, skipping
Stage 'd@x' didn't change, skipping
"""


@pytest.mark.parametrize(
    ("spoken", "told"),
    [
        pytest.param(SPOKEN, "run: stages run: 1, up to date: 2, made before: 1\n", id="some_from_the_cache"),
        pytest.param("", "run: stages run: 0, up to date: 0\n", id="nothing_said"),
    ],
)
def test_each_stage_is_counted_once(spoken: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command._reproduce([sys.executable, "-c", f"print({spoken!r}, end='')"], tmp_path) == 0
    assert capsys.readouterr().err == told


def test_an_interrupt_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run_pipeline", interrupt)
    done = CliRunner().invoke(command.run, [])
    assert done.exit_code == 130
    assert done.output == "run: interrupted; what was finished is kept, the next run goes on there\n"


@pytest.mark.parametrize(
    ("record", "told"),
    [
        pytest.param({"write": {"library": {"pid": os.getpid(), "cmd": "dvc repro"}}, "read": {}}, True, id="writer"),
        pytest.param({"write": {}, "read": {"x": [{"pid": os.getpid(), "cmd": "dvc repro"}]}}, True, id="reader"),
        pytest.param({"write": {"library": {"pid": 2**22 + 5, "cmd": "dvc repro"}}, "read": {}}, False, id="dead"),
        pytest.param({"write": [1], "read": 3}, False, id="another_form"),
        pytest.param({}, False, id="free"),
    ],
)
def test_a_living_holder_of_dvcs_lock_is_named(record: object, told: bool, tmp_path: Path) -> None:
    """`dvc repro` by hand during a run ended it as if the fault were ours."""
    path = tmp_path / "rwlock"
    path.write_text(json.dumps(record), encoding="utf-8")
    expected = f"process {os.getpid()}, which runs DVC by itself" if told else ""
    assert command._find_holder(path) == expected
    assert command._find_holder(tmp_path / "none") == ""


def test_without_git_a_sentence_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dvc.yaml").write_text("stages: {}\n", encoding="utf-8")
    (tmp_path / ".dvc").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ParamsError, match="git is not on PATH"):
        command._check_project(tmp_path)


def test_a_failure_before_any_stage_counts_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """DVC's own lock was held, and "stages run: -1" was said."""
    assert command._reproduce([sys.executable, "-c", "raise SystemExit(255)"], tmp_path) == 255
    assert capsys.readouterr().err == "run: stages run: 0, up to date: 0\n"


def test_a_choice_of_nothing_is_told_on_every_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also where no stage had anything to do; what the library or the brief has is no such choice."""
    workspace = Workspace(tmp_path)
    plan = json.loads((EXAMPLES / "plan" / "valid" / "seeds_found_and_not.json").read_text(encoding="utf-8"))
    write_json(workspace.topic("tea").plan, plan, "plan")
    document = make_document(Draft("obsidian", "Cups.md", "Cups", "x"), source="vault", text="x", highlights="")
    write_lines(workspace.library / "catalog.jsonl", [to_record(document)], "document")
    known = (Choice(document.id, "good"), Choice(plan["documents"][0]["id"], "named"))
    lost = Choice("lost-0a1b2c3d", "typo")
    store_choices({"tea": Choices((*known, lost), (replace(lost, id="gone-0a1b2c3d"),))}, workspace.library / "choices")
    command._show_unknown(workspace, "tea")
    assert capsys.readouterr().out.splitlines() == [
        "  PIN OF NOTHING: lost-0a1b2c3d is no source of the library (typo)",
        "  VETO OF NOTHING: gone-0a1b2c3d is no source of the library (typo)",
    ]
