"""research writes the findings of a round with their texts."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from libraries import make_note, write_library

from florilegium.drafts import Draft, Highlight
from florilegium.findings import Finding, Round
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.project.artifacts import read_json, write_json
from florilegium.project.records import from_record, to_record
from florilegium.project.workspace import TopicFiles, Workspace

ROOT = Path(__file__).resolve().parents[2]
PARAMS = (ROOT / "params.yaml").read_text(encoding="utf-8")
SENTENCE = "The forgetting budget lets an agent keep two hundred notes and makes it choose."
THEMES = (Theme("t1", "Forgetting", ("forgetting", "retention")), Theme("t2", "Cost", ("price", "tokens")))
QUERIES = (
    Query("r0-q1", "t1", "forgetting budget", "first"),
    Query("r0-q2", "t2", "price of tokens", "first"),
    Query("r0-q3", "t2", "quantum chromodynamics", "first"),
)
DRAFTS = [
    *(make_note(f"Daily {number}", f"Weather, soup and tram number {number}.") for number in range(15)),
    make_note("Forgetting budget", SENTENCE, highlights=(Highlight("two hundred notes"),)),
    make_note("Costs", "The price of tokens fell in April, and the bill with it."),
    Draft("readwise", "1", "Budget", f"{SENTENCE} So says Rehn.", location="library", authorship="other"),
]


def write_state(files: TopicFiles, *, number: int = 0, queries: tuple[Query, ...] = QUERIES, **facts: object) -> None:
    plan = Plan("agent-memory", "Agent memory", "What to keep.", Knobs(**facts), THEMES, (), ())  # type: ignore[arg-type]
    state = Round("agent-memory", number, THEMES, queries, (), (), (), (), "" if queries else "enough")
    write_json(files.plan, to_record(plan), "plan")
    write_json(files.round(number), to_record(state), "round")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with a library, a plan and a first round."""
    root = tmp_path / "project"
    write_library(root / "library", DRAFTS)
    (root / "params.yaml").write_text(PARAMS, encoding="utf-8")
    write_state(Workspace(root).topic("agent-memory"))
    return root


def run(project: Path, number: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stages.research", "--topic", "agent-memory", "--round", str(number)]
    return subprocess.run(
        command,
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def read_tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_findings_and_their_texts_are_written(project: Path) -> None:
    done = run(project)
    assert done.returncode == 0, done.stderr
    folder = Workspace(project).topic("agent-memory").research(0)
    record = read_json(folder / "findings.json", "findings")
    findings = from_record(record["findings"], tuple[Finding, ...])
    assert {item.document.title: [hit.query for hit in item.hits] for item in findings} == {
        "Forgetting budget": ["r0-q1"],
        "Budget": ["r0-q1"],
        "Costs": ["r0-q2"],
    }
    names = sorted(item.document.id for item in findings)
    assert [item.document.id for item in findings] == names
    assert sorted(path.stem for path in (folder / "texts").iterdir()) == names
    assert [path.stem for path in (folder / "highlights").iterdir()] == [
        item.document.id for item in findings if item.document.highlights
    ]
    metrics = read_json(Workspace(project).topic("agent-memory").metrics("research", 0), "metrics")
    assert metrics["counts"] == {"dropped": 0, "findings": 3, "new": 3, "queries": 3}


def test_a_round_without_queries_needs_no_library(project: Path) -> None:
    """Rounds after a stop cost next to nothing."""
    shutil.rmtree(project / "library")
    files = Workspace(project).topic("agent-memory")
    write_state(files, number=2, queries=())
    done = run(project, 2)
    assert done.returncode == 0, done.stderr
    folder = files.research(2)
    assert read_json(folder / "findings.json", "findings")["findings"] == []
    assert (folder / "texts").is_dir()
    assert (folder / "highlights").is_dir()
    assert not (project / ".florilegium" / "index").exists()


def test_the_brief_may_ask_for_fewer_findings(project: Path) -> None:
    files = Workspace(project).topic("agent-memory")
    write_state(files, findings=1)
    assert run(project).returncode == 0
    record = read_json(files.research(0) / "findings.json", "findings")
    assert len(record["findings"]) == 2
    assert [item["reason"] for item in record["dropped"]] == ["r0-q1: beyond the 1 best"]


def test_links_are_walked_where_the_params_say_so(project: Path) -> None:
    """What a link led to is found with the path by which it came; without the param, links are not even read."""
    old = make_note("Old habits", f"A budget. {'The timetable, the soup and the weather came late. ' * 12}Forgetting.")
    library = write_library(project / "library", [*DRAFTS, old])
    ids = {document.title: name for name, document in library.documents.items()}
    links = {
        "id": ids["Forgetting budget"],
        "links": [{"target": "Old habits", "subpath": "", "kind": "embed", "line": 1}],
    }
    files = Workspace(project).topic("agent-memory")

    def find_ways() -> dict[str, list[str]]:
        record = read_json(files.research(0) / "findings.json", "findings")
        findings = from_record(record["findings"], tuple[Finding, ...])
        return {item.document.title: [hit.via for hit in item.hits] for item in findings}

    assert run(project).returncode == 0
    assert "Old habits" not in find_ways()
    (project / "params.yaml").write_text(PARAMS.replace("walk: false", "walk: true"), encoding="utf-8")
    refused = run(project)
    assert refused.returncode == 3
    assert "links.jsonl" in refused.stderr
    (project / "library" / "links.jsonl").write_text(json.dumps(links) + "\n", encoding="utf-8")
    assert run(project).returncode == 0
    assert find_ways()["Old habits"] == [f"link: {ids['Forgetting budget']}"]


@pytest.mark.slow
def test_same_inputs_same_bytes(project: Path, tmp_path: Path) -> None:
    """Neither workers, hash seed, locale, place nor the age of the index show."""
    folder = Path("topics/agent-memory/work/research-0")
    assert run(project, PYTHONHASHSEED="0").returncode == 0
    expected = read_tree(project / folder)
    other = tmp_path / "ändere Stelle"
    shutil.copytree(project, other, ignore=shutil.ignore_patterns(".florilegium"))
    (other / "params.yaml").write_text(PARAMS.replace("workers: 4", "workers: 1"), encoding="utf-8")
    assert run(other, PYTHONHASHSEED="77", LC_ALL="C").returncode == 0
    assert read_tree(other / folder) == expected
    assert str(tmp_path).encode() not in b"".join(expected.values())
    # An index that has seen other notes come and go answers alike.
    write_library(project / "library", [*DRAFTS, make_note("Passing", SENTENCE)])
    assert run(project).returncode == 0
    assert read_tree(project / folder) != expected
    write_library(project / "library", DRAFTS)
    assert run(project).returncode == 0
    assert read_tree(project / folder) == expected


def test_a_broken_round_is_named(project: Path) -> None:
    files = Workspace(project).topic("agent-memory")
    record = json.loads(files.round(0).read_text(encoding="utf-8"))
    record["queries"][0].pop("text")
    files.round(0).write_text(json.dumps(record), encoding="utf-8")
    done = run(project)
    assert done.returncode == 3
    assert "round-0.json" in done.stderr
    assert not files.research(0).exists()
