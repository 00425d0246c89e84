"""gap_analysis says what is covered and asks on, without ever opening a text."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from florilegium.drafts import Draft, make_document
from florilegium.findings import Finding, Hit
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.project.artifacts import read_json, write_json, write_text
from florilegium.project.records import to_record
from florilegium.project.workspace import TopicFiles, Workspace
from florilegium.rounds import start_research
from florilegium.texts import TextStore

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "agent-memory"
THEMES = (
    Theme("t1", "retire a note", ("retire notes", "forgetting budget", "cold folder")),
    Theme("t2", "index files", ("index line", "table of contents")),
)


def make_finding(title: str, *terms: str) -> Finding:
    draft = Draft("obsidian", f"Ideas/{title}.md", title, f"{title}.")
    document = make_document(draft, source="vault", text=draft.text, highlights="")
    key = hashlib.sha256(title.encode()).hexdigest()
    return Finding(document, (Hit("r0-q1", "t1", 1, "search", "terms"),), terms, key, ())


@pytest.fixture
def files(tmp_path: Path) -> TopicFiles:
    """A project after round 0 of research, whose library has no text at all."""
    workspace = Workspace(tmp_path)
    write_text(workspace.params, (ROOT / "params.yaml").read_text(encoding="utf-8"))
    files = workspace.topic(TOPIC)
    plan = Plan(TOPIC, "Agent memory", "What an agent forgets.", Knobs(queries=3), THEMES, (), ())
    start = start_research(plan, [Query("r0-q1", "t1", "retire notes forgetting", "first")])
    write_json(files.plan, to_record(plan), "plan")
    write_json(files.round(0), to_record(start), "round")
    write_findings(files, 0, [make_finding("A forgetting budget", "retire"), make_finding("Cold folder", "retire")])
    return files


def write_findings(files: TopicFiles, number: int, findings: list[Finding]) -> None:
    record = {"topic": TOPIC, "round": number, "findings": to_record(tuple(findings)), "dropped": []}
    write_json(files.research(number) / "findings.json", record, "findings")


def run_stage(files: TopicFiles, number: int) -> dict[str, Any]:
    params = files.root.parent.parent / "params.yaml"
    command = [sys.executable, "-m", "stages.gap_analysis", "--topic", TOPIC, "--round", str(number)]
    done = subprocess.run(
        [*command, "--params", str(params)], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    return read_json(files.round(number + 1), "round")


def test_next_round_is_written_with_all_text_deleted(files: TopicFiles) -> None:
    """The orchestrator never loads source text: there is no library and no text store here."""
    TextStore(files.research(0)).write("gone-00000000", text="Text.", highlights="")
    shutil.rmtree(files.research(0) / "texts")
    following = run_stage(files, 0)
    assert [(item["theme"], item["state"]) for item in following["coverage"]] == [("t1", "thin"), ("t2", "missing")]
    assert [query["id"] for query in following["queries"]] == ["r1-q1", "r1-q2", "r1-q3"]
    assert following["new"] == [2]
    counts = json.loads(files.metrics("gap_analysis", 0).read_text(encoding="utf-8"))["counts"]
    assert counts == {"covered": 0, "emergent": 0, "missing": 1, "new": 2, "queries": 3, "thin": 1}


def test_rounds_of_the_params_end_the_research_and_later_rounds_carry_on(files: TopicFiles) -> None:
    run_stage(files, 0)
    write_findings(files, 1, [make_finding("Index line", "table", "contents")])
    second = run_stage(files, 1)
    assert (second["stopped"], second["queries"], second["new"]) == ("stopped: 2 rounds were asked for", [], [2, 1])
    write_findings(files, 2, [])
    third = run_stage(files, 2)
    assert third == {**second, "number": 3}


def test_a_round_without_anything_new_stops(files: TopicFiles) -> None:
    write_findings(files, 0, [])
    assert run_stage(files, 0)["stopped"] == "stopped: round 0 added nothing new"


def test_same_findings_same_bytes(files: TopicFiles) -> None:
    run_stage(files, 0)
    first = files.round(1).read_bytes()
    run_stage(files, 0)
    assert files.round(1).read_bytes() == first
