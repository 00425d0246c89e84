"""collect_queries turns a brief into a plan, the first round and the seeds' texts."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from florilegium.choices.pins import load_pins
from florilegium.drafts import Draft, make_document
from florilegium.project.artifacts import read_json, write_text
from florilegium.project.records import to_record
from florilegium.project.workspace import TopicFiles, Workspace
from florilegium.texts import TextStore

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "agent-memory"
BRIEF = """---
queries: 3
---
# What an assistant keeps

An agent should remember over months. See [[Pots]], [[Nothing]] and notes.txt below.

- notes.txt

## Questions
- How do you retire a note?
- What does an index line cost?
- Who may write memory?
- Does a folder stop working?
"""


@pytest.fixture
def files(tmp_path: Path) -> TopicFiles:
    """A project whose library holds one note."""
    workspace = Workspace(tmp_path)
    write_text(workspace.params, (ROOT / "params.yaml").read_text(encoding="utf-8"))
    draft = Draft("obsidian", "Ideas/Pots.md", "Pots", "# Pots\n\nA pot keeps tea warm for an hour.\n")
    document = make_document(draft, source="vault", text=draft.text, highlights="> marked\n")
    TextStore(workspace.library).write(document.id, text=draft.text, highlights="> marked\n")
    write_text(workspace.choices(TOPIC), "{}\n")
    write_text(workspace.library / "catalog.jsonl", json.dumps(to_record(document)) + "\n")
    files = workspace.topic(TOPIC)
    write_text(files.brief, BRIEF)
    write_text(files.root / "notes.txt", "Nine questions\n\n1. Which key?\n")
    return files


def run_stage(files: TopicFiles) -> subprocess.CompletedProcess[str]:
    params = files.root.parent.parent / "params.yaml"
    command = [sys.executable, "-m", "stages.collect_queries", "--topic", TOPIC, "--params", str(params)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def hash_outputs(files: TopicFiles) -> dict[str, str]:
    work = files.root / "work"
    paths = [path for path in sorted(work.rglob("*")) if path.is_file()]
    return {path.relative_to(work).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def test_plan_round_and_seeds_are_written(files: TopicFiles) -> None:
    done = run_stage(files)
    assert done.returncode == 0, done.stderr
    plan = read_json(files.plan, "plan")
    assert [theme["name"] for theme in plan["themes"]] == [
        "How do you retire a note?",
        "What does an index line cost?",
        "Who may write memory?",
        "Does a folder stop working?",
    ]
    assert [(seed["reference"], bool(seed["problem"])) for seed in plan["seeds"]] == [
        ("Pots", False),
        ("Nothing", True),
        ("notes.txt", False),
    ]
    start = read_json(files.round(0), "round")
    assert [query["id"] for query in start["queries"]] == ["r0-q1", "r0-q2", "r0-q3"]
    store = TextStore(files.seeds)
    ids = [document["id"] for document in plan["documents"]]
    assert [store.has_text(item) for item in ids] == [True, True]
    assert all(document["summary"] for document in plan["documents"])
    assert [document["highlights_sha256"] is not None for document in plan["documents"]] == [
        bool(store.read_highlights(item)) for item in ids
    ]
    counts = json.loads(files.metrics("collect_queries").read_text(encoding="utf-8"))["counts"]
    assert counts == {"pins": 0, "queries": 3, "seeds": 2, "seeds_missing": 1, "themes": 4}


def test_missing_seed_is_loud_and_no_error(files: TopicFiles) -> None:
    done = run_stage(files)
    assert done.returncode == 0
    assert "SEED NOT FOUND: note 'Nothing': no note of this name is in the library" in done.stderr


def test_all_seeds_missing_leaves_empty_folders(files: TopicFiles) -> None:
    write_text(files.brief, "How old is tea? See [[Nothing]].")
    assert run_stage(files).returncode == 0
    assert sorted(path.name for path in files.seeds.rglob("*")) == ["highlights", "texts"]


def test_same_brief_same_bytes(files: TopicFiles) -> None:
    run_stage(files)
    first = hash_outputs(files)
    run_stage(files)
    assert hash_outputs(files) == first
    assert len(first) == 7


@pytest.mark.parametrize(
    ("brief", "words"),
    [
        pytest.param("", "this brief is empty", id="empty"),
        pytest.param("---\nround: 2\n---\nTea.", "round: no such key", id="unknown_key"),
        pytest.param(None, "cannot be read", id="missing"),
    ],
)
def test_bad_brief_writes_nothing(files: TopicFiles, brief: str | None, words: str) -> None:
    if brief is None:
        files.brief.unlink()
    else:
        write_text(files.brief, brief)
    done = run_stage(files)
    assert done.returncode == 2
    assert words in done.stderr
    assert "hint:" in done.stderr
    assert not files.plan.exists()


def test_pins_are_taken_from_the_library_and_what_is_nowhere_is_loud(files: TopicFiles) -> None:
    workspace = Workspace(files.root.parent.parent)
    ids = [json.loads(line)["id"] for line in (workspace.library / "catalog.jsonl").read_text("utf-8").splitlines()]
    choices = {"pin": [{"id": ids[0], "reason": "mine"}, {"id": "pins-00000000", "reason": "typo"}]}
    choices["veto"] = [{"id": "vetoes-00000000", "reason": "gone"}]
    write_text(workspace.choices(TOPIC), json.dumps(choices))
    write_text(files.brief, "# Tea\n\nWhy is it cold?\n")
    done = run_stage(files)
    assert done.returncode == 0, done.stderr
    assert "PIN OF NOTHING: pins-00000000 is no source of the library (typo)" in done.stderr
    assert "VETO OF NOTHING: vetoes-00000000" in done.stderr
    (finding,) = load_pins(files.pins)
    assert (finding.document.id, finding.hits) == (ids[0], ())
    assert "A pot keeps tea warm" in finding.document.summary
    assert TextStore(files.pins).read_text(ids[0]).startswith("# Pots")
    assert TextStore(files.pins).read_highlights(ids[0]) == "> marked\n"


def test_choices_change_neither_plan_nor_queries(files: TopicFiles) -> None:
    """A pin or a veto must not make the research run again."""
    workspace = Workspace(files.root.parent.parent)
    run_stage(files)
    before = hash_outputs(files)
    document_id = json.loads((workspace.library / "catalog.jsonl").read_text("utf-8"))["id"]
    write_text(workspace.choices(TOPIC), json.dumps({"pin": [{"id": document_id, "reason": "mine"}]}))
    run_stage(files)
    after = hash_outputs(files)
    assert {name for name in after if after[name] != before.get(name)} == {
        "metrics/collect_queries.json", "pins/pins.json", f"pins/texts/{document_id}.md",
        f"pins/highlights/{document_id}.md",
    }  # fmt: skip
