"""The two tools of a researcher see the library and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from asking_bench import Bench
from desk import open_desk
from libraries import make_note, write_library

from florilegium.asking.replies import ToolUse
from florilegium.claude.fences import fence
from florilegium.claude.reading_room import PAGE_CHARACTERS, SHOWN, ReadingRoom
from florilegium.search.index import LibraryIndex


def make_room(root: Path, *drafts: Any) -> ReadingRoom:
    library = write_library(root / "library", drafts)
    index = LibraryIndex(root / "index")
    index.update(library)
    return ReadingRoom(library.documents, index.open(), library.texts, fence)


def search(room: ReadingRoom, text: str, *, origin: str = "vault", **filters: Any) -> str:
    return room.answer(ToolUse("t1", "search", {"origin": origin, "text": text, "filters": filters})).text


TEA = make_note("Cold tea", "Cold tea steeps for eleven hours.", tags=("tea",), location="Kitchen", saved="2026-03-04")
SOUP = make_note("Soup", "Cold soup wants dill.", authors=("Ada Lovelace",), location="Garden")


def test_a_search_shows_ids_and_metadata_and_no_text(tmp_path: Path) -> None:
    room = make_room(tmp_path, TEA, SOUP)
    told = search(room, "eleven hours")
    assert list(room.shown) == ["cold-tea-" + next(iter(room.shown))[-8:]]
    assert "title: Cold tea" in told
    assert "eleven" not in told


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["cold-tea", "soup"]),
        ({"tag": "#tea"}, ["cold-tea"]),
        ({"location": "garden"}, ["soup"]),
        ({"author": "lovelace"}, ["soup"]),
        ({"since": "2026-03"}, ["cold-tea"]),
        ({"since": "2026-04"}, []),
        ({"until": "2026-03"}, ["cold-tea"]),
        ({"until": "2025"}, []),
        ({"marked": True}, []),
    ],
    ids=str,
)
def test_filters_bound_what_is_shown(tmp_path: Path, filters: dict[str, Any], expected: list[str]) -> None:
    room = make_room(tmp_path, TEA, SOUP)
    search(room, "cold", **filters)
    assert sorted(name[:-9] for name in room.shown) == expected


def test_origins_are_searched_apart(tmp_path: Path) -> None:
    room = make_room(tmp_path, TEA)
    assert search(room, "cold tea", origin="readwise feed") == "Nothing in readwise feed has these words."


def test_no_more_is_shown_than_one_can_read(tmp_path: Path) -> None:
    room = make_room(tmp_path, *(make_note(f"Tea {number}", "Cold tea.") for number in range(SHOWN + 3)))
    assert search(room, "cold tea").endswith("3 more match less well.")
    assert len(room.shown) == SHOWN


def test_only_what_was_shown_can_be_read(tmp_path: Path) -> None:
    """An id that exists and was not shown is refused and counted as one that does not exist."""
    room = make_room(tmp_path, TEA, SOUP)
    search(room, "eleven")
    shown = next(iter(room.shown))
    other = next(name for name in room.documents if name != shown)
    assert "eleven hours" in room.answer(ToolUse("t1", "read", {"id": shown, "part": "1"})).text
    for name in (other, "invented-00000000", "../../etc/passwd"):
        result = room.answer(ToolUse("t1", "read", {"id": name, "part": "1"}))
        assert (result.is_error, result.text) == (True, "no search has shown a document with this id")
    assert room.refused == 3


def test_a_long_text_is_read_page_by_page(tmp_path: Path) -> None:
    text = "Cold tea.\n\n" * 1_500
    room = make_room(tmp_path, make_note("Tea", text))
    search(room, "cold tea")
    name = next(iter(room.shown))
    first = room.answer(ToolUse("t1", "read", {"id": name, "part": "1"})).text
    assert first.startswith("Page 1 of 3\n")
    assert len(first) < PAGE_CHARACTERS + 100
    assert room.answer(ToolUse("t1", "read", {"id": name, "part": "4"})).is_error
    assert room.answer(ToolUse("t1", "read", {"id": name, "part": "highlights"})).text == "nothing is marked"


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("shell", {"command": "ls"}),
        ("search", {}),
        ("search", {"origin": "web", "text": "x"}),
        ("search", {"origin": "vault", "text": 3}),
        ("search", {"origin": "vault", "text": "x", "filters": {"path": "/"}}),
        ("read", {"id": "x"}),
        ("read", {"id": "x", "part": "0"}),
        ("read", {"id": "x", "part": "full"}),
    ],
)
def test_a_call_of_another_form_is_told_so(tmp_path: Path, name: str, inputs: dict[str, Any]) -> None:
    room = make_room(tmp_path, TEA)
    assert room.answer(ToolUse("t1", name, inputs)).is_error
    assert not room.shown


def test_origins_are_counted(bench: Bench, tmp_path: Path) -> None:
    desk = open_desk(bench, tmp_path)
    room = ReadingRoom(desk.library.documents, desk.index.open(), desk.library.texts, fence)
    assert room.count_origins().split("\n")[:2] == ["vault: 12", "readwise library: 0"]
