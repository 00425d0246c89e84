"""Drafts: their highlights file, and the catalogue entry made of them."""

import dataclasses
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.documents import hash_text
from florilegium.drafts import (
    Draft,
    Highlight,
    count_words,
    make_document,
    render_highlights,
    split_highlights,
)


def make_draft(**changes: object) -> Draft:
    draft = Draft(origin="readwise", original_path="01hx", title="On Memory", text="# On Memory\n\nWords.\n")
    return dataclasses.replace(draft, **changes)  # type: ignore[arg-type]


def test_where_nothing_is_marked_there_is_no_highlights_file() -> None:
    """The highlights layer holds only what the reader marked; it is never generated."""
    assert render_highlights(make_draft(summary="made by a machine", document_note=" \n")) == ""


def test_highlights_name_page_date_and_tags() -> None:
    marked = Highlight(
        "First.\n\nSecond.", note="why?\nbecause", tags=("a", "b"), location="page 12", made="2026-01-02"
    )
    text = render_highlights(make_draft(highlights=(marked,), document_note="Good."))
    assert text == (
        "# Highlights: On Memory\n\nDocument note: Good.\n\n> First.\n>\n> Second.\n\n"
        "Note: why?\n    because\n\n(page 12, 2026-01-02, #a #b)\n"
    )


@pytest.mark.parametrize(
    ("text", "note"),
    [
        pytest.param("plain", "", id="no note"),
        pytest.param("one\n\ntwo", "a\n\nb", id="empty lines in both"),
        pytest.param("> quoted", "> not marked", id="quotation marks in both"),
        pytest.param("Note: not mine", "Note: mine", id="labels in both"),
        pytest.param("# heading", "# Highlights: x", id="headings in both"),
        pytest.param("(page 1)", "(page 2)", id="brackets in both"),
        pytest.param("a", "one\n\n> forged", id="a note that forges a mark"),
        pytest.param("one\n\n\n\n\nNote: forged", "b", id="a passage that forges a note"),
        pytest.param("line\u2028sep", "x\x0cy", id="odd line ends"),
        pytest.param("a\r\nb", "c\rd", id="carriage returns"),
    ],
)
def test_the_authors_words_and_the_readers_are_told_apart(text: str, note: str) -> None:
    draft = make_draft(highlights=(Highlight(text, note=note), Highlight("last")))
    marked, own = split_highlights(render_highlights(draft))
    assert squeeze(marked) == squeeze(f"{text} last")
    assert squeeze(own) == squeeze(note)


def squeeze(text: str) -> list[str]:
    return text.split()


TEXTS = st.text(alphabet=st.sampled_from("ab \n>#():,Note\u2028\x0c\rä"), max_size=30)


@given(passages=st.lists(st.tuples(TEXTS, TEXTS), max_size=4), document_note=TEXTS)
@settings(derandomize=True, max_examples=300, deadline=None)
def test_no_text_crosses_from_one_to_the_other(passages: list[tuple[str, str]], document_note: str) -> None:
    """Whatever either of them wrote, what the author said is never taken for what the reader said."""
    highlights = tuple(Highlight(text, note=note, location="page 1") for text, note in passages)
    draft = make_draft(highlights=highlights, document_note=document_note)
    marked, own = split_highlights(render_highlights(draft))
    assert squeeze(marked) == squeeze(" ".join(text for text, _ in passages))
    assert squeeze(own) == squeeze(" ".join([document_note, *(note for _, note in passages)]))


def test_the_entry_counts_words_marks_and_notes_and_hashes_what_is_stored() -> None:
    marks = (Highlight("a", note="why"), Highlight("b", note="  "), Highlight("c"))
    draft = make_draft(
        highlights=marks, document_note="good", tags=("b", "a", "b"), title=" On\n Memory ", summary="a\nb"
    )
    highlights = render_highlights(draft)
    document = make_document(draft, source="readwise", text=draft.text, highlights=highlights)
    assert (document.title, document.summary, document.tags) == ("On Memory", "a b", ("a", "b"))
    assert (document.words, document.highlights, document.own_notes) == (3, 3, 2)
    assert document.sha256 == hash_text(draft.text)
    assert document.highlights_sha256 == hash_text(highlights)
    assert document.id.startswith("on-memory-")
    assert (document.source, document.origin, document.original_path) == ("readwise", "readwise", "01hx")


def test_the_entry_of_an_unmarked_draft_has_no_highlights_hash() -> None:
    document = make_document(make_draft(), source="s", text="x", highlights="")
    assert (document.highlights, document.own_notes, document.highlights_sha256) == (0, 0, None)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param("one two, three_four - 5", 4, id="ASCII"),
        pytest.param("don't", 2, id="apostrophe"),
        pytest.param("Över ån — är det", 4, id="letters beyond ASCII"),
        pytest.param("日本語の勉強", 6, id="each character counts"),
        pytest.param("テスト test 한국어", 7, id="scripts mixed"),
        pytest.param("日本go語", 4, id="without spaces between"),
    ],
)
def test_words(text: str, number: int) -> None:
    assert count_words(text) == number


@given(text=st.text(alphabet=st.characters(max_codepoint=255) | st.sampled_from("“”—…•’"), max_size=60))
@settings(derandomize=True, max_examples=200, deadline=None)
def test_the_fast_count_and_the_general_one_agree(text: str) -> None:
    assert count_words(text) == len(re.findall(r"\w+", text))


def test_a_name_of_white_space_alone_still_gives_a_title() -> None:
    """A vault may hold a file called "\\r.md": one such name is no fault of ours."""
    draft = make_draft(title=" \r\t")
    document = make_document(draft, source="vault", text=draft.text, highlights="")
    assert document.title == "Untitled"
