"""Each slice of a memory is what Python says of its index.yaml."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from florilegium.cli import main

Facts = dict[str, Any]


SLICES = [
    pytest.param([], lambda e: True, id="all"),
    pytest.param(["--origin", "web"], lambda e: e["origin"] == "web", id="origin"),
    pytest.param(["--kind", "book"], lambda e: e["kind"] == "book", id="kind"),
    pytest.param(["--location", "Ideas/Work"], lambda e: e["location"] == "Ideas/Work", id="location"),
    pytest.param(["--location", "ideas"], lambda e: e["location"].split("/")[0] == "Ideas", id="folder_with_all_below"),
    pytest.param(["--min-score", "0.5"], lambda e: e["relevance_score"] >= 0.5, id="least_score"),
    pytest.param(
        ["--min-score", "0.4", "--max-score", "0.6"], lambda e: 0.4 <= e["relevance_score"] <= 0.6, id="score_range"
    ),
    pytest.param(
        ["--tag", "ai"], lambda e: any(t.lower().split("/")[0] == "ai" for t in e["tags"]), id="tag_with_nested"
    ),
    pytest.param(
        ["--tag", "ai/memory"],
        lambda e: any(f"{t}/".lower().startswith("ai/memory/") for t in e["tags"]),
        id="nested_tag",
    ),
    pytest.param(["--author", "rehn"], lambda e: "Tomas Rehn" in e["authors"], id="author"),
    pytest.param(["--author", "村上"], lambda e: "村上春樹" in e["authors"], id="author_without_spaces"),
    pytest.param(["--publication", "slow"], lambda e: e["publication"] == "Slow Systems", id="publication"),
    pytest.param(["--after", "2026"], lambda e: (e["saved"] or "") >= "2026", id="saved_after"),
    pytest.param(["--before", "2024"], lambda e: e["published"] == "2024", id="published_before"),
    pytest.param(
        ["--after", "2025-03", "--before", "2025-03"],
        lambda e: any((e[name] or "").startswith("2025-03") for name in ("published", "saved")),
        id="one_month",
    ),
    pytest.param(["--notebook", "study"], lambda e: e["notebook"] == "Memory study", id="notebook"),
    pytest.param(["--theme", "forgetting"], lambda e: "Forgetting well" in e["themes"], id="theme"),
    pytest.param(["--found-by", "cold"], lambda e: "cold folder limits" in e["found_by"], id="query"),
    pytest.param(["--found-by", "budget"], lambda e: "forgetting budget" in e["found_by"], id="another_query"),
    pytest.param(["--seeds"], lambda e: e["seed"], id="seeds"),
    pytest.param(["--highlighted"], lambda e: e["uri_highlights"] is not None, id="has_highlights"),
    pytest.param(
        ["--origin", "web", "--origin", "file", "--seeds"],
        lambda e: e["origin"] in ("web", "file") and e["seed"],
        id="both",
    ),
]


def search(*arguments: object) -> list[str]:
    result = CliRunner().invoke(main, ["search", *map(str, arguments), "--json"])
    assert result.exit_code == 0, result.output
    return [found["entry"]["id"] for found in json.loads(result.stdout)["results"]]


def ask_python(root: Path, holds: Callable[[Facts], bool]) -> list[str]:
    index = yaml.safe_load((root / "index.yaml").read_text(encoding="utf-8"))
    return [entry["id"] for entry in index["entries"] if holds(entry)]


@pytest.mark.parametrize(("options", "holds"), SLICES)
def test_a_slice_is_what_python_says(varied: Path, options: list[str], holds: Callable[[Facts], bool]) -> None:
    expected = ask_python(varied, holds)
    assert 0 < len(expected) and (not options or len(expected) < 160)
    assert search(varied, *options) == expected


@pytest.mark.parametrize(("options", "holds"), SLICES)
def test_a_slice_of_a_text_is_what_python_says(
    varied: Path, options: list[str], holds: Callable[[Facts], bool]
) -> None:
    """A word that every work has finds the whole slice, and nothing beyond it."""
    assert sorted(search(varied, "work", *options, "--limit", "200")) == sorted(ask_python(varied, holds))


@pytest.mark.parametrize("options", [["--min-score", "0.6", "--max-score", "0.5"]], ids=["turned_around"])
def test_a_range_that_ends_before_it_begins_is_misuse(varied: Path, options: list[str]) -> None:
    assert CliRunner().invoke(main, ["search", str(varied), *options]).exit_code == 2
