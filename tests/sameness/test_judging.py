"""Texts that are cut or reworded are one document; what quotes them, or counts other things, is not."""

import pytest

from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.findings import Finding
from florilegium.sameness.duplicates import deduplicate
from florilegium.sameness.fingerprints import make_content_key, make_numbers, make_phrases, make_signature

SIMILARITY = 0.6
SOURCES = {"obsidian": "vault", "readwise": "readwise", "notebooklm": "notebooks"}
WORDS = [f"{name}{number}" for number in range(40) for name in ("alder", "birch", "cedar", "dogwood", "elm")]
SENTENCES = [" ".join(WORDS[at : at + 10]) + "." for at in range(0, 200, 10)]
TEXT = " ".join(SENTENCES)
OTHER = TEXT.replace("alder", "ash").replace("birch", "beech").replace("cedar", "cypress").replace("elm", "fir")
COUNTED = " ".join(f"{sentence} We counted {number} of them." for number, sentence in enumerate(SENTENCES, start=30))
RECOUNTED = " ".join(f"{sentence} We counted {number} of them." for number, sentence in enumerate(SENTENCES, start=70))
# Every fourth word another one: five words in a row never stand, two neighbours often do.
REWORDED = " ".join(word if place % 4 else f"other{place}" for place, word in enumerate(TEXT.split()))
HALF_REWORDED = " ".join(word if place % 3 else f"other{place}" for place, word in enumerate(TEXT.split()))


def make_finding(draft: Draft) -> Finding:
    """Return the finding of a draft, with the fingerprints of its text."""
    document: Document = make_document(draft, source=SOURCES[draft.origin], text=draft.text, highlights="")
    prints = make_signature(draft.text), make_phrases(draft.text), make_numbers(draft.text)
    return Finding(document, (), (), make_content_key(draft.text), *prints)


def article(path: str, title: str, text: str, **facts: object) -> Finding:
    """Return an article of the reader's library."""
    return make_finding(Draft("readwise", path, title, text, "library", "article", "other", **facts))  # type: ignore[arg-type]


def upload(title: str, text: str) -> Finding:
    """Return a source of a notebook: without author, date and address."""
    return make_finding(Draft("notebooklm", f"S/{title}", title, text, "S", "text", "other"))


def note(title: str, text: str) -> Finding:
    """Return a note by the reader."""
    return make_finding(Draft("obsidian", f"{title}.md", title, text))


def part(title: str, text: str) -> Finding:
    """Return a part of one notebook."""
    return make_finding(Draft("notebooklm", f"S/{title}", title, text, "S", "text", "other", notebook="S"))


WHOLE = article("reader/1", "Trees of the Lower Valley", TEXT, authors=("Noor Adeyemi",), published="2024-03-01")
REPORT = article("reader/2", "Census of the Lower Valley", COUNTED, authors=("Noor Adeyemi",))

ONE = [
    pytest.param(WHOLE, upload("trees-of-the-lower-valley.pdf", " ".join(SENTENCES[:6])), "cut_short", id="head"),
    pytest.param(WHOLE, upload("Trees of the Lower Valley", " ".join(SENTENCES[14:])), "cut_short", id="tail"),
    pytest.param(WHOLE, upload("Untitled 3", " ".join(SENTENCES[4:10])), "cut_short", id="middle_untitled"),
    pytest.param(
        WHOLE, upload("2024 Trees of the Lower Valley - Adeyemi", " ".join(SENTENCES[:6])), "cut_short", id="file_name"
    ),
    pytest.param(WHOLE, upload("Trees of the Lower Valley", HALF_REWORDED), "reworded", id="reworded"),
    pytest.param(WHOLE, upload("What grows by the river", REWORDED), "reworded", id="reworded_under_another_title"),
    pytest.param(note("Lime trees", TEXT), upload("Lime trees.md", REWORDED), "reworded", id="own_note_reworded"),
]
TWO = [
    pytest.param(WHOLE, upload("Links of the week", f"{TEXT} {OTHER}"), id="digest_with_another_title"),
    pytest.param(WHOLE, note("My valley", f"{OTHER} {TEXT}"), id="own_essay_that_takes_it_up"),
    pytest.param(WHOLE, upload("Trees of the Lower Valley, part 2", OTHER), id="next_part"),
    pytest.param(
        WHOLE,
        upload("More on trees of the lower valley", f"{' '.join(SENTENCES[:4])} {OTHER[400:]}"),
        id="repeats_a_paragraph",
    ),
    pytest.param(
        WHOLE,
        article("reader/3", "Trees of the Lower Valley", REWORDED, authors=("Noor Adeyemi",), published="2026-03-01"),
        id="rewritten_two_years_later",
    ),
    pytest.param(
        WHOLE, article("reader/4", "Trees of the Lower Valley", REWORDED, authors=("Tomas Rehn",)), id="another_author"
    ),
    pytest.param(REPORT, upload("Census of the Lower Valley", RECOUNTED), id="other_numbers"),
    pytest.param(
        part("Chat of the valley study", TEXT),
        part("Which trees grow?", REWORDED),
        id="saved_answer",
    ),
    pytest.param(note("Trees", TEXT), note("Trees, again", REWORDED), id="two_drafts_that_the_reader_kept"),
]


@pytest.mark.parametrize(("one", "other", "reason"), ONE)
def test_one_document(one: Finding, other: Finding, reason: str) -> None:
    (candidate,) = deduplicate([], [one, other], similarity=SIMILARITY).candidates
    assert [item.reason for item in candidate.also_in] == [reason]


@pytest.mark.parametrize(("one", "other"), TWO)
def test_two_documents(one: Finding, other: Finding) -> None:
    assert len(deduplicate([], [one, other], similarity=SIMILARITY).candidates) == 2


def test_head_and_tail_meet_in_the_whole() -> None:
    """Two pieces that have nothing in common are no contradiction: each is a piece of the third."""
    title = WHOLE.document.title
    head, tail = upload(f"{title}.pdf", " ".join(SENTENCES[:7])), article("x", title, " ".join(SENTENCES[12:]))
    (candidate,) = deduplicate([], [WHOLE, head, tail], similarity=SIMILARITY).candidates
    assert candidate.document.id == WHOLE.document.id
    assert {item.document.id for item in candidate.also_in} == {head.document.id, tail.document.id}


def test_a_piece_of_two_versions_does_not_join_them() -> None:
    piece = upload("Census of the Lower Valley", " ".join(SENTENCES[:2]) + " " + " ".join(SENTENCES[2:4]))
    later = upload("Census of the Lower Valley.pdf", RECOUNTED)
    result = deduplicate([], [REPORT, later, piece], similarity=SIMILARITY)
    assert sorted(len(candidate.also_in) for candidate in result.candidates) == [0, 1]
