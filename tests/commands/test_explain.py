"""`florilegium explain` reads the work files of a topic and tells what became of each document."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from florilegium.candidates import Candidate, Ranked
from florilegium.cli import main
from florilegium.drafts import Draft, make_document
from florilegium.entries import Vetoed
from florilegium.findings import Hit, Round
from florilegium.plans import Knobs, Plan, Query, Theme
from florilegium.project.artifacts import write_json, write_text
from florilegium.project.records import to_record
from florilegium.project.workspace import UNROLLED_ROUNDS, TopicFiles, Workspace

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "agent-memory"
THEME = Theme("t1", "Forgetting", ("retire notes",))
SCORES = {"Budget": 0.91, "Soup": 0.05, "Archive": 0.5, "Advertisement": 0.4}


def make_candidate(title: str, rank: int) -> Candidate:
    document = make_document(Draft("obsidian", f"{title}.md", title, "x"), source="vault", text="x", highlights="")
    return Candidate(document, False, (Hit("r0-q1", "t1", rank, "search", "retire in text"),), (), ())


@pytest.fixture
def files(tmp_path: Path) -> TopicFiles:
    """A project after rerank: a good source, a poor one, one beyond the limit of one, a vetoed one, a dropped one."""
    write_text(tmp_path / "params.yaml", (ROOT / "params.yaml").read_text(encoding="utf-8"))
    files = Workspace(tmp_path).topic(TOPIC)
    query = Query("r0-q1", "t1", "retire notes", "first")
    plan = Plan(TOPIC, "Agent memory", "What an agent forgets.", Knobs(limit=1), (THEME,), (), ())
    last = Round(TOPIC, UNROLLED_ROUNDS, (THEME,), (), (query,), (), (), (4, 0, 0), "stopped")
    candidates = sorted(
        (make_candidate(title, rank) for rank, title in enumerate(SCORES, start=1)), key=lambda item: item.document.id
    )
    ranked = [Ranked(item, SCORES[item.document.title], "metadata", (), "found") for item in candidates]
    ranked.sort(key=lambda item: -item.score)
    out = next(item.candidate.document for item in ranked if item.candidate.document.title == "Advertisement")
    vetoed = [Vetoed(out.id, out.title, "it sells something")]
    kept = [item for item in ranked if item.candidate.document.id != out.id]
    write_json(files.plan, to_record(plan), "plan")
    write_json(files.round(UNROLLED_ROUNDS), to_record(last), "round")
    write_json(files.candidates, {"topic": TOPIC, "candidates": to_record(candidates), "merged": 0}, "candidates")
    write_json(files.ranking, {"topic": TOPIC, "ranked": to_record(kept), "vetoed": to_record(vetoed)}, "ranking")
    for number in range(UNROLLED_ROUNDS):
        dropped = [{"id": "home-0a1b2c3d", "reason": "r0-q1: beyond the 15 best"}] if number == 0 else []
        record = {"topic": TOPIC, "round": number, "findings": [], "dropped": dropped}
        write_json(files.research(number) / "findings.json", record, "findings")
    return files


def run(files: TopicFiles, *arguments: str) -> Result:
    params = files.root.parent.parent / "params.yaml"
    return CliRunner().invoke(main, ["explain", *arguments, "--params", str(params)])


def test_the_table_without_an_id(files: TopicFiles) -> None:
    """All that was found has a line, best first, with what became of it."""
    done = run(files, TOPIC)
    assert done.exit_code == 0
    rows = [line.split() for line in done.output.splitlines()[3:7]]
    assert [" ".join(row[:-2]) for row in rows] == [
        "1 0.91 metadata",
        "left out 0.50 metadata",
        "left out 0.05 metadata",
        "vetoed",
    ]
    assert "home-0a1b2c3d: r0-q1 'retire notes': beyond the 15 best" in done.output


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("budget", "in it, as number 1 of 1", id="in_the_memory"),
        pytest.param("soup", "left out: below 0.1, the least score (build_index.minimum)", id="below_the_minimum"),
        pytest.param("archive", "left out: beyond the 1 best (build_index.limit)", id="beyond_the_briefs_limit"),
        pytest.param("advert", "left out: vetoed, it sells something", id="vetoed"),
        pytest.param("home", "left out r0-q1 'retire notes': beyond the 15 best", id="dropped_by_a_researcher"),
    ],
)
def test_what_became_of_one(files: TopicFiles, source: str, expected: str) -> None:
    """The beginning of an id is enough, and every fate has its words."""
    done = run(files, TOPIC, source)
    assert done.exit_code == 0
    assert expected in done.output


def test_an_unknown_id_is_misuse(files: TopicFiles) -> None:
    """Nothing is told of what was never found."""
    done = run(files, TOPIC, "nobody")
    assert done.exit_code == 2
    assert "no source has the id 'nobody'" in done.output


def test_before_the_first_run_the_next_step_is_told(files: TopicFiles) -> None:
    """Nothing is ranked yet."""
    files.ranking.unlink()
    done = run(files, TOPIC)
    assert done.exit_code == 2
    assert f"hint: run `florilegium run {TOPIC}` first" in done.output


def test_a_broken_work_file_is_no_misuse(files: TopicFiles) -> None:
    """The file and what to do stand in the message."""
    files.candidates.write_text("{}", encoding="utf-8")
    done = run(files, TOPIC)
    assert done.exit_code == 3
    assert "candidates.json" in done.output


def test_a_title_steers_no_terminal(files: TopicFiles) -> None:
    """Control characters of a source are shown as what they are."""
    candidate = make_candidate("Budget", 1)
    evil = replace(candidate, document=replace(candidate.document, title="Bud\x1b[2Jget"))
    ranked = [Ranked(evil, 0.9, "metadata", (), "found")]
    write_json(files.candidates, {"topic": TOPIC, "candidates": to_record([evil]), "merged": 0}, "candidates")
    write_json(files.ranking, {"topic": TOPIC, "ranked": to_record(ranked), "vetoed": []}, "ranking")
    assert "\x1b" not in run(files, TOPIC).output
