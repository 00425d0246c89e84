"""So many notes, so many tokens, each note whole."""

from florilegium.walking.budget import fit_notes
from florilegium.walking.reached import Reached, Step

NOTES = [Reached(f"{size}.md", 1.0, (Step(f"{size}.md", "entry"),), ()) for size in (40, 90, 30, 20)]


def size_of(note: Reached) -> int:
    return int(note.path.removesuffix(".md"))


def test_a_note_too_long_is_left_out_whole_and_shorter_ones_still_fit() -> None:
    kept, cut = fit_notes(NOTES, size_of, max_tokens=100)
    assert [note.path for note in kept] == ["40.md", "30.md", "20.md"]
    assert [(item.path, item.reason, item.why) for item in cut] == [
        ("90.md", "max_tokens", "It needs 90 tokens, and 60 are left.")
    ]


def test_no_more_notes_than_are_wanted() -> None:
    kept, cut = fit_notes(NOTES, size_of, max_notes=2, max_tokens=1000)
    assert [note.path for note in kept] == ["40.md", "90.md"]
    assert {item.reason for item in cut} == {"max_notes"}


def test_nothing_fits_into_nothing() -> None:
    kept, cut = fit_notes(NOTES, size_of, max_tokens=-5)
    assert not kept
    assert cut[0].why == "It needs 40 tokens, and 0 are left."
