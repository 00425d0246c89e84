"""What names a vault's notes go by."""

import pytest

from florilegium.mentions.forms import find_gate, list_plurals, list_variants
from florilegium.mentions.names import NoteNames, build_names

GATES = [
    pytest.param("Home", "everyday", id="everyday_word"),
    pytest.param("2024-05-01", "date", id="iso_date"),
    pytest.param("May 2021", "date", id="month_and_year"),
    pytest.param("2024-W13", "date", id="week"),
    pytest.param("1984", "number", id="number"),
    pytest.param("Go", "shorter", id="two_letters"),
    pytest.param("書", "single character", id="single_han_character"),
    pytest.param("!!", "no word", id="no_word"),
    pytest.param("Zebra", "common in this vault", id="common_here"),
    pytest.param("Zettelkasten", "", id="rare_word_stays"),
    pytest.param("書道", "", id="two_han_characters_stay"),
    pytest.param("Home Assistant", "", id="several_words_stay"),
]


@pytest.mark.parametrize(("written", "expected"), GATES)
def test_gate_says_why_a_name_is_not_looked_for(written: str, expected: str) -> None:
    reason = find_gate(written, frozenset({"zebra"}))

    assert expected in reason
    assert bool(reason) == bool(expected)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Evergreen note", ("Evergreen notes",)),
        ("Evergreen notes", ("Evergreen note",)),
        ("Category", ("Categories",)),
        ("Ontologies", ("Ontology",)),
        ("Syllabus", ("Syllabuses",)),
        ("NASA", ()),
        ("書道", ()),
        ("C++", ()),
    ],
)
def test_plurals_go_both_ways(written: str, expected: tuple[str, ...]) -> None:
    assert list_plurals(written) == expected


def test_name_of_several_notes_is_listed_as_ambiguous() -> None:
    table = build_names([NoteNames("b/Hegel.md", "Hegel"), NoteNames("a.md", "Philosopher", ("hegel",))])

    assert [name.paths for name in table.ambiguous if name.kind != "plural"] == [("a.md", "b/Hegel.md")]


def test_real_name_wins_over_the_plural_of_another() -> None:
    table = build_names([NoteNames("a.md", "Ontology"), NoteNames("b.md", "Ontologies")])

    assert table.names["ontologies"].paths == ("b.md",)
    assert table.ambiguous == ()


def test_order_of_notes_changes_nothing() -> None:
    notes = [NoteNames("a.md", "Hegel", ("G. W. F. Hegel",)), NoteNames("b.md", "C++"), NoteNames("c.md", "hegel")]

    assert build_names(notes) == build_names(reversed(notes))


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("02.Bayes' Rule", ("Bayes' Rule",)),
        ("daily-notes", ("daily notes",)),
        ("Probability Mass Function (PMF)", ("Probability Mass Function", "PMF")),
        ("Joint Moment Generating Functions (MGF)", ("Joint Moment Generating Functions",)),
        ("Eve's Law (Law of Total Variance)", ("Eve's Law", "Law of Total Variance")),
        ("2024-05-01", ("2024 05 01",)),
        ("68 Bits of Advice", ()),
        ("11.2D LOTUS", ("2D LOTUS",)),
        ("3.5 inch", ()),
        ("知識管理", ()),
    ],
)
def test_title_without_number_hyphens_and_parenthesis_is_a_name_too(title: str, expected: tuple[str, ...]) -> None:
    assert list_variants(title) == expected


def test_title_of_one_note_wins_over_what_only_follows_from_anothers() -> None:
    table = build_names([NoteNames("02.Entropy.md", "02.Entropy"), NoteNames("Entropy.md", "Entropy")])

    assert table.names["entropy"].paths == ("Entropy.md",)


def test_everyday_word_is_kept_as_weak_and_a_date_is_not_kept() -> None:
    table = build_names([NoteNames("Garden.md", "Garden"), NoteNames("May 2021.md", "May 2021")])

    assert table.names["garden"].is_weak
    assert "may 2021" not in table.names
