"""build_index lays the whole memory from the files of the earlier stages."""

import dataclasses
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from florilegium.candidates import Candidate, Duplicate, Ranked
from florilegium.documents import hash_text
from florilegium.drafts import Draft, Highlight, make_document, render_highlights
from florilegium.findings import Hit, Round
from florilegium.memory.folder import load_memory
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.project.artifacts import write_json
from florilegium.project.records import to_record
from florilegium.project.workspace import Workspace
from florilegium.texts import TextStore

ROOT = Path(__file__).resolve().parents[2]
VETOED = [{"id": "lids-0a1b2c3d", "title": "Lids", "reason": "an advertisement"}]
PARAMS = (ROOT / "params.yaml").read_text(encoding="utf-8")


def make_ranked(files: Path, title: str, score: float, *, seed: bool = False, marked: bool = False) -> Ranked:
    highlights = (Highlight(f"A line of {title}", note="so it is"),) if marked else ()
    draft = Draft("obsidian", f"Notes/{title}.md", title, f"# {title}\n\nText.\n", highlights=highlights)
    text = render_highlights(draft)
    document = make_document(draft, source="vault", text=draft.text, highlights=text)
    TextStore(files).write(document.id, text=draft.text, highlights=text)
    hits = () if seed else (Hit("r0-q1", "t1", 1, "search", "why"),)
    candidate = Candidate(document, seed, hits, (), ())
    return Ranked(candidate, score, "seed" if seed else "metadata", ("t1",), "because")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with all that build_index reads: a seed, four ranked sources, one of them with a duplicate."""
    (tmp_path / "params.yaml").write_text(PARAMS, encoding="utf-8")
    files = Workspace(tmp_path).topic("agent-memory")
    themes = (Theme("t1", "Forgetting", ("forget",)), Theme("t2", "Cost", ("price",)))
    query = Query("r0-q1", "t1", "how agents forget", "first")
    plan = Plan("agent-memory", "Agent memory", "What to keep.", Knobs(limit=2), themes, (), ())
    last = Round("agent-memory", 3, themes, (), (query,), (), (), (1,), "enough")
    copy = make_ranked(files.research(1), "Copy", 0.1, marked=True).candidate.document
    best = make_ranked(files.research(0), "Best", 0.9)
    duplicate = Duplicate(copy, "same_content", 1.0)
    best = dataclasses.replace(best, candidate=dataclasses.replace(best.candidate, also_in=(duplicate,)))
    ranked = [
        make_ranked(files.research(2), "Weak", 0.05),
        make_ranked(files.research(0), "Third", 0.5),
        make_ranked(files.research(1), "Second", 0.6, marked=True),
        best,
        make_ranked(files.seeds, "Seed", 1.0, seed=True),
    ]
    write_json(files.plan, to_record(plan), "plan")
    write_json(files.round(3), to_record(last), "round")
    write_json(files.ranking, {"topic": "agent-memory", "ranked": to_record(ranked), "vetoed": VETOED}, "ranking")
    return tmp_path


def run_stage(project: Path, topic: str = "agent-memory") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stages.build_index", "--topic", topic, "--params", str(project / "params.yaml")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def list_files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_the_memory_is_whole(project: Path) -> None:
    done = run_stage(project)
    assert done.returncode == 0, done.stderr
    files = Workspace(project).topic("agent-memory")
    memory = load_memory(files.memory)
    entries = memory.index.entries
    assert [entry.title for entry in entries] == ["Seed", "Best", "Second"]
    assert memory.index.left_out == 2
    assert [entry.found_by for entry in entries] == [(), ("how agents forget",), ("how agents forget",)]
    assert memory.index.coverage[0].state == "covered"
    assert "> A line of Copy" in memory.read_highlights(entries[1])
    assert all(hash_text(memory.read_full(entry)) == entry.sha256 for entry in entries)
    named = {uri for entry in entries for uri in (entry.uri_full, entry.uri_highlights) if uri}
    assert set(list_files(files.memory)) == {"index.yaml", "index.md", "index.html", "README.md", *named}
    counts = json.loads(files.metrics("build_index").read_text(encoding="utf-8"))["counts"]
    assert counts == {
        "below_minimum": 1,
        "beyond_limit": 1,
        "pinned": 0,
        "seeds": 1,
        "sources": 3,
        "vetoed": 1,
        "with_highlights": 2,
    }


def test_a_second_run_and_a_moved_project_give_the_same_bytes(project: Path, tmp_path: Path) -> None:
    run_stage(project)
    first = list_files(project / "topics" / "agent-memory" / "memory")
    run_stage(project)
    assert list_files(project / "topics" / "agent-memory" / "memory") == first
    moved = tmp_path / "another place"
    shutil.copytree(project / "topics", moved / "topics")
    shutil.rmtree(moved / "topics" / "agent-memory" / "memory")
    (moved / "params.yaml").write_text(PARAMS, encoding="utf-8")
    assert run_stage(moved).returncode == 0
    assert list_files(moved / "topics" / "agent-memory" / "memory") == first


def test_a_lost_text_ends_with_its_own_exit_code_and_leaves_the_old_memory(project: Path) -> None:
    run_stage(project)
    memory = project / "topics" / "agent-memory" / "memory"
    first = list_files(memory)
    shutil.rmtree(project / "topics" / "agent-memory" / "work" / "research-0")
    done = run_stage(project)
    assert done.returncode == 3
    assert "no stage stored its text" in done.stderr
    assert list_files(memory) == first


def test_an_unknown_topic_is_misuse(project: Path) -> None:
    assert run_stage(project, "nothing").returncode == 2
