"""Several entry notes across sections."""

from walking_vault import walk

from florilegium.vault.opening import OpenVault
from florilegium.walking.context import WalkOptions
from florilegium.walking.reached import Reached, Step
from florilegium.walking.synthesis import balance_notes, choose_across, name_sections

BOTH = "how hot is the water for green tea, and how do I dry mint leaves in July"


def make_entry(path: str, score: float) -> Reached:
    return Reached(path, score, (Step(path, "entry"),), ())


def test_a_question_that_joins_two_sections_gets_entries_of_both(planted: OpenVault) -> None:
    context = walk(planted, BOTH, WalkOptions(mode="synthesis"))
    assert {note.path.split("/")[0] for note in context.notes[:2]} == {"Studies", "Garden"}


def test_one_strong_section_does_not_crowd_out_another() -> None:
    entries = [make_entry(f"A/{number}.md", 1.0 - number / 10) for number in range(5)] + [make_entry("B/x.md", 0.4)]
    assert [note.path for note in choose_across(entries, 6)] == ["A/0.md", "B/x.md", "A/1.md"]


def test_a_section_that_has_little_to_say_gives_no_entry() -> None:
    assert [note.path for note in choose_across([make_entry("A/a.md", 1.0), make_entry("B/b.md", 0.2)], 6)] == [
        "A/a.md"
    ]
    assert choose_across([], 6) == []


def test_the_notes_of_each_entry_take_turns() -> None:
    notes = [make_entry("A/1.md", 1.0), make_entry("A/2.md", 0.9), make_entry("B/1.md", 0.5), make_entry("C.md", 0.4)]
    assert [note.path for note in balance_notes(notes)] == ["A/1.md", "B/1.md", "C.md", "A/2.md"]


def test_sections_are_folders_below_the_one_that_all_share() -> None:
    name = name_sections(["Notes/Tea/a.md", "Notes/Tea/b/c.md", "Notes/Work/d.md"])
    assert [name(path) for path in ("Notes/Tea/a.md", "Notes/Tea/b/c.md", "Notes/Work/d.md")] == [
        "Notes/Tea",
        "Notes/Tea",
        "Notes/Work",
    ]
