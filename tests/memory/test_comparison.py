"""What changed between two memories: each kind of change is told, once, and nothing else."""

import dataclasses
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from florilegium.cli import main
from florilegium.documents import hash_text
from florilegium.entries import AlsoIn, Entry, Index, ThemeCoverage, Vetoed
from florilegium.memory.comparison import CHANGES, compare_memories
from florilegium.memory.folder import Contents, write_memory
from florilegium.reading.changes import render_markdown, render_text

VETOED = (Vetoed("pots-0a1b2c3d", "Pots", "an advertisement"),)


def make_entry(name: str, score: float = 0.5, **changes: object) -> Entry:
    entry = Entry(
        id=f"{name}-0a1b2c3d", title=name.capitalize(), authors=(), origin="obsidian", location="", kind="note",
        authorship="own", publication="", published=None, saved="2026-01-02", tags=(), notebook=None,
        relevance_score=score, seed=False, themes=(), found_by=(), signal="full", summary="", uri_highlights=None,
        uri_full=f"full/{name}-0a1b2c3d.md", original_path=f"{name}.md", source_url=None, also_in=(), words=1,
        highlights=0, own_notes=0, sha256=hash_text("full"), reason="because",
    )  # fmt: skip
    return dataclasses.replace(entry, **changes)  # type: ignore[arg-type]


def make_index(*entries: Entry, **changes: object) -> Index:
    index = Index(1, "tea", "Tea", "B", 1, len(entries), {"obsidian": len(entries)}, (), 0, entries)
    return dataclasses.replace(index, **changes)  # type: ignore[arg-type]


CUPS = make_entry("cups")
COPY = AlsoIn("mugs-1a1b2c3d", "readwise", "library", "01abc", None, "same_url")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(make_index(CUPS), make_index(CUPS), {}, id="same"),
        pytest.param(make_index(), make_index(CUPS), {"new": ["Cups"]}, id="new"),
        pytest.param(make_index(CUPS), make_index(), {"gone": ["Cups"]}, id="gone"),
        pytest.param(make_index(CUPS), make_index(make_entry("cups", 0.55)), {"rescored": ["Cups"]}, id="rescored"),
        pytest.param(make_index(CUPS), make_index(make_entry("cups", 0.54)), {}, id="hardly_rescored"),
        pytest.param(
            make_index(CUPS), make_index(make_entry("cups", sha256="0" * 64)), {"rewritten": ["Cups"]}, id="text"
        ),
        pytest.param(
            make_index(CUPS),
            make_index(make_entry("cups", highlights_sha256="0" * 64)),
            {"rewritten": ["Cups"]},
            id="marks",
        ),
        pytest.param(
            make_index(CUPS),
            make_index(make_entry("mugs", original_path="cups.md")),
            {"moved": ["Mugs"]},
            id="another_title_at_the_same_place",
        ),
        pytest.param(
            make_index(CUPS), make_index(make_entry("mugs")), {"new": ["Mugs"], "gone": ["Cups"]}, id="another_place"
        ),
        pytest.param(
            make_index(make_entry("cups", also_in=(COPY,))),
            make_index(make_entry("mugs", id=COPY.id, original_path="01abc")),
            {"moved": ["Mugs"]},
            id="another_copy_stands_for_it",
        ),
        pytest.param(make_index(CUPS), make_index(make_entry("cups", pinned=True)), {"pinned": ["Cups"]}, id="pinned"),
        pytest.param(
            make_index(),
            make_index(make_entry("cups", pinned=True)),
            {"new": ["Cups"], "pinned": ["Cups"]},
            id="pinned_in",
        ),
        pytest.param(
            make_index(make_entry("cups", pinned=True)), make_index(CUPS), {"unpinned": ["Cups"]}, id="unpinned"
        ),
        pytest.param(make_index(), make_index(vetoed=VETOED), {"vetoed": ["Pots"]}, id="vetoed"),
        pytest.param(make_index(vetoed=VETOED), make_index(), {"unvetoed": ["Pots"]}, id="unvetoed"),
    ],
)
def test_each_change_is_told_once(before: Index, after: Index, expected: dict[str, list[str]]) -> None:
    changes = compare_memories(before, after)
    told = {name: [item.title for item in getattr(changes, name)] for name in CHANGES if getattr(changes, name)}
    assert told == expected
    assert changes.is_same == (not expected)


def test_coverage_tells_states_and_counts() -> None:
    before = make_index(
        coverage=(ThemeCoverage("A", "thin", 2), ThemeCoverage("B", "thin", 1), ThemeCoverage("C", "thin", 1))
    )
    after = make_index(
        coverage=(ThemeCoverage("A", "covered", 3), ThemeCoverage("B", "thin", 1), ThemeCoverage("D", "thin", 2))
    )
    changes = compare_memories(before, after)
    assert [(item.theme, item.state_before, item.state) for item in changes.coverage] == [
        ("A", "thin", "covered"), ("D", "", "thin"), ("C", "thin", ""),
    ]  # fmt: skip
    assert "  A: thin (2) → covered (3)" in render_text(changes)
    assert "  C: thin (1) → no theme" in render_text(changes)


def test_markdown_escapes_what_sources_are_called() -> None:
    changes = compare_memories(make_index(), make_index(make_entry("cups", title="- [x](y) <b>")))
    assert "- \\- \\[x\\](y) &lt;b&gt;: 0.50, 2026-01-02 · obsidian (`cups-0a1b2c3d`)\n" in render_markdown(changes)
    assert render_markdown(compare_memories(make_index(), make_index())) == "# What changed in tea\n\nNothing.\n"


def write(root: Path, *entries: Entry, **changes: object) -> Path:
    write_memory(root, Contents(make_index(*entries, **changes), {entry.id: "full" for entry in entries}, {}))
    return root


def run_diff(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["diff", *map(str, arguments)])


def test_exit_codes_are_those_of_diff(tmp_path: Path) -> None:
    old, new = write(tmp_path / "old", CUPS), write(tmp_path / "new", CUPS, make_entry("lids", 0.4))
    assert run_diff(old, old / "index.yaml").exit_code == 0
    assert run_diff(old, old).output == "no change\n"
    assert run_diff(old, new).exit_code == 1
    assert run_diff(old).exit_code == 2
    assert run_diff(old, tmp_path / "nothing").exit_code in (2, 3)


def test_all_forms_tell_the_same(tmp_path: Path) -> None:
    old, new = write(tmp_path / "old", CUPS), write(tmp_path / "new", CUPS, make_entry("lids", 0.4))
    record = json.loads(run_diff(old, new, "--json").output)
    assert (record["same"], [item["id"] for item in record["new"]]) == (False, ["lids-0a1b2c3d"])
    assert run_diff(old, new, "--format", "json").output == run_diff(old, new, "--json").output
    assert run_diff(old, new).output.startswith("New (1)\n  Lids: 0.40, 2026-01-02 · obsidian\n      lids-0a1b2c3d\n")
    assert "## New (1)\n\n- Lids: 0.40" in run_diff(old, new, "--format", "markdown").output


def test_two_topics_are_compared_with_a_word(tmp_path: Path) -> None:
    old, new = write(tmp_path / "old", CUPS), write(tmp_path / "new", CUPS, topic="bread")
    done = run_diff(old, new)
    assert done.exit_code == 0
    assert "two topics, tea and bread" in done.stderr
