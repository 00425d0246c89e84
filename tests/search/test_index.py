"""The index on disk: whole at every moment, and the same whatever it lived through."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st
from libraries import make_note, write_library

from florilegium.drafts import Draft, Highlight
from florilegium.errors import BusyError
from florilegium.library import Library
from florilegium.search import index as index_module
from florilegium.search.index import POINTER_NAME, LibraryIndex
from florilegium.search.manifest import MANIFEST_NAME, ManifestError
from florilegium.search.phrasings import parse_query
from florilegium.search.searcher import Filter

ROOT = Path(__file__).resolve().parents[2]
NOTES = [
    make_note("Forgetting budget", "How much an agent may keep. The forgetting budget is two hundred notes."),
    make_note("Cold folder", "Notes that nobody opened go to the cold folder."),
    make_note("Fish soup", "Cod, fennel and bread."),
    make_note("C", "A language of pointers."),
    make_note("C++", "A language with classes: C++ templates."),
    make_note("学習ノート", "機械学習は難しい。猫が好き。"),
]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return write_library(tmp_path / "library", NOTES)


@pytest.fixture
def index(tmp_path: Path, library: Library) -> LibraryIndex:
    made = LibraryIndex(tmp_path / "index")
    made.update(library)
    return made


def find_titles(index: LibraryIndex, library: Library, text: str, **options: str) -> list[str]:
    return [library.documents[name].title for name, _ in index.search(text, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("forgetting budgets", "Forgetting budget", id="stems"),
        pytest.param("the notes nobody opened", "Cold folder", id="text"),
        pytest.param("fennel", "Fish soup", id="one word"),
        pytest.param("C++", "C++", id="signs"),
        pytest.param("学習", "学習ノート", id="two characters"),
        pytest.param("械学", "学習ノート", id="two characters in a run"),
        pytest.param("猫", "学習ノート", id="one character"),
        pytest.param("習", "学習ノート", id="one character in a run"),
    ],
)
def test_a_query_finds_its_note(index: LibraryIndex, library: Library, query: str, expected: str) -> None:
    """Chinese, Japanese and Korean text indexed as one token would find nothing."""
    assert find_titles(index, library, query)[0] == expected


def test_nothing_is_found_for_what_nobody_wrote(index: LibraryIndex) -> None:
    assert index.search("chromodynamics") == []
    assert index.search("?!") == []


def test_title_of_stop_words_is_found(tmp_path: Path) -> None:
    library = write_library(tmp_path / "library", [make_note("The Who", "A band."), make_note("Other", "Who is the?")])
    index = LibraryIndex(tmp_path / "index")
    index.update(library)
    assert find_titles(index, library, "the who") == ["The Who"]


def test_the_whole_of_a_large_note_is_searchable(tmp_path: Path) -> None:
    text = "".join(f"Line {number} of nothing much at all.\n" for number in range(30_000)) + "The last word: zeugma.\n"
    library = write_library(tmp_path / "library", [make_note("Large", text), *NOTES])
    index = LibraryIndex(tmp_path / "index")
    index.update(library)
    assert len(text) > 1_000_000
    assert find_titles(index, library, "zeugma") == ["Large"]


def test_front_matter_is_not_searched_but_highlights_are(tmp_path: Path) -> None:
    drafts = [
        make_note("Marked", "Text.", highlights=(Highlight("a luminous passage", note="compare with Ostrom"),)),
        make_note("Fronted", "---\nplugin: kanban\n---\nText.", tags=("field/botany",), aliases=("Herbarium",)),
    ]
    library = write_library(tmp_path / "library", drafts)
    index = LibraryIndex(tmp_path / "index")
    index.update(library)
    found = {
        query: find_titles(index, library, query) for query in ("luminous", "ostrom", "kanban", "botany", "herbarium")
    }
    assert found == {
        "luminous": ["Marked"],
        "ostrom": ["Marked"],
        "kanban": [],
        "botany": ["Fronted"],
        "herbarium": ["Fronted"],
    }


def test_filters_bound_a_search(tmp_path: Path) -> None:
    drafts = [
        make_note("Vault note", "budget"),
        Draft("readwise", "1", "Saved", "budget", location="library", kind="article"),
        Draft("readwise", "2", "Subscribed", "budget", location="feed", kind="article"),
    ]
    library = write_library(tmp_path / "library", drafts)
    index = LibraryIndex(tmp_path / "index")
    index.update(library)
    assert find_titles(index, library, "budget", origin="obsidian") == ["Vault note"]
    assert find_titles(index, library, "budget", origin="readwise", location="feed") == ["Subscribed"]
    assert sorted(find_titles(index, library, "budget", kind="article")) == ["Saved", "Subscribed"]
    where = Filter(origin="readwise", without_location="feed")
    matches = index.open().search(parse_query("budget"), where=where)
    assert [library.documents[match.id].title for match in matches] == ["Saved"]


def test_equal_notes_come_in_the_order_of_their_ids(tmp_path: Path) -> None:
    drafts = [make_note(f"Twin {letter}", "same words here") for letter in "dbca"]
    index = LibraryIndex(tmp_path / "index")
    index.update(write_library(tmp_path / "library", drafts))
    names = [name for name, _ in index.search("same words")]
    assert len(names) == 4
    assert names == sorted(names)


def test_update_says_what_it_did(tmp_path: Path, index: LibraryIndex) -> None:
    """Nothing changed: nothing is indexed again."""
    folder = tmp_path / "library"
    generation = (index.folder / POINTER_NAME).read_bytes()
    again = index.update(Library(folder))
    assert (again.added, again.replaced, again.removed, again.rebuilt) == (0, 0, 0, False)
    assert (index.folder / POINTER_NAME).read_bytes() == generation
    changed = index.update(write_library(folder, [make_note("Fish soup", "Trout and dill."), *NOTES[:2], *NOTES[3:]]))
    assert (changed.added, changed.replaced, changed.removed, changed.rebuilt) == (0, 1, 0, False)
    assert index.search("fennel") == []
    assert len(index.search("trout")) == 1


def test_much_replaced_is_built_anew(tmp_path: Path, index: LibraryIndex) -> None:
    """An index of mostly dead documents would select badly."""
    drafts = [make_note(draft.title, draft.text + " Again.") for draft in NOTES[:3]] + NOTES[3:]
    assert index.update(write_library(tmp_path / "library", drafts)).rebuilt


WORDS = ("budget", "forget", "cold", "folder", "学習", "queue", "notes")
EDITS = st.lists(
    st.tuples(st.integers(0, 11), st.lists(st.sampled_from(WORDS), min_size=0, max_size=6)), min_size=1, max_size=5
)


@settings(derandomize=True, max_examples=12, deadline=None)
@given(edits=EDITS)
def test_history_does_not_show(tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[int, list[str]]]) -> None:
    """A fresh index and one that lived through edits, additions and deletions answer alike, scores included."""
    root = tmp_path_factory.mktemp("history")
    drafts = {number: make_note(f"Note {number}", " ".join(WORDS[number % 5 :])) for number in range(12)}
    lived = LibraryIndex(root / "lived")
    lived.update(write_library(root / "library", drafts.values()))
    for number, words in edits:
        if words:
            drafts[number] = make_note(f"Note {number}", " ".join(words))
        else:
            drafts.pop(number, None)
        lived.update(write_library(root / "library", drafts.values()))
    fresh = LibraryIndex(root / "fresh")
    fresh.update(Library(root / "library"))
    for query in ("forgetting budget", "cold folder", "学習", "notes"):
        assert lived.search(query, limit=20) == fresh.search(query, limit=20)


def damage_pointer(folder: Path) -> None:
    (folder / POINTER_NAME).write_bytes(b"\xff../../etc")


def damage_manifest(folder: Path) -> None:
    path = next(folder.glob(f"generation-*/{MANIFEST_NAME}"))
    path.write_bytes(path.read_bytes()[:-3] + b"abc")


def remove_manifest(folder: Path) -> None:
    next(folder.glob(f"generation-*/{MANIFEST_NAME}")).unlink()


def cut_segment(folder: Path) -> None:
    path = next(folder.glob("generation-*/*.store"))
    path.write_bytes(path.read_bytes()[:10])


def alter_segment(folder: Path) -> None:
    path = next(folder.glob("generation-*/*.idx"))
    path.write_bytes(bytes(len(path.read_bytes())))


def remove_segment(folder: Path) -> None:
    next(folder.glob("generation-*/*.term")).unlink()


def empty_generation(folder: Path) -> None:
    for path in folder.glob("generation-*/*"):
        path.unlink()


@pytest.mark.parametrize(
    "damage",
    [damage_pointer, damage_manifest, remove_manifest, cut_segment, alter_segment, remove_segment, empty_generation],
)
def test_a_damaged_index_is_built_again(index: LibraryIndex, library: Library, damage: object) -> None:
    expected = index.search("forgetting budget")
    damage(index.folder)  # type: ignore[operator]
    healed = LibraryIndex(index.folder)
    assert healed.update(library).rebuilt
    assert healed.search("forgetting budget") == expected
    assert len(list(index.folder.glob("generation-*"))) == 1


def test_another_format_is_built_again(index: LibraryIndex, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("florilegium.search.manifest.name_format", lambda: "newer")
    monkeypatch.setattr(index_module, "name_format", lambda: "newer")
    assert index.update(library).rebuilt
    assert not index.update(library).rebuilt


def test_no_index_is_an_error_of_its_own(tmp_path: Path) -> None:
    with pytest.raises(ManifestError, match="no index yet"):
        LibraryIndex(tmp_path / "nowhere").search("x")


def test_a_killed_update_leaves_the_last_generation(
    tmp_path: Path, index: LibraryIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = index.search("forgetting budget")
    library = write_library(tmp_path / "library", [*NOTES, make_note("New", "forgetting budget")])

    def stop(path: Path, text: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(index_module, "write_text", stop)
        with pytest.raises(KeyboardInterrupt):
            index.update(library)
    assert LibraryIndex(index.folder).search("forgetting budget") == expected
    assert index.update(library).added == 1
    assert len(index.search("forgetting budget")) == 2
    assert len(list(index.folder.glob("generation-*"))) == 1


def test_a_reader_goes_on_while_the_index_is_replaced(tmp_path: Path, index: LibraryIndex) -> None:
    before = index.open()
    expected = before.search(parse_query("forgetting budget"))
    index.update(write_library(tmp_path / "library", [make_note("Other", "Nothing of the kind.")]))
    assert before.search(parse_query("forgetting budget")) == expected
    assert index.search("forgetting budget") == []


def test_two_builders_and_many_readers_do_not_harm_each_other(tmp_path: Path, library: Library) -> None:
    folder = tmp_path / "index"
    LibraryIndex(folder).update(library)
    expected = LibraryIndex(folder).search("forgetting budget")
    stop = threading.Event()

    def build(number: int) -> None:
        other = write_library(tmp_path / f"library-{number}", [*NOTES, make_note("Extra", f"word{number}")])
        for _ in range(4):
            LibraryIndex(folder).update(other)
            LibraryIndex(folder).update(library)

    def read() -> int:
        count = 0
        while not stop.is_set():
            assert LibraryIndex(folder).search("forgetting budget")[0][0] == expected[0][0]
            count += 1
        return count

    with ThreadPoolExecutor(4) as executor:
        readers = [executor.submit(read) for _ in range(2)]
        builders = [executor.submit(build, number) for number in range(2)]
        try:
            for builder in builders:
                builder.result()
        finally:
            stop.set()
        assert all(reader.result() > 0 for reader in readers)
    assert LibraryIndex(folder).search("forgetting budget") == expected


def test_a_builder_that_never_ends_is_named(
    index: LibraryIndex, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_module, "WAIT_S", 0.05)
    with FileLock(index.folder / "build.lock"), pytest.raises(BusyError, match="another run"):
        LibraryIndex(index.folder).update(library)


def test_files_are_copied_where_there_are_no_links(
    tmp_path: Path, index: LibraryIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    index.update(write_library(tmp_path / "library", [*NOTES, make_note("New", "trout")]))
    assert len(index.search("trout")) == 1


SCRIPT = """
import sys
from pathlib import Path
from florilegium.library import Library
from florilegium.search.index import LibraryIndex
index = LibraryIndex(Path(sys.argv[2]))
index.update(Library(Path(sys.argv[1])))
print(index.search("forgetting budget notes"), index.search("language"))
"""


@pytest.mark.slow
def test_hash_seed_does_not_show(tmp_path: Path, library: Library) -> None:
    outputs = set()
    for seed in ("0", "1", "4242"):
        command = [sys.executable, "-c", SCRIPT, str(library.root), str(tmp_path / f"index-{seed}")]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "LC_ALL": "C"}
        outputs.add(subprocess.run(command, env=environment, check=True, capture_output=True).stdout)
    assert len(outputs) == 1
