"""rerank puts the candidates in order and opens only what it must."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from florilegium.candidates import Candidate, Ranked
from florilegium.drafts import Draft, make_document
from florilegium.findings import Hit, Round
from florilegium.plans import Knobs, Plan, Theme
from florilegium.project.artifacts import read_json, write_json
from florilegium.project.records import from_record, to_record
from florilegium.project.workspace import TopicFiles, Workspace
from florilegium.texts import TextStore

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "agent-memory"
THEMES = (
    Theme("t1", "Forgetting", ("forgetting budget", "retire notes", "cold folder")),
    Theme("e1", "Index files", ("index line", "table of contents")),
)
TEXT = "An agent keeps a forgetting budget. " + "The soup needs dill, potatoes and somebody who peels. " * 30


def make_candidate(store: Path, title: str, *ranks: int, seed: bool = False, terms: tuple[str, ...] = ()) -> Candidate:
    draft = Draft("obsidian", f"Ideas/{title}.md", title, TEXT)
    document = make_document(draft, source="vault", text=TEXT, highlights="")
    TextStore(store).write(document.id, text=TEXT, highlights="")
    hits = tuple(Hit(f"r0-q{number}", "t1", rank, "search", "") for number, rank in enumerate(ranks, start=1))
    return Candidate(document, seed, hits, terms, ())


@pytest.fixture
def files(tmp_path: Path) -> TopicFiles:
    """A project with four candidates, their texts spread over all the stores."""
    (tmp_path / "params.yaml").write_text((ROOT / "params.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    files = Workspace(tmp_path).topic(TOPIC)
    plan = Plan(TOPIC, "Agent memory", "What an agent forgets.", Knobs(), THEMES[:1], (), ())
    last = Round(TOPIC, 3, THEMES, (), (), (), (), (3,), "stopped")
    candidates = [
        make_candidate(files.research(0), "The forgetting budget", 1, 2, 1, terms=("retire", "notes", "cold")),
        make_candidate(files.research(1), "A budget", 2, 5, terms=("agent", "forget")),
        make_candidate(files.research(2), "Fish soup", 14),
        make_candidate(files.seeds, "Zettel", 3, seed=True),
    ]
    candidates.sort(key=lambda item: item.document.id)
    record = {"topic": TOPIC, "candidates": to_record(candidates), "merged": 0}
    write_json(files.plan, to_record(plan), "plan")
    write_json(Workspace(tmp_path).choices(TOPIC), {}, "choices")
    write_json(files.round(3), to_record(last), "round")
    write_json(files.candidates, record, "candidates")
    return files


def run_stage(files: TopicFiles) -> subprocess.CompletedProcess[str]:
    params = files.root.parent.parent / "params.yaml"
    command = [sys.executable, "-m", "stages.rerank", "--topic", TOPIC, "--params", str(params)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def read_ranked(files: TopicFiles) -> tuple[Ranked, ...]:
    record: dict[str, Any] = read_json(files.ranking, "ranking")
    return from_record(record["ranked"], tuple[Ranked, ...])


def test_seeds_first_then_by_score_with_the_signal_that_was_enough(files: TopicFiles) -> None:
    done = run_stage(files)
    assert done.returncode == 0, done.stderr
    ranked = read_ranked(files)
    titles = [(item.candidate.document.title, item.signal) for item in ranked]
    assert titles == [
        ("Zettel", "seed"),
        ("The forgetting budget", "metadata"),
        ("A budget", "head_tail"),
        ("Fish soup", "metadata"),
    ]
    assert ranked[0].score == 1.0
    assert len(ranked[0].candidate.hits) == 1
    counts = read_json(files.metrics("rerank"), "metrics")["counts"]
    assert counts == {
        "full": 0,
        "head_tail": 1,
        "metadata": 2,
        "opened": 1,
        "passages": 0,
        "pinned": 0,
        "ranked": 4,
        "seed": 1,
        "vetoed": 0,
    }


def test_a_second_run_writes_the_same_bytes(files: TopicFiles) -> None:
    run_stage(files)
    first = files.ranking.read_bytes()
    files.ranking.unlink()
    run_stage(files)
    assert files.ranking.read_bytes() == first


def test_a_missing_text_is_named_and_nothing_is_written(files: TopicFiles) -> None:
    (document,) = [item.name for item in (files.research(1) / "texts").iterdir()]
    (files.research(1) / "texts" / document).unlink()
    done = run_stage(files)
    assert done.returncode == 3
    assert document.removesuffix(".md") in done.stderr
    assert not files.ranking.exists()


def test_pins_and_vetoes_are_honoured_and_change_no_score(files: TopicFiles) -> None:
    """What they ask for: let me pin or veto a source and remember it."""
    run_stage(files)
    before = {item.candidate.document.title: item for item in read_ranked(files)}
    ids = {title: item.candidate.document.id for title, item in before.items()}
    choices = {"pin": [{"id": ids["Fish soup"], "reason": "my soup"}]}
    choices["veto"] = [{"id": ids["A budget"], "reason": "money"}, {"id": ids["Zettel"], "reason": "no more"}]
    write_json(Workspace(files.root.parent.parent).choices(TOPIC), choices, "choices")
    assert run_stage(files).returncode == 0
    after = {item.candidate.document.title: item for item in read_ranked(files)}
    assert {title: item.score for title, item in after.items()} == {
        title: before[title].score for title in ("The forgetting budget", "Fish soup")
    }
    assert after["Fish soup"].pinned == "my soup"
    vetoed = read_json(files.ranking, "ranking")["vetoed"]
    assert sorted((item["title"], item["reason"]) for item in vetoed) == [("A budget", "money"), ("Zettel", "no more")]
