"""Notes by which a section is entered."""

from planted_vaults import make_note, make_vault

from florilegium.discovering.hubs import find_hubs
from florilegium.mapping.entries import find_section_entries, find_vault_entries
from florilegium.mapping.sections import group_notes, list_sections
from florilegium.vault.model import VaultModel

NOTES = [
    make_note("Home.md", ["Tea/Tea.md"]),
    make_note("Tea/Tea.md"),
    make_note("Tea/List.md", [f"Tea/{n}.md" for n in range(6)]),
    *(make_note(f"Tea/{n}.md", ["Tea/3.md"] if n != 3 else []) for n in range(6)),
    make_note("Other/Alone.md"),
]


def find(model: VaultModel, path: str, limit: int = 9) -> list[tuple[str, str]]:
    hubs = {hub.path: hub for hub in find_hubs(model, {}, {})}
    paths = group_notes(model)[path]
    section = next(item for item in list_sections(model) if item.path == path)
    return [(entry.path, entry.reason) for entry in find_section_entries(section, paths, model, hubs, limit=limit)]


def test_a_section_is_entered_by_name_by_its_list_and_by_its_hub() -> None:
    found = dict(find(make_vault(NOTES), "Tea"))
    assert set(list(found)[:3]) == {"Tea/Tea.md", "Tea/List.md", "Tea/3.md"}
    assert found["Tea/Tea.md"] == "1 note links it. It is named like its section."
    assert found["Tea/List.md"] == "It lists 6 of 7 notes."
    assert "6 notes link it" in found["Tea/3.md"]


def test_a_section_whose_notes_nobody_links_has_no_entry_note() -> None:
    assert find(make_vault(NOTES), "Other") == []


def test_a_note_of_a_day_comes_after_others() -> None:
    days = [make_note("D/2026-01-01.md", kind="daily"), make_note("D/Plan.md"), make_note("D/a.md")]
    linking = [make_note(f"n{n}.md", ["D/2026-01-01.md", "D/Plan.md"]) for n in range(4)]
    assert next(iter(find(make_vault([*days, *linking]), "D")))[0] == "D/Plan.md"


def test_the_vault_is_entered_by_hubs_and_by_a_start_note_at_the_root() -> None:
    model = make_vault(NOTES)
    hubs = {hub.path: hub for hub in find_hubs(model, {}, {})}
    found = find_vault_entries(model, hubs, limit=9)
    assert {entry.path for entry in found} == {"Home.md", "Tea/3.md"}
    assert find_vault_entries(make_vault(reversed(NOTES)), hubs, limit=9) == found


def test_no_more_are_named_than_asked_for() -> None:
    assert len(find(make_vault(NOTES), "Tea", limit=2)) == 2
