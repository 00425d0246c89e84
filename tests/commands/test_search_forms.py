"""The forms in which search answers, its budget, its reasons, and several memories at once."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from florilegium.cli import main
from florilegium.documents import hash_text
from florilegium.entries import Entry, Index
from florilegium.memory.folder import Contents, write_memory
from florilegium.reading.display import measure_width
from florilegium.reading.results import count_tokens

MARKED = "# Highlights: Cold folders\n\n> A folder outlives its tool.\n"
LONG = "".join(f"Line {number} of the cold folder, with some words in it.\n" for number in range(60))


def make_entry(name: str, **facts: Any) -> Entry:
    base: dict[str, Any] = dict(
        id=name, title="Cold *folders*", authors=("Noor Adeyemi",), origin="readwise", location="library",
        kind="article", authorship="other", publication="Quiet Machine", published="2025-11-03", saved=None, tags=(),
        notebook=None, relevance_score=0.9, seed=False, themes=(), found_by=("cold folder",), signal="metadata",
        summary="On cold folders.", uri_highlights=None, uri_full=f"full/{name}.md", original_path="x",
        source_url="https://example.org/cold", also_in=(), words=600, highlights=0, own_notes=0, sha256=hash_text(LONG),
        reason="found early",
    )  # fmt: skip
    return Entry(**{**base, **facts})


COLD = make_entry("cold-folders-0a0a0a0a", uri_highlights="highlights/cold-folders-0a0a0a0a.md", highlights=1)
WARM = make_entry("warm-folders-0b0b0b0b", title="Warm folders", relevance_score=0.7, origin="obsidian", kind="note")
SEED = make_entry("seed-0c0c0c0c", title="Seed", relevance_score=1.0, seed=True, signal="seed", reason="")


def write(root: Path, *entries: Entry) -> Path:
    full = {entry.id: LONG for entry in entries}
    marked = {entry.id: MARKED for entry in entries if entry.uri_highlights}
    index = Index(1, root.name, f"On {root.name}", "B.", 1, len(entries), {}, (), 0, entries)
    write_memory(root, Contents(index, full, marked))
    return root


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("one") / "memory", COLD, WARM)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    twin = make_entry(WARM.id, title="Warm folders", relevance_score=0.95, origin="obsidian", kind="note")
    return write(tmp_path_factory.mktemp("two") / "other", SEED, twin)


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["search", *map(str, arguments)])


def read_ids(result: Result) -> list[str]:
    return [found["entry"]["id"] for found in json.loads(result.stdout)["results"]]


def test_json_yaml_and_lines_say_the_same(memory: Path) -> None:
    whole = json.loads(call(memory, "cold", "--json").stdout)
    assert yaml.safe_load(call(memory, "cold", "--format", "yaml").stdout) == whole
    lines = call(memory, "cold", "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == whole["results"]
    assert len(lines) == 2


def test_a_table_has_a_line_for_each_and_fits_the_terminal(memory: Path) -> None:
    lines = call(memory, "--format", "table").stdout.splitlines()
    assert [line.split()[:3] for line in lines[:3]] == [
        ["score", "origin", "date"], ["0.90", "readwise", "2025-11-03"], ["0.70", "obsidian", "2025-11-03"],
    ]  # fmt: skip
    assert max(map(measure_width, lines)) <= 80


def test_markdown_quotes_and_cites_and_lets_no_title_act(memory: Path) -> None:
    text = call(memory, "cold", "--format", "markdown", "--layer", "highlights").stdout
    assert "## Cold \\*folders\\*[^cold-folders-0a0a0a0a]" in text
    assert f"```text\n{MARKED.strip()}\n```" in text
    assert "[^cold-folders-0a0a0a0a]: Adeyemi, N. (2025, November 3). Cold \\*folders\\*. Quiet Machine." in text
    assert "*(the reader marked nothing in it: full text instead)*" in text


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(["--format", "paths"], [COLD.uri_full, WARM.uri_full], id="full"),
        pytest.param(
            ["--format", "paths", "--layer", "highlights"],
            ["highlights/cold-folders-0a0a0a0a.md", "full/warm-folders-0b0b0b0b.md"],
            id="next_layer",
        ),
        pytest.param(["-0", "--limit", "1"], ["full/cold-folders-0a0a0a0a.md"], id="nul"),
    ],
)  # fmt: skip
def test_paths_are_files(memory: Path, options: list[str], expected: list[str]) -> None:
    result = call(memory, *options)
    sign = "\0" if "-0" in options else "\n"
    assert result.stdout == "".join(f"{memory / name}{sign}" for name in expected)
    assert all((memory / name).is_file() for name in expected)
    assert ("have no highlights" in result.stderr) is ("highlights" in options)
    assert ("; 1 shown" in result.stderr) is ("-0" in options)


def test_paths_pass_through_xargs(memory: Path) -> None:
    command = f'"{sys.executable}" -m florilegium search "{memory}" outlives -0 --layer highlights | xargs -0 cat'
    assert subprocess.run(command, shell=True, capture_output=True, text=True, check=True).stdout == MARKED


@pytest.mark.parametrize("form", ["list", "table", "json", "jsonl", "yaml", "markdown", "paths"])
@pytest.mark.parametrize("text", ["zebra", "folder"])
def test_every_form_ends_like_grep(memory: Path, form: str, text: str) -> None:
    result = call(memory, text, "--format", form)
    assert result.exit_code == (0 if text == "folder" else 1)
    if form in ("list", "table", "jsonl", "paths") and text == "zebra":
        assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--null", "--format", "json"], id="nul_is_for_paths"),
        pytest.param(["--format", "paths", "--layer", "summary"], id="a_summary_has_no_file"),
        pytest.param(["--budget", "0"], id="no_budget"),
        pytest.param(["folder", "--budget", "5"], id="not_even_one"),
        pytest.param(["nowhere/memory", "folder"], id="a_second_memory_that_is_none"),
    ],
)
def test_misuse(memory: Path, arguments: list[str]) -> None:
    assert call(memory, *arguments).exit_code == 2


@pytest.mark.parametrize("form", ["list", "json", "jsonl", "yaml", "markdown"])
@pytest.mark.parametrize("layer", ["summary", "highlights", "full"])
def test_a_budget_holds_and_is_used_and_marks_what_it_cuts(memory: Path, form: str, layer: str) -> None:
    """A truncated source without a mark would be taken for the whole."""
    options = ["--layer", layer, "--format", form]
    whole = call(memory, *options).stdout
    shown: list[int] = []
    for budget in range(20, count_tokens(whole) + 100, 97):
        result = call(memory, *options, "--budget", budget)
        if result.exit_code == 2:
            continue
        assert count_tokens(result.stdout) <= budget
        shown.append(len(result.stdout))
        marks = ("cut here: ", "; 1 shown", '"left_out": 1', "left_out: 1")
        assert result.stdout == whole or any(mark in result.output for mark in marks)
    assert shown[-1] == len(whole)
    assert len(set(shown)) > 1 or len(shown) < 2


def test_a_cut_says_what_is_left_out_and_ends_with_a_line(memory: Path) -> None:
    record = json.loads(call(memory, "--layer", "full", "--budget", "900", "--json").stdout)["results"][0]
    assert record["text"].endswith("some words in it.") and LONG.startswith(record["text"])
    left = len(LONG) - len(record["text"])
    assert record["cut"] == f"cut here: {left:,} of {len(LONG):,} characters are left out; {COLD.uri_full} has them all"


def test_a_budget_counts_scripts_without_spaces_by_their_signs() -> None:
    assert count_tokens("記憶" * 100) > 2 * count_tokens("ab" * 100)


def test_reasons_have_a_line_for_each_part(memory: Path) -> None:
    result = call(memory, '"cold folder"', "--origin", "readwise", "--json", "--explain")
    record = json.loads(result.stdout)["results"][0]
    lines = record["explanation"]
    assert lines[0] == "relevance 0.90: found early"
    assert lines[1] == "origin readwise (asked: readwise)"
    assert [line.split(":")[0] for line in lines[2:4]] == ["term cold", "term folder"]
    assert "full 60" in lines[2]
    assert lines[4] == "the words stand side by side: times 1.3"
    assert lines[5] == f"score {record['score']:.2f}"
    parts = [float(line.rsplit(" ", 1)[1]) for line in lines[2:4]]
    assert sum(parts) * 1.3 == pytest.approx(record["score"], abs=0.02)
    assert lines[0] in call(memory, "cold", "--explain").stdout


def test_the_layer_that_matched_is_the_cheapest_with_most(memory: Path) -> None:
    def find(text: str) -> str | None:
        matched: str | None = json.loads(call(memory, text, "--json").stdout)["results"][0]["matched_layer"]
        return matched

    assert [find("cold"), find("outlives"), find("line"), find("adeyemi")] == ["summary", "highlights", "full", None]


def test_several_memories_answer_as_one(memory: Path, other: Path) -> None:
    """A source that two hold is there once, from where it is most relevant."""
    result = call(memory, other, "--json")
    record = json.loads(result.stdout)
    assert read_ids(result) == [SEED.id, WARM.id, COLD.id]
    assert [item["path"] for item in record["memories"]] == [str(memory), str(other)]
    warm = record["results"][1]
    assert (warm["memory"], warm["also_in_memories"], warm["entry"]["relevance_score"]) == (
        str(other),
        [str(memory)],
        0.95,
    )
    assert sorted(read_ids(call(memory, other / "index.yaml", "folder", "--json"))) == sorted(
        [COLD.id, WARM.id, SEED.id]
    )
    assert "3 of 3 sources in 2 memories" in call(memory, other).stdout


def test_the_order_of_memories_does_not_matter(memory: Path, other: Path) -> None:
    assert read_ids(call(memory, other, "cold", "--json")) == read_ids(call(other, memory, "cold", "--json"))
