"""Key terms tell a document from the rest of its library."""

from pathlib import Path

from libraries import make_note, write_library

from florilegium.library import Library
from florilegium.local.key_terms import find_key_terms
from florilegium.search.index import LibraryIndex

COMMON = "the meeting about the project and the weather of the week"


def find(root: Path, library: Library, title: str) -> tuple[str, ...]:
    index = LibraryIndex(root / "index")
    index.update(library)
    document = next(item for item in library.documents.values() if item.title == title)
    vector = index.open().read_vector(document.id)
    assert vector is not None
    return find_key_terms(vector, f"{title}\n{library.texts.read_text(document.id)}", index.open())


def test_repeated_rare_words_come_first(tmp_path: Path) -> None:
    notes = [make_note(f"Week {number}", COMMON) for number in range(12)]
    text = f"{COMMON}. Budgets budgets budget’s end. The archivist’s archive of 2026 ab."
    found = find(tmp_path, write_library(tmp_path / "library", [*notes, make_note("Plan", text)]), "Plan")
    # As they are mostly written, not as stems.
    assert set(found[:2]) == {"plan", "budgets"}
    assert {"archive", "archivist"} < set(found)
    assert not {"2026", "ab", "the", "archivist’s"} & set(found)
    assert found.index("budgets") < found.index("meeting")


def test_pairs_of_characters_are_key_terms(tmp_path: Path) -> None:
    notes = [make_note(f"Week {number}", COMMON) for number in range(5)]
    found = find(tmp_path, write_library(tmp_path / "library", [*notes, make_note("学習", "機械学習の学習")]), "学習")
    assert found[0] == "学習"
    assert "学" not in found


def test_another_note_does_not_move_them(tmp_path: Path) -> None:
    notes = [make_note(f"Week {number}", f"{COMMON} {number}") for number in range(30)]
    plan = make_note("Plan", f"{COMMON} budget budget archive forgetting")
    before = find(tmp_path, write_library(tmp_path / "library", [*notes, plan]), "Plan")
    other = make_note("Week 3", "a wholly other text on fennel and archives")
    after = find(tmp_path, write_library(tmp_path / "library", [*notes, other, plan]), "Plan")
    assert before == after
