"""dedup makes candidates of all findings and seeds, without any text."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from florilegium.candidates import Candidate
from florilegium.drafts import Draft, make_document
from florilegium.findings import Finding, Hit, Round
from florilegium.plans import Fingerprint, Knobs, Plan, Seed, Theme
from florilegium.project.artifacts import read_json, write_json
from florilegium.project.records import from_record, to_record
from florilegium.project.workspace import TopicFiles, Workspace
from florilegium.sameness.fingerprints import make_content_key, make_signature

ROOT = Path(__file__).resolve().parents[2]
TOPIC = "agent-memory"
URL = "https://quietmachine.example.org/files"
TEXT = " ".join(
    f"Sentence {number} of the article says that a folder can be read by {number} people." for number in range(30)
)
ARTICLE = Draft("readwise", "reader/1", "Files", TEXT, "library", "article", "other", source_url=URL)
CLIPPING = replace(ARTICLE, origin="obsidian", original_path="Clips/Files.md", source_url=f"{URL}/?utm_source=x")
UPLOAD = replace(ARTICLE, origin="notebooklm", original_path="Study/Files.html", title="Files.pdf", source_url=None)
NOTE = Draft("obsidian", "Ideas/On files.md", "On files", "I doubt what she says about folders.", source_url=URL)
SEED = replace(ARTICLE, origin="web", original_path="saved/files.html", source_url=f"http://www.{URL[8:]}")
COPY = replace(ARTICLE, origin="file", original_path="topics/x/page.txt", title="page", source_url=None)


def make_finding(draft: Draft, rank: int) -> Finding:
    source = {"obsidian": "vault", "readwise": "readwise", "notebooklm": "notebooks"}[draft.origin]
    document = make_document(draft, source=source, text=draft.text, highlights="")
    hits = (Hit("r0-q1", "t1", rank, "search", "terms folder in text"),)
    return Finding(document, hits, ("folder",), make_content_key(draft.text), make_signature(draft.text))


@pytest.fixture
def files(tmp_path: Path) -> TopicFiles:
    """A project with nothing but what dedup reads: no library and no text at all."""
    (tmp_path / "params.yaml").write_text((ROOT / "params.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    files = Workspace(tmp_path).topic(TOPIC)
    theme = Theme("t1", "Files", ("folder",))
    named = sorted(
        (make_document(draft, source="", text=draft.text, highlights="") for draft in (SEED, COPY)),
        key=lambda document: document.id,
    )
    seeds = tuple(Seed(document.title, "url", (document.id,), "") for document in named)
    mark = make_content_key(TEXT), make_signature(TEXT)
    marks = tuple(Fingerprint(document.id, *mark) for document in named)
    plan = Plan(TOPIC, "Agent memory", "What to keep.", Knobs(), (theme,), seeds, tuple(named), marks)
    findings = [make_finding(draft, rank) for rank, draft in enumerate([ARTICLE, CLIPPING, UPLOAD, NOTE], start=1)]
    last = Round(
        TOPIC, 3, (theme,), (), (), tuple(sorted(findings, key=lambda item: item.document.id)), (), (4,), "stopped"
    )
    write_json(files.plan, to_record(plan), "plan")
    write_json(files.pins / "pins.json", {"topic": TOPIC, "findings": []}, "pins")
    write_json(files.round(3), to_record(last), "round")
    return files


def run_stage(files: TopicFiles) -> subprocess.CompletedProcess[str]:
    params = files.root.parent.parent / "params.yaml"
    command = [sys.executable, "-m", "stages.dedup", "--topic", TOPIC, "--params", str(params)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


def test_one_article_in_four_places_is_one_candidate_and_the_note_on_it_another(files: TopicFiles) -> None:
    """Metadata only: there is no text in this project. Tracking, `www.` and http make no twins."""
    done = run_stage(files)
    assert done.returncode == 0, done.stderr
    record = read_json(files.candidates, "candidates")
    candidates = {item.document.title: item for item in from_record(record["candidates"], tuple[Candidate, ...])}
    assert sorted(candidates) == ["Files", "On files"]
    article = candidates["Files"]
    assert article.seed
    assert [hit.rank for hit in article.hits] == [1]
    reasons = {item.document.original_path: item.reason for item in article.also_in}
    assert article.document.original_path == "Clips/Files.md"
    assert reasons == {
        "reader/1": "same_url",
        "saved/files.html": "same_url",
        "Study/Files.html": "same_content",
        "topics/x/page.txt": "same_content",
    }
    assert (candidates["On files"].also_in, candidates["On files"].seed) == ((), False)


def test_counts_are_metrics(files: TopicFiles) -> None:
    run_stage(files)
    counts = read_json(files.metrics("dedup"), "metrics")["counts"]
    assert counts == {
        "candidates": 2,
        "findings": 4,
        "kept_apart": 0,
        "merged": 4,
        "near_duplicate": 0,
        "cut_short": 0,
        "reworded": 0,
        "same_content": 2,
        "same_path": 0,
        "same_title_and_author": 0,
        "same_url": 2,
    }


def test_a_second_run_writes_the_same_bytes(files: TopicFiles) -> None:
    run_stage(files)
    first = files.candidates.read_bytes()
    files.candidates.unlink()
    run_stage(files)
    assert files.candidates.read_bytes() == first


def test_a_broken_round_stops_it_and_nothing_is_written(files: TopicFiles) -> None:
    files.round(3).write_text('{"topic": "agent-memory"}', encoding="utf-8")
    done = run_stage(files)
    assert done.returncode == 3
    assert "round-3.json" in done.stderr and "hint:" in done.stderr
    assert not files.candidates.exists()


def test_a_pin_that_no_query_found_is_a_candidate_and_no_seed(files: TopicFiles) -> None:
    pin = replace(make_finding(replace(NOTE, original_path="Eels.md", title="Eels", source_url=None), 1), hits=())
    write_json(files.pins / "pins.json", {"topic": TOPIC, "findings": [to_record(pin)]}, "pins")
    assert run_stage(files).returncode == 0
    candidates = from_record(read_json(files.candidates, "candidates")["candidates"], tuple[Candidate, ...])
    holders = [
        item for item in candidates if "Eels" in (item.document.title, *(c.document.title for c in item.also_in))
    ]
    assert [item.seed for item in holders] == [False]
