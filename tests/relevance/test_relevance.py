"""What metadata and text show of the themes."""

from dataclasses import replace

import pytest

from florilegium.candidates import Candidate
from florilegium.drafts import Draft, make_document
from florilegium.plans import Knobs, Plan, Theme
from florilegium.relevance.evidence import (
    Field,
    cover_target,
    cut_text,
    find_bearing,
    make_brief_target,
    make_targets,
    measure_focus,
    name_terms,
    read_metadata,
    read_text,
    weigh_phrases,
)

FORGETTING = Theme("t1", "Forgetting", ("forgetting budget", "retire notes", "cold folder"))
INDEXES = Theme("t2", "Index files", ("index line", "table of contents", "notes"))


def make_candidate(title: str = "Untitled", **values: object) -> Candidate:
    draft = Draft("obsidian", f"{title}.md", title, "Text.")
    document = replace(make_document(draft, source="vault", text=draft.text, highlights=""), **values)
    return Candidate(document, False, (), (), ())


TELLING = replace(make_candidate(), key_terms=("forgetting", "budget", "retire", "notes", "cold", "folder", "index"))
TARGETS = make_targets((FORGETTING, INDEXES), [TELLING])


def cover(candidate: Candidate, place: int = 0) -> float:
    return cover_target(TARGETS[place], read_metadata(candidate))


def test_a_word_in_the_title_tells_more_than_one_in_a_heading() -> None:
    assert cover(make_candidate("A forgetting agent")) > cover(make_candidate(headings=("Forgetting",))) > 0.0


def test_inflected_words_count() -> None:
    assert cover(make_candidate("How it forgets")) == cover(make_candidate("How it is forgetting"))


def test_words_side_by_side_tell_more_than_apart() -> None:
    assert cover(make_candidate("A forgetting budget")) > cover(make_candidate("A budget for forgetting"))


def test_one_word_is_not_enough_to_bear_on_a_theme() -> None:
    one, two = make_candidate("Forgetting"), make_candidate("The forgetting budget")
    assert find_bearing(TARGETS, read_metadata(one)) == ()
    assert find_bearing(TARGETS, read_metadata(two)) == ("t1",)


def test_a_word_of_several_themes_tells_less() -> None:
    """Both themes speak of notes."""
    assert cover(make_candidate("Notes")) < cover(make_candidate("Budget"))


def test_a_word_that_tells_no_document_from_the_library_counts_little() -> None:
    """One-word and everyday terms drown nothing: "table" and "contents" are no key terms of any candidate."""
    assert cover(make_candidate("The contents of a table"), 1) < cover(make_candidate("Index"), 1)


def test_a_sentence_as_a_theme_s_name_is_not_looked_for() -> None:
    theme = Theme("t1", "When does a folder stop working for one person", ("folder",))
    (target,) = make_targets([theme], [TELLING])
    assert list(target.weights) == ["folder"]


def test_the_name_of_the_topic_is_the_core_of_the_brief() -> None:
    plan = Plan("agent-memory", "What to carry", "Months of it.", Knobs(), (FORGETTING,), (), ())
    brief = make_brief_target(plan, [TELLING])
    on_topic, on_words = (read_metadata(make_candidate(title)) for title in ("Memory of an agent", "Carrying months"))
    assert cover_target(brief, on_topic) > 2 * cover_target(brief, on_words) > 0.0


def test_an_emergent_theme_counts_less_than_one_of_the_brief() -> None:
    asked, emergent = (make_targets([replace(FORGETTING, id=name)], [TELLING])[0] for name in ("t1", "e1"))
    fields = read_metadata(make_candidate("The forgetting budget"))
    assert cover_target(emergent, fields) < cover_target(asked, fields)


def test_a_long_text_that_says_a_word_once_shows_little() -> None:
    short, long = (read_text("forgetting " + "other words " * number, "") for number in (20, 4000))
    assert cover_target(TARGETS[0], short) > 4 * cover_target(TARGETS[0], long) > 0.0


def test_the_readers_marks_are_read() -> None:
    fields = read_text("", "# Highlights: A\n\n> Forgetting is a budget.\n\nNote: a cold folder!\n")
    assert {field.name: len(field.terms) for field in fields} == {"text": 0, "highlights": 2, "own notes": 2}


def test_phrases_are_counted_once_in_their_best_field() -> None:
    fields = [Field("title", ("cold", "folder")), Field("summary", ("cold", "folder"))]
    assert weigh_phrases(TARGETS, fields) == 1.0


@pytest.mark.parametrize(
    ("text", "words", "expected", "whole"),
    [
        pytest.param("a b c d", 2, "a b c d", True, id="short"),
        pytest.param("a b c d e", 2, "a b \n\nd e", False, id="long"),
        pytest.param("---\ntags: x\n---\na b", 2, "a b", True, id="front_matter"),
        pytest.param("城市热岛效应", 2, "城市\n\n效应", False, id="no_spaces"),
        pytest.param("", 2, "", True, id="empty"),
    ],
)
def test_head_and_tail(text: str, words: int, expected: str, whole: bool) -> None:
    assert cut_text(text, words) == (expected, whole)


def test_focus_is_the_share_of_paragraphs_on_the_topic() -> None:
    on_topic = "forgetting budget folder " + "word " * 77
    assert measure_focus(TARGETS, read_text(on_topic, "")) == 1.0
    assert measure_focus(TARGETS, read_text(on_topic + "word " * 80, "")) == 0.5
    assert measure_focus(TARGETS, read_text("", "")) == 0.0


@pytest.mark.parametrize(
    ("title", "summary", "expected"),
    [
        pytest.param("The Forgetting Budget", "", "terms budget, forgetting in title", id="title"),
        pytest.param("On Tuesday", "It forgets.", "term forgetting in summary", id="word_as_the_theme_has_it"),
        pytest.param("On Tuesday", "It rains.", "", id="none"),
    ],
)
def test_terms_are_named(title: str, summary: str, expected: str) -> None:
    fields = read_metadata(make_candidate(title, summary=summary))
    assert name_terms(TARGETS, fields) == expected
