"""Summaries are judged by notes whose sentences are known."""

import pytest

from evaluate.planted_notes import BOILERPLATE, FORMS, SUBJECTS, is_tuning, make_notes
from evaluate.rouge import score_rouge
from evaluate.summaries import choose_oracle, judge_note, summarise, take_lead

NOTES = {note.name: note for note in make_notes()}


def test_there_are_notes_of_every_form_and_language_in_both_halves() -> None:
    assert len(NOTES) >= 60
    assert {note.form for note in NOTES.values()} == set(FORMS)
    assert {note.subject.language for note in NOTES.values()} == {"en", "de", "sv", "fr", "ja", "zh"}
    assert {is_tuning(note.subject) for note in NOTES.values()} == {True, False}


@pytest.mark.parametrize("name", sorted(NOTES))
def test_our_summary_of_a_planted_note_is_whole_and_clean(name: str) -> None:
    note = NOTES[name]
    scores = judge_note(note, summarise(note.subject.title, note.text))
    assert scores == {"planted": 1.0, "boilerplate": 0.0, "whole": 1.0, "length": 1.0}


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        pytest.param(" ".join(SUBJECTS[0].about), (1.0, 0.0, 1.0, 1.0), id="planted"),
        pytest.param(SUBJECTS[0].aside[0], (0.0, 0.0, 1.0, 0.0), id="an_aside"),
        pytest.param(SUBJECTS[0].about[0][:-20], (0.0, 0.0, 0.0, 0.0), id="cut"),
        pytest.param(f"{SUBJECTS[0].about[0]} {BOILERPLATE[0]}", (0.5, 1.0, 0.0, 1.0), id="a_notice_from_elsewhere"),
    ],
)
def test_a_summary_is_judged(summary: str, expected: tuple[float, ...]) -> None:
    note = NOTES[f"plain {SUBJECTS[0].title}"]
    assert tuple(judge_note(note, summary).values()) == expected


def test_rouge_counts_words_pairs_and_the_longest_sequence() -> None:
    scores = score_rouge("the cat sat on a mat", "the cat lay on the mat")
    assert (scores["ROUGE-1"].recall, scores["ROUGE-1"].precision) == (4 / 6, 4 / 6)
    assert scores["ROUGE-2"].recall == 1 / 5
    assert scores["ROUGE-L"].recall == 4 / 6
    assert scores["ROUGE-L"].f1 == pytest.approx(4 / 6)
    assert score_rouge("", "a title")["ROUGE-1"].f1 == 0.0


def test_the_oracle_takes_what_holds_the_reference() -> None:
    text = "It rained all day here. The gauge froze at the weir. We had tea with milk."
    assert choose_oracle(text, "A frozen gauge at the weir") == "The gauge froze at the weir."
    assert take_lead(2)("", text) == "It rained all day here. The gauge froze at the weir."
