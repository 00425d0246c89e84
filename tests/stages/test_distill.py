"""distill writes the research note and every decision of a golden library, the same bytes each time."""

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from stages.distill import main

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "distill"
SCENARIOS = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())


def lay_project(folder: Path, scenario: str) -> Path:
    """Lay a project of one topic and return the topic's folder."""
    params = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))
    params |= {"topics": [scenario], "articles": [scenario]}
    (folder / "params.yaml").write_text(yaml.safe_dump(params), encoding="utf-8")
    topic = folder / "topics" / scenario
    shutil.copytree(GOLDEN / scenario / "memory", topic / "memory")
    shutil.copy(GOLDEN / scenario / "article.md", topic / "article.md")
    return topic


def run_stage(folder: Path, scenario: str) -> int:
    arguments = ["--topic", scenario, "--params", str(folder / "params.yaml")]
    return CliRunner().invoke(main, arguments).exit_code


@pytest.mark.golden
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_golden_library_gives_the_expected_files(scenario: str, tmp_path: Path) -> None:
    topic = lay_project(tmp_path, scenario)
    assert run_stage(tmp_path, scenario) == 0
    expected = GOLDEN / scenario / "expected"
    for written in (topic / "research.md", topic / "work" / "decisions.json"):
        if os.environ.get("UPDATE_GOLDEN"):
            expected.mkdir(exist_ok=True)
            shutil.copy(written, expected / written.name)
        assert written.read_bytes() == (expected / written.name).read_bytes()


def test_the_metrics_count_the_decisions(tmp_path: Path) -> None:
    topic = lay_project(tmp_path, "bicycles")
    assert run_stage(tmp_path, "bicycles") == 0
    counts = json.loads((topic / "work" / "metrics" / "distill.json").read_text(encoding="utf-8"))["counts"]
    assert counts == {"borderline": 3, "cut_sentences": 0, "dropped_quotes": 0, "explicit": 2, "sources": 9, "used": 4}


def test_the_memory_is_read_only_to_it(tmp_path: Path) -> None:
    topic = lay_project(tmp_path, "bicycles")
    before = {path: path.read_bytes() for path in (topic / "memory").rglob("*") if path.is_file()}
    assert run_stage(tmp_path, "bicycles") == 0
    assert {path: path.read_bytes() for path in (topic / "memory").rglob("*") if path.is_file()} == before


def test_a_missing_article_is_the_user_s_to_mend_and_writes_nothing(tmp_path: Path) -> None:
    """Exit 0 in spite of failures: an exit code per kind of failure."""
    topic = lay_project(tmp_path, "bicycles")
    (topic / "article.md").unlink()
    assert run_stage(tmp_path, "bicycles") == 2
    assert not (topic / "research.md").exists()


def test_a_broken_memory_is_named(tmp_path: Path) -> None:
    topic = lay_project(tmp_path, "bicycles")
    next((topic / "memory" / "full").iterdir()).unlink()
    assert run_stage(tmp_path, "bicycles") == 3


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The topic whose article is finished, after the whole pipeline ran over the example library."""
    folder = tmp_path_factory.mktemp("example")
    for name in ("examples", "topics"):
        ignored = shutil.ignore_patterns("work", "memory", "research.md")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "params.yaml", folder / "params.yaml")
    stages = ["snapshot_sources", "collect_queries"]
    stages += [f"{name} --round {number}" for number in range(3) for name in ("research", "gap_analysis")]
    stages += ["dedup", "rerank", "build_index", "distill"]
    for line in stages:
        name, *options = line.split()
        topic = [] if name == "snapshot_sources" else ["--topic", "agent-memory"]
        command = importlib.import_module(f"stages.{name}").main
        done = CliRunner().invoke(command, [*topic, *options, "--params", str(folder / "params.yaml")])
        assert done.exit_code == 0, (line, done.output)
    return folder / "topics" / "agent-memory"


@pytest.mark.slow
def test_the_example_article_gives_exactly_its_gold(example: Path) -> None:
    """The gold was written with the article, before any distiller ran on it."""
    gold = yaml.safe_load((ROOT / "examples" / "gold" / "agent-memory.yaml").read_text(encoding="utf-8"))
    expected = {item["title"]: {item["use"], *item.get("accept", [])} for item in gold["used"]}
    decisions = json.loads((example / "work" / "decisions.json").read_text(encoding="utf-8"))["decisions"]
    used = {item["title"]: item["how"] for item in decisions if item["verdict"] == "used"}
    assert used.keys() == expected.keys()
    assert all(how in expected[title] for title, how in used.items())


@pytest.mark.slow
def test_the_example_s_evidence_names_the_gold_s_sentences(example: Path) -> None:
    gold = yaml.safe_load((ROOT / "examples" / "gold" / "agent-memory.yaml").read_text(encoding="utf-8"))
    decisions = json.loads((example / "work" / "decisions.json").read_text(encoding="utf-8"))["decisions"]
    quotes = {item["title"]: " ".join(proof["article_quote"] for proof in item["evidence"]) for item in decisions}
    found = {item["title"]: sum(words in quotes[item["title"]] for words in item["words"]) for item in gold["used"]}
    assert all(found.values()), found


@pytest.mark.slow
def test_every_quotation_of_the_example_is_in_the_memory_byte_for_byte(example: Path) -> None:
    """References were missing or made up: each quotation stands in its stored file, on the line that is named."""
    article = (example / "article.md").read_text(encoding="utf-8")
    decisions = json.loads((example / "work" / "decisions.json").read_text(encoding="utf-8"))["decisions"]
    proofs = [(item["id"], proof) for item in decisions for proof in item["evidence"]]
    assert all(proof["article_quote"] in article for _, proof in proofs)
    quoted = [(name, proof) for name, proof in proofs if proof["source_layer"] in ("full", "highlights")]
    assert len(quoted) > 10
    for name, proof in quoted:
        lines = (example / "memory" / proof["source_layer"] / f"{name}.md").read_text(encoding="utf-8").split("\n")
        assert proof["source_quote"] in "\n".join(lines[proof["source_line"] - 1 :]), (name, proof)
    note = (example / "research.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^(Full text|Highlights), line (\d+):\n\n((?:> .*\n?)+)", note, re.MULTILINE)
    assert len(blocks) > 5
    files = [path.read_text(encoding="utf-8") for path in sorted((example / "memory").rglob("*.md"))]
    for _, _, block in blocks:
        passage = "\n".join(line.removeprefix("> ") for line in block.rstrip("\n").split("\n"))
        assert any(passage in text for text in files), passage


@pytest.mark.slow
def test_hash_seed_and_locale_change_no_byte(tmp_path: Path) -> None:
    """Non-deterministic stages poison the run cache."""
    written = []
    for name, seed, locale in (("one", "1", "C"), ("two", "77", "C.UTF-8")):
        folder = tmp_path / name
        folder.mkdir()
        topic = lay_project(folder, "bicycles")
        environment = os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "stages.distill", "--topic", "bicycles"]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        written.append([(topic / "research.md").read_bytes(), (topic / "work" / "decisions.json").read_bytes()])
    assert written[0] == written[1]
