"""Folders and what they seem to be for."""

import pytest
from planted_vaults import make_note, make_vault

from florilegium.mapping.sections import choose_main, group_notes, leave_generated, list_sections
from florilegium.vault.model import VaultNote


def tell_kind(*notes: VaultNote) -> tuple[str, str]:
    section = list_sections(make_vault(notes))[0]
    return section.kind, section.reason


NAMED = {
    "01. Projects": "projects",
    "Archiv": "archive",
    "Vorlagen": "templates",
    "People": "people",
    "00 Inbox": "inbox",
    "Daily notes": "journal",
    "Clippings": "clippings",
    "References": "reference",
    "MOCs": "maps",
}


@pytest.mark.parametrize(("folder", "kind"), NAMED.items(), ids=NAMED)
def test_a_name_tells_what_a_folder_is_for(folder: str, kind: str) -> None:
    assert tell_kind(make_note(f"{folder}/a.md")) == (kind, f"Its name says so: {folder}.")


def test_a_folder_of_notes_called_notes_is_no_journal() -> None:
    assert tell_kind(*(make_note(f"Notes/{n}.md") for n in "abc"))[0] == "notes"


def test_notes_tell_where_the_name_does_not() -> None:
    days = [make_note(f"Log of mine/2026-01-0{n}.md", kind="daily") for n in range(1, 5)]
    assert tell_kind(*days) == ("journal", "4 of its 4 notes are notes of a day.")
    saved = [make_note(f"Web things/{n}.md", authorship="other") for n in "abc"]
    assert tell_kind(*saved)[0] == "clippings"
    people = [make_note(f"Team/{n}.md", tags=("person/work",)) for n in "abcd"]
    assert tell_kind(*people, make_note("Team/e.md"))[0] == "people"
    lists = [make_note(f"Ways/{n}.md", [f"Ways/{m}.md" for m in "abcdefghij" if m != n]) for n in "abcdefghij"]
    assert tell_kind(*lists)[0] == "maps"


def test_two_uses_make_a_mixed_section_and_few_notes_make_none() -> None:
    notes = [make_note(f"X/{n}.md", authorship="other") for n in "abc"]
    days = [make_note(f"X/2026-01-0{n}.md", kind="daily") for n in range(1, 5)]
    kind, reason = tell_kind(*notes, *days)
    assert kind == "mixed"
    assert reason == "Of its 7 notes 3 were saved from elsewhere, 4 are notes of a day."
    assert tell_kind(make_note("X/2026-01-01.md", kind="daily"))[0] == "notes"


def test_a_folder_is_what_the_folder_above_it_is_called() -> None:
    sections = {item.path: item for item in list_sections(make_vault([make_note("Archive/Old things/a.md")]))}
    assert sections["Archive/Old things"].kind == "archive"


def test_folders_of_templates_and_attachments_are_sections_without_notes() -> None:
    model = make_vault([make_note("a.md")], {"Forms/day.md": "template", "img/a.png": "attachment", "x/y.md": "empty"})
    found = {item.path: (item.kind, item.notes, item.files) for item in list_sections(model)}
    assert found == {"": ("notes", 1, 0), "Forms": ("templates", 0, 1), "img": ("attachments", 0, 1)}


def test_a_folder_that_holds_most_of_the_vault_is_shown_with_its_parts() -> None:
    notes = [make_note(f"All/{part}/{n}.md") for part in ("A", "B") for n in range(4)]
    sections = list_sections(make_vault([*notes, make_note("Small/Deep/a.md")]))
    assert [item.path for item in choose_main(sections)] == ["All", "All/A", "All/B", "Small"]


def test_an_installed_map_is_no_part_of_the_vault() -> None:
    notes = [make_note("A/a.md"), make_note("A/b.md", ["A/a.md"])]
    pages = [make_note("VAULT_INDEX.md", ["A/a.md"]), make_note("A/CLAUDE.md"), make_note("AGENTS.md")]
    model = leave_generated(make_vault([*notes, *pages]))
    assert list_sections(model) == list_sections(make_vault(notes))
    assert model.back_links["A/a.md"] == ("A/b.md",)


def test_notes_are_grouped_with_every_folder_above_them_and_the_root_holds_its_own_only() -> None:
    grouped = group_notes(make_vault([make_note(path) for path in ("b.md", "A/C/d.md", "A/a.md", "Ab/e.md")]))
    assert grouped == {"": ("b.md",), "A": ("A/C/d.md", "A/a.md"), "A/C": ("A/C/d.md",), "Ab": ("Ab/e.md",)}


def test_the_order_of_notes_does_not_matter() -> None:
    notes = [make_note(f"{s}/{n}.md", tags=(n, "x")) for s in ("A", "B/C") for n in "abc"]
    assert list_sections(make_vault(notes)) == list_sections(make_vault(reversed(notes)))
