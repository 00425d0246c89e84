"""What is kept answers as the files do, is never stale, and is never needed."""

import os
import shutil
from pathlib import Path

import pytest
from varied_memory import make_varied

from florilegium.errors import ArtifactError
from florilegium.memory.folder import Memory
from florilegium.reading.filters import Filters
from florilegium.reading.finding import find_matches
from florilegium.reading.keeping import MOST_FILES, Keeper, find_keeper
from florilegium.reading.matches import Match

QUESTIONS = [
    "forgetting",
    "forgetting budget",
    '"forgetting budget" folder',
    "budgets trams",
    "記憶",
    "記",
    "the of",
    "adeyemi",
    "zebra",
    "?!",
]


def keep(folder: Path | None) -> Keeper:
    """Return a keeper that keeps small memories too, and those of this very moment."""
    return Keeper(folder, small_bytes=0, settled_ns=0)


def ask(keeper: Keeper, path: Path, text: str | None, filters: Filters | None = None) -> list[Match]:
    memory = keeper.open_memory(path)
    return find_matches([memory], text, filters or Filters(), find_terms=keeper.find_terms)


def list_kept(folder: Path) -> list[str]:
    return sorted(path.suffix for path in folder.iterdir())


@pytest.mark.parametrize("text", [None, *QUESTIONS])
@pytest.mark.parametrize("filters", [Filters(), Filters(origins=("web", "file"), minimum=0.3)], ids=["all", "some"])
def test_kept_terms_answer_as_the_texts_do(varied: Path, tmp_path: Path, text: str | None, filters: Filters) -> None:
    expected = ask(keep(None), varied, text, filters)
    for _ in range(2):  # made, then found again
        assert ask(keep(tmp_path / "a%20#cache?"), varied, text, filters) == expected
    assert text in (None, "zebra", "?!", "記", "記憶", "adeyemi") or expected


def test_both_are_kept_for_their_user_alone(varied: Path, tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    ask(keep(folder), varied, "forgetting")
    assert list_kept(folder) == [".catalogue", ".terms"]
    if os.name == "posix":
        assert [path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())] == [0, 0, 0]


@pytest.mark.parametrize("layer", ["full", "highlights"])
@pytest.mark.parametrize("same_time", [True, False], ids=["same_time_and_size", "later"])
def test_an_edited_layer_is_seen(tmp_path: Path, layer: str, same_time: bool) -> None:
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    assert ask(keep(folder), root, "zebra") == []
    path = sorted((root / layer).iterdir())[0]
    before = path.stat()
    content = path.read_bytes()
    path.write_bytes(b"zebra " + content[6:])
    if same_time:
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert [match.entry.id for match in ask(keep(folder), root, "zebra")] == [path.stem]


def test_an_edited_catalogue_is_seen(tmp_path: Path) -> None:
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    ask(keep(folder), root, "zebra")
    path = root / "index.yaml"
    before = path.stat()
    path.write_text(path.read_text(encoding="utf-8").replace("title: Work 3", "title: Zebra3"), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert [match.entry.title for match in ask(keep(folder), root, "zebra3")] == ["Zebra3"]


def test_a_memory_in_the_place_of_another_is_seen(tmp_path: Path) -> None:
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    ask(keep(folder), root, "work")
    make_varied(root, 8, first=8)
    assert {match.entry.title for match in ask(keep(folder), root, "work")} == {f"Work {n}" for n in range(8, 16)}
    assert list_kept(folder) == [".catalogue", ".terms"]  # nothing of the first one is left


def test_what_is_lost_or_broken_is_told_as_ever(tmp_path: Path) -> None:
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    ask(keep(folder), root, "work")
    sorted((root / "full").iterdir())[0].unlink()
    with pytest.raises(ArtifactError, match="cannot be read"):
        ask(keep(folder), root, "work")
    (root / "index.yaml").write_text("entries: [", encoding="utf-8")
    with pytest.raises(ArtifactError, match="not YAML"):
        ask(keep(folder), root, None)


def test_what_is_younger_than_the_clock_can_tell_is_not_kept(tmp_path: Path) -> None:
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    keeper = Keeper(folder, small_bytes=0, settled_ns=10**18)
    assert len(ask(keeper, root, "work")) == 8
    assert list_kept(folder) == [".catalogue"]


@pytest.mark.parametrize("content", [b"", b"x", b"\x00" * 5000], ids=["empty", "short", "foreign"])
@pytest.mark.parametrize("cut", [True, False], ids=["cut", "replaced"])
def test_a_broken_file_is_as_good_as_none(tmp_path: Path, content: bytes, cut: bool) -> None:
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    expected = ask(keep(folder), root, "forgetting")
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[: len(path.read_bytes()) // 2] if cut else content)
    assert ask(keep(folder), root, "forgetting") == expected


def test_a_slice_needs_no_terms(tmp_path: Path) -> None:
    """Filters alone neither make the terms nor look at a text."""
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    shutil.rmtree(root / "full")
    assert [match.entry.title for match in ask(keep(folder), root, None, Filters(minimum=0.995))] == [
        "Work 0",
        "Work 1",
    ]
    assert list_kept(folder) == [".catalogue"]


@pytest.mark.parametrize("text", ["forgetting budget", '"budget forgetting"', "記 zebra"])
def test_terms_that_cannot_be_kept_answer_all_the_same(varied: Path, tmp_path: Path, text: str) -> None:
    """So it is on a disk that is read only, and with a memory of this very moment."""
    folder = tmp_path / "cache"
    folder.write_text("in the way", encoding="utf-8")
    assert ask(keep(folder), varied, text) == ask(keep(None), varied, text)


def test_terms_beside_each_other_all_count(tmp_path: Path) -> None:
    root = make_varied(tmp_path / "memory", 8)
    path = sorted((root / "full").iterdir())[0]
    path.write_text("Trams trams trams, budget trams.\n", encoding="utf-8")
    (found,) = [match for match in ask(keep(tmp_path / "cache"), root, '"trams trams budget"')]
    assert found.entry.id == path.stem
    assert {share.term: share.counts["full"] for share in found.terms} == {"tram": 4, "budget": 1}


def test_nowhere_to_keep_is_no_failure(tmp_path: Path) -> None:
    """A file stands where the folder should be: so it is on a disk that is read only, whoever asks."""
    root, folder = make_varied(tmp_path / "memory", 8), tmp_path / "cache"
    folder.write_text("in the way", encoding="utf-8")
    assert len(ask(keep(folder), root, "work")) == 8


def test_nothing_is_written_into_the_memory(tmp_path: Path) -> None:
    root = make_varied(tmp_path / "memory", 8)
    before = sorted(root.rglob("*"))
    ask(keep(tmp_path / "cache"), root, "work")
    assert sorted(root.rglob("*")) == before


def test_old_files_go(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    for number in range(MOST_FILES + 5):
        (folder / f"{number}.catalogue").write_bytes(b"")
        os.utime(folder / f"{number}.catalogue", ns=(number, number))
    ask(keep(folder), make_varied(tmp_path / "memory", 8), None)
    names = {path.name for path in folder.iterdir()}
    assert len(names) == MOST_FILES
    assert "5.catalogue" not in names and f"{MOST_FILES + 4}.catalogue" in names


def test_small_memories_are_not_kept(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert len(ask(Keeper(folder), make_varied(tmp_path / "memory", 8), "work")) == 8
    assert not folder.exists()


@pytest.mark.parametrize("named", ["somewhere", ""])
def test_the_user_names_the_folder_or_none(
    tmp_path: Path, varied: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("FLORILEGIUM_CACHE", str(tmp_path / named) if named else "")
    find_keeper().open_memory(varied)
    assert not (own_home / "florilegium").exists()
    assert (tmp_path / "somewhere").exists() is bool(named)


def test_by_itself_it_is_the_folder_of_the_system(
    varied: Path, own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FLORILEGIUM_CACHE", raising=False)
    opened = find_keeper().open_memory(varied)
    assert isinstance(opened, Memory)
    assert (own_home / "florilegium").is_dir()
