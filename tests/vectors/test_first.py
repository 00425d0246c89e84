"""The layout of the first version of Smart Connections."""

import json
import os
from array import array
from pathlib import Path
from typing import Any

import pytest
from vaults import write_files
from vector_stores import unit, write_first, write_logs

from florilegium.vectors.opening import find_store, read_store

V = unit(1, 2, 3, 4)
W = unit(4, 3, 2, 1)
TIME = 1_700_000_000_000


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write_files(tmp_path, {name: "words" for name in ("A.md", "d/B.md")})
    for name in ("A.md", "d/B.md"):
        os.utime(tmp_path / name, ns=(0, TIME * 1_000_000))
    return tmp_path


def test_notes_and_blocks_are_read_by_their_paths(vault: Path) -> None:
    store = read_store(write_first(vault, {"A.md": V, "A.md#Top#Sub": W, "d/B.md": W}, mtime=TIME))

    assert (store.layout, store.main_model) == ("first", "embeddings-2.json")
    assert list(store.notes) == ["A.md", "d/B.md"]
    assert store.notes["A.md"].vectors["embeddings-2.json"].values == array("f", V)
    assert store.notes["A.md"].blocks["#Top#Sub"].vectors["embeddings-2.json"].values == array("f", W)
    assert (store.models[0].fresh_notes, store.models[0].fresh_blocks) == (2, 1)
    assert store.problems == {}


def test_blocks_can_be_left_out(vault: Path) -> None:
    store = read_store(write_first(vault, {"A.md": V, "A.md#Top": W}), with_blocks=False)
    assert dict(store.notes["A.md"].blocks) == {}


@pytest.mark.parametrize(
    ("mtime", "size", "is_fresh"),
    [(TIME, 99, True), (TIME + 1, 99, True), (TIME - 1, 99, False), (TIME - 1, len("words"), True), (0, 0, False)],
)
def test_a_vector_is_fresh_while_its_file_has_its_time_or_its_size(
    vault: Path, mtime: int, size: int, is_fresh: bool
) -> None:
    store = read_store(write_first(vault, {"A.md": V}, mtime=mtime, size=size))
    assert store.notes["A.md"].vectors["embeddings-2.json"].is_fresh is is_fresh


def test_a_vector_of_a_note_that_is_gone_is_not_fresh(vault: Path) -> None:
    store = read_store(write_first(vault, {"Gone.md": V}))
    assert store.main_model is None
    assert store.stale == ("Gone.md",)


def test_the_newer_file_is_read_where_both_are_there(vault: Path) -> None:
    write_first(vault, {"A.md": V})
    write_first(vault, {"A.md": W}, name="embeddings-3.json")
    assert read_store(vault).main_model == "embeddings-3.json"


def test_every_later_layout_goes_before_it(vault: Path) -> None:
    write_first(vault, {"A.md": V})
    write_logs(vault, {"A_md.ajson": ""}, ".smart-connections/multi")
    assert find_store(vault).layout == "legacy"


@pytest.mark.parametrize("path", ["", "/etc/passwd", "../A.md", "d/../../A.md", "#x", "\ud800.md", None, 7])
def test_a_path_that_can_be_none_of_a_note_is_counted(vault: Path, path: Any) -> None:
    record = {"vec": V, "meta": {"mtime": TIME, "path": path}}
    write_files(vault, {".smart-connections/embeddings-2.json": json.dumps({"0" * 32: record})})
    store = read_store(vault)
    assert (dict(store.problems), dict(store.notes)) == ({"unknown_key": 1}, {})


def test_only_notes_that_are_asked_for_are_named(vault: Path) -> None:
    store = read_store(write_first(vault, {"A.md": V, "Diary.md": W}), notes=["A.md"])
    assert list(store.notes) == ["A.md"]
    assert store.problems == {"absent_note": 1}


def test_a_file_that_was_cut_off_gives_what_is_whole(vault: Path) -> None:
    write_first(vault, {"A.md": V, "d/B.md": W})
    file = vault / ".smart-connections/embeddings-2.json"
    file.write_bytes(file.read_bytes()[:-20])
    store = read_store(vault)
    assert list(store.notes) == ["A.md"]
    assert store.problems == {"half_written": 1}


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "{" * 50])
def test_a_file_without_records_gives_a_reason(vault: Path, text: str) -> None:
    write_files(vault, {".smart-connections/embeddings-2.json": text})
    assert read_store(vault).reason
