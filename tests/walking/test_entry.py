"""Where a walk begins."""

from pathlib import Path

import pytest
from walking_vault import ask, open_planted

from florilegium.vault.opening import OpenVault
from florilegium.walking.entry import choose_entries, find_entries, find_named
from florilegium.walking.owner_hints import OwnerHints

NAMES = [
    ("what is in the retainer?", "Clients/Retainer.md"),
    ("Which kettles are good?", "Studies/Kettles.md"),
    ("anything on READING LIST please", "Studies/Reading list.md"),
    ("who is Bob", "Clients/Bob.md"),
]


@pytest.mark.parametrize(("question", "path"), NAMES)
def test_a_note_that_the_question_names_is_the_first_entry(planted: OpenVault, question: str, path: str) -> None:
    entries, _ = find_entries(ask(planted, question), planted.model)
    assert entries[0].path == path
    assert entries[0].score == 1.0
    assert entries[0].why[0].startswith("The question names it: ")


def test_a_name_inside_a_longer_word_is_not_named(planted: OpenVault) -> None:
    assert find_named(ask(planted, "is bobsleigh composted"), planted.model) == {}


def test_an_alias_counts_and_so_does_a_name_in_a_script_without_spaces(tmp_path: Path) -> None:
    notes = {"a.md": "---\naliases: [Gyokuro]\n---\nShade.\n", "抹茶.md": "粉。\n"}
    vault = open_planted(tmp_path, notes)
    assert list(find_named(ask(vault, "how is gyokuro grown"), vault.model)) == ["a.md"]
    assert list(find_named(ask(vault, "什么是抹茶粉"), vault.model)) == ["抹茶.md"]


def test_of_two_equal_notes_the_one_that_others_link_to_comes_first(tmp_path: Path) -> None:
    notes = {"a.md": "Rust in wheat.\n", "b.md": "Rust in wheat.\n", "c.md": "[[b]]\n", "d.md": "[[b]]\n"}
    vault = open_planted(tmp_path, notes)
    entries, _ = find_entries(ask(vault, "rust in wheat"), vault.model)
    assert [note.path for note in entries] == ["b.md", "a.md"]
    assert "2 notes link to it." in entries[0].why


def test_an_index_that_a_program_wrote_is_no_entry_and_is_told_of(tmp_path: Path) -> None:
    notes = {"VAULT_INDEX.md": "Rust in wheat, [[a]]\n", "a.md": "Rust.\n"}
    vault = open_planted(tmp_path, notes)
    entries, cut = find_entries(ask(vault, "rust in wheat"), vault.model)
    assert [note.path for note in entries] == ["a.md"]
    assert [(item.path, item.reason) for item in cut] == [("VAULT_INDEX.md", "generated")]


def test_further_entries_are_nearly_as_good_as_the_best(planted: OpenVault) -> None:
    entries, _ = find_entries(ask(planted), planted.model)
    chosen = choose_entries(entries, 3)
    assert chosen[0].path == "Studies/Green tea.md"
    assert all(note.score >= 0.6 for note in chosen)
    assert choose_entries(entries, 1) == chosen[:1]


def test_an_entry_note_that_the_owner_named_leads_a_question_about_its_section(tmp_path: Path) -> None:
    notes = {
        "Work/Start.md": "# Start\n[[Tariffs]]\n",
        "Work/Tariffs.md": "# Tariffs\nWhat clients pay.\n",
        "Home/Start here.md": "# Start here\n[[Tariffs]]\n",
    }
    vault = open_planted(tmp_path, notes)
    hints = OwnerHints({"Work": "clients, invoices", "Home": "family"}, ("Work/Start.md", "Home/Start here.md", "x.md"))
    entries, _ = find_entries(ask(vault, "invoices of my clients"), vault.model, hints)
    assert {note.path for note in entries} == {"Work/Tariffs.md", "Work/Start.md"}
    start = next(note for note in entries if note.path == "Work/Start.md")
    assert start.why[0] == "Its owner begins with it in Work, which the question names."


def test_an_entry_note_whose_section_is_not_asked_for_only_wins_ties(tmp_path: Path) -> None:
    vault = open_planted(tmp_path, {"a.md": "Rust in wheat.\n", "b.md": "Rust in wheat.\n", "c.md": "Oats.\n"})
    entries, _ = find_entries(ask(vault, "rust in wheat"), vault.model, OwnerHints({}, ("b.md", "c.md")))
    assert [note.path for note in entries] == ["b.md", "a.md"]
