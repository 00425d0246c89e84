"""Highlights of duplicates are united: nothing that the reader marked is lost, nothing stands twice."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Draft, Highlight, render_highlights, split_highlights
from florilegium.memory.highlights import Copy, United, unite_highlights


def render(*highlights: Highlight, note: str = "") -> str:
    draft = Draft("readwise", "p", "Title", "", highlights=highlights, document_note=note)
    return render_highlights(draft)


A = Highlight("Files beat databases.")
B = Highlight("A folder is enough.\n\nIt outlives its tool.", note="yes\n\nand again", tags=("tools",))


@pytest.mark.parametrize(
    ("own", "copy", "expected"),
    [
        pytest.param(render(A), "", render(A), id="duplicate_without_highlights"),
        pytest.param("", "", "", id="nothing_marked_anywhere"),
        pytest.param(render(A, B), render(B, A), render(A, B), id="the_same_twice"),
        pytest.param(
            render(A),
            render(Highlight("“Files  *beat* [databases](https://x.example/1).”")),
            render(A),
            id="other_markup",
        ),
        pytest.param(
            "",
            render(A),
            "# Highlights: Title\n\n## Also marked in vault: p.md\n\n> Files beat databases.\n",
            id="only_in_the_duplicate",
        ),
        pytest.param(
            render(A),
            render(A, B),
            render(A) + "\n## Also marked in vault: p.md\n\n" + render(B).split("\n\n", 1)[1],
            id="a_further_passage",
        ),
        pytest.param(
            render(A, B),
            render(Highlight(A.text, note="Is it so?", tags=("doubt",))),
            "# Highlights: Title\n\n> Files beat databases.\n\nNote: Is it so?\n\n(#doubt, also in vault: p.md)\n\n"
            + render(B).split("\n\n", 1)[1],
            id="a_note_on_a_known_passage_joins_it",
        ),
        pytest.param(
            render(A, note="Read again"),
            render(note="Read again"),
            render(A, note="Read again"),
            id="the_same_document_note",
        ),
        pytest.param(
            render(A),
            render(note="Read again"),
            render(A) + "\n## Also marked in vault: p.md\n\nDocument note: Read again\n",
            id="a_further_document_note",
        ),
    ],
)
def test_unite_highlights(own: str, copy: str, expected: str) -> None:
    assert unite_highlights(own, [Copy("vault: p.md", copy)], title="Title").text == expected


def test_what_was_added_is_counted() -> None:
    united = unite_highlights(
        render(A),
        [Copy("one", render(A, B)), Copy("two", render(B, Highlight("Third", note="n")))],
        title="Title",
    )
    assert (united.passages, united.notes) == (2, 2)
    assert united.text.count("A folder is enough.") == 1


def test_the_same_note_on_two_passages_is_two_notes() -> None:
    own = render(Highlight("One", note="!"), Highlight("Two"))
    united = unite_highlights(own, [Copy("x", render(Highlight("Two", note="!")))], title="T")
    assert united.notes == 1
    assert united.text.count("Note: !") == 2


def test_a_later_copy_adds_its_note_to_a_passage_of_an_earlier_one() -> None:
    united = unite_highlights(
        "", [Copy("one", render(A)), Copy("two", render(Highlight(A.text, note="why")))], title="T"
    )
    assert united.text.count("Files beat") == 1
    assert "Note: why\n\n(also in two)" in united.text


WORDS = st.text(alphabet="ab \n>#():*", min_size=1, max_size=12).filter(str.strip)
HIGHLIGHTS = st.lists(st.builds(Highlight, text=WORDS, note=st.one_of(st.just(""), WORDS)), max_size=4)


@settings(derandomize=True, max_examples=150, deadline=None)
@given(HIGHLIGHTS, HIGHLIGHTS)
def test_no_marked_word_and_no_note_is_lost(own: list[Highlight], other: list[Highlight]) -> None:
    """Every word that either file marks or notes is in the united one, and uniting again adds nothing."""
    texts = [render(*own), render(*other)]
    united = unite_highlights(texts[0], [Copy("x", texts[1])], title="T")
    for text in texts:
        for before, after in zip(split_highlights(text), split_highlights(united.text), strict=True):
            assert set(re.findall(r"\w+", before)) <= set(re.findall(r"\w+", after))
    again = unite_highlights(united.text, [Copy("x", texts[1])], title="T")
    assert again == United(united.text, 0, 0)
