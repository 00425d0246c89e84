"""Ranking the sources of a memory by a text."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import pytest

from florilegium.documents import hash_text, make_id
from florilegium.entries import Entry, Index
from florilegium.errors import ArtifactError
from florilegium.memory.folder import Contents, Memory, load_memory, write_memory
from florilegium.reading.matches import Match, Source
from florilegium.reading.ranking import rank_sources


def make_memory(root: Path, sources: dict[str, dict[str, str]]) -> Memory:
    """Return a memory of these titles, each with its `summary`, `highlights`, `full` and `author`."""
    entries, full, highlights = [], {}, {}
    for title, texts in sources.items():
        document_id = make_id(title=title, origin="obsidian", source="v", original_path=f"{title}.md")
        full[document_id] = texts.get("full", "")
        if texts.get("highlights"):
            highlights[document_id] = texts["highlights"]
        entry = Entry(
            id=document_id, title=title, authors=(texts.get("author", ""),), origin="obsidian", location="",
            kind="note", authorship="own", publication="", published=None, saved=None, tags=(), notebook=None,
            relevance_score=0.5, seed=False, themes=(), found_by=(), signal="metadata",
            summary=texts.get("summary", ""),
            uri_highlights=f"highlights/{document_id}.md" if document_id in highlights else None,
            uri_full=f"full/{document_id}.md", original_path=f"{title}.md", source_url=None, also_in=(), words=1,
            highlights=0, own_notes=0, sha256=hash_text(full[document_id]), reason="",
        )  # fmt: skip
        entries.append(entry)
    index = Index(1, "t", "T", "B", 1, len(entries), {"obsidian": len(entries)}, (), 0, tuple(entries))
    write_memory(root / "memory", Contents(index, full, highlights))
    return load_memory(root / "memory")


def rank_entries(memory: Memory, entries: Sequence[Entry], text: str) -> list[Match]:
    return rank_sources([Source(memory, entry) for entry in entries], text, find_terms=lambda memory: None)


def rank(memory: Memory, text: str) -> list[str]:
    return [match.entry.title for match in rank_entries(memory, memory.index.entries, text)]


FILLER = "Weather was fine on the island and the ferry came late. " * 3


@pytest.mark.parametrize(
    ("text", "sources", "expected"),
    [
        pytest.param(
            "forgetting",
            {"Full": {"full": "To forget."}, "Forgetting": {}, "None": {"full": "x"}},
            ["Forgetting", "Full"],
            id="title_before_full_text",
        ),
        pytest.param(
            "tram",
            {"A": {"full": f"{FILLER} tram"}, "B": {"full": FILLER, "highlights": f"> {FILLER} tram"}},
            ["B", "A"],
            id="what_the_reader_marked_before_the_text_around_it",
        ),
        pytest.param("adeyemi", {"A": {"author": "Noor Adeyemi"}, "B": {}}, ["A"], id="author"),
        pytest.param("budgets", {"A": {"summary": "A budget."}, "B": {}}, ["A"], id="summary_and_endings"),
        pytest.param(
            "forgetting budget",
            {"A": {"full": "A budget for forgetting."}, "B": {"full": "A forgetting budget."}},
            ["B", "A"],
            id="side_by_side_comes_first",
        ),
        pytest.param(
            '"forgetting budget"',
            {"A": {"full": "A budget for forgetting."}, "B": {"full": "A forgetting budget."}},
            ["B"],
            id="quoted_words_must_stand_side_by_side",
        ),
        pytest.param(
            "agents forget",
            {"A": {"full": "agents forget"}, "B": {"full": "agents"}, "C": {"full": "agents"}, "D": {"full": "agent"}},
            ["A"],
            id="a_word_that_all_have_is_no_answer",
        ),
        pytest.param("記憶", {"A": {"full": "彼は記憶を失う。"}, "B": {"full": "日記"}}, ["A"], id="two_characters"),
        pytest.param("記", {"A": {"full": "彼は記憶を失う。"}, "B": {"full": "x"}}, ["A"], id="one_character"),
        pytest.param("the who", {"The Who": {}, "Other": {"full": "x"}}, ["The Who"], id="only_stop_words"),
        pytest.param("C++", {"C": {}, "C++": {}, "C#": {}}, ["C++"], id="signs_of_a_name"),
        pytest.param("zebra", {"A": {"full": "x"}}, [], id="nothing"),
        pytest.param("?!", {"A": {"full": "?!"}}, [], id="no_word"),
        pytest.param("x", {"B": {"full": "x"}, "A": {"full": "x"}}, ["A", "B"], id="ties_by_id"),
    ],
)
def test_rank_entries(tmp_path: Path, text: str, sources: dict[str, dict[str, str]], expected: list[str]) -> None:
    assert rank(make_memory(tmp_path, sources), text) == expected


def test_equal_scores_go_by_relevance(tmp_path: Path) -> None:
    memory = make_memory(tmp_path, {"A": {"full": "x"}, "B": {"full": "x"}})
    first, second = memory.index.entries
    entries = [first, dataclasses.replace(second, relevance_score=0.9)]
    assert [match.entry.title for match in rank_entries(memory, entries, "x")] == ["B", "A"]


def test_the_order_given_does_not_matter(tmp_path: Path) -> None:
    memory = make_memory(tmp_path, {name: {"full": f"tram {name} " * n} for n, name in enumerate("abcde", start=1)})
    entries = memory.index.entries
    assert rank_entries(memory, entries, "tram") == rank_entries(memory, entries[::-1], "tram")


def test_the_fields_are_named(tmp_path: Path) -> None:
    memory = make_memory(tmp_path, {"Tram": {"full": "tram", "summary": "bus"}})
    assert rank_entries(memory, memory.index.entries, "tram")[0].fields == ("title", "full")


def test_no_sources_no_matches(tmp_path: Path) -> None:
    assert rank_entries(make_memory(tmp_path, {}), [], "tram") == []


def test_a_lost_layer_is_an_error(tmp_path: Path) -> None:
    memory = make_memory(tmp_path, {"A": {"full": "x"}})
    (memory.root / memory.index.entries[0].uri_full).unlink()
    with pytest.raises(ArtifactError, match="cannot be read"):
        rank(memory, "x")
