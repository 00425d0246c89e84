"""Highlights of Readwise: actions, places, merging."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Highlight
from florilegium.sources.readwise_highlights import (
    Actions,
    Mark,
    clean_tags,
    compose_text,
    describe_place,
    join_notes,
    merge_marks,
    split_actions,
)


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        pytest.param(".h1", Actions("", (), False), id="heading"),
        pytest.param(".h1 ch. 3", Actions("ch. 3", (), False), id="heading_and_words"),
        pytest.param(".c1", Actions("", (), False), id="joined_passage"),
        pytest.param(
            ".favorite .tag quote it, with credit", Actions("quote it, with credit", ("favorite",), False), id="two"
        ),
        pytest.param(".pricing .b2b", Actions("", ("pricing", "b2b"), False), id="tags"),
        pytest.param("see above\n.pricing", Actions("see above", ("pricing",), False), id="on_a_line_of_its_own"),
        pytest.param(".discard", Actions("", (), True), id="discard"),
        pytest.param("a .tag inside", Actions("a .tag inside", (), False), id="in_prose"),
        pytest.param(".5 degrees", Actions(".5 degrees", (), False), id="a_number"),
        pytest.param("... hm", Actions("... hm", (), False), id="dots"),
        pytest.param("- [ ] 10:30 call: Ravi", Actions("- [ ] 10:30 call: Ravi", (), False), id="check_box_and_time"),
        pytest.param("", Actions("", (), False), id="empty"),
    ],
)
def test_parts_a_note(note: str, expected: Actions) -> None:
    """Only documented commands are metadata: check boxes, times and bullets of a note stay its words."""
    assert split_actions(note) == expected


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=".ab1 \n#", max_size=40))
def test_parting_a_note_is_stable(note: str) -> None:
    words = split_actions(note).note
    assert split_actions("x " + words).note == ("x " + words).strip()


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("page", "12", "page 12"),
        ("location", "340", "location 340"),
        ("time_offset", "242", "time 0:04:02"),
        ("time_offset", "1:02", "time 1:02"),
        ("order", "120", ""),
        ("none", "", ""),
        ("", "4", ""),
        ("verse_line", "4", "verse line 4"),
    ],
)
def test_describes_a_place(kind: str, value: str, expected: str) -> None:
    assert describe_place(kind, value) == expected


def _mark(text: str, *ids: str, order: float = 0.0, **fields: object) -> Mark:
    return Mark(Highlight(text, **fields), frozenset(ids), (order, ""))  # type: ignore[arg-type]


def test_one_highlight_told_three_times_is_one() -> None:
    """The same highlights exported two or three times: merged by Readwise id, then by text."""
    merged = merge_marks(
        [
            _mark("Buyers anchor.", "v2 1", "v3 x", order=7, key="1", tags=("anchor",), location="page 2"),
            _mark("Buyers anchor", "v3 x", order=7, key="x", note="true", tags=("Anchor", "b"), made="2026-01-05"),
            _mark("buyers  anchor.", "v2 9", order=3, note="true", made="2026-01-04"),
            _mark("Another.", "v2 2", order=1),
        ]
    )
    assert merged == (
        Highlight("Another."),
        Highlight("Buyers anchor.", "true", ("anchor", "b"), "page 2", "2026-01-04", "x"),
    )


def test_different_highlights_stay_apart() -> None:
    assert len(merge_marks([_mark("a", "1"), _mark("b", "2"), _mark("c")])) == 3


def test_different_notes_are_all_kept() -> None:
    assert join_notes(["one", "", "One.", "two", "tw"]) == "one\n\ntwo\n\ntw"


def test_cleans_tags() -> None:
    assert clean_tags(["#Pricing", ".favorite", " pricing ", "", "two words"]) == ("Pricing", "favorite", "two words")


def test_composes_a_text_of_what_is_known() -> None:
    assert compose_text("T", "", ["a\n\nb", "c"]) == "# T\n\n> a\n>\n> b\n\n> c\n"
    assert compose_text("T", "", []) == "# T\n"
