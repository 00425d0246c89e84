"""Notes without links, in three classes."""

import pytest
from planted_vaults import make_note, make_vault

from florilegium.discovering.orphans import Excluded, find_orphans, guess_kind
from florilegium.vault.model import VaultModel, VaultNote


def plant_vault(*, turned: bool = False) -> VaultModel:
    """Return a vault with one orphan of each class and everything that must not be one."""
    notes = [
        make_note("Moat.md", ["Pricing.md"]),
        make_note("Pricing.md", ["Moat.md", "End.md", "plan.png"]),
        make_note("End.md"),
        make_note("Start.md", ["Moat.md"]),
        make_note("Alone.md"),
        make_note("Daily/2026-01-01.md", kind="daily", day="2026-01-01"),
        make_note("Daily/2026-01-02.md", ["Daily/2026-01-01.md", "Daily/2026-01-03.md"], kind="daily"),
        make_note("Daily/2026-01-03.md", ["Daily/2026-01-02.md"], kind="daily"),
        make_note("90 Templates/Meeting.md"),
        make_note("VAULT_INDEX.md", ["Alone.md", "Start.md", "old.png"]),
    ]
    files = {"plan.png": "attachment", "old.png": "attachment", "Forms/Book.md": "template", "x.md": "empty"}
    return make_vault(reversed(notes) if turned else notes, files)


def test_each_class_holds_what_was_planted() -> None:
    found = {orphan.path: orphan.lacks for orphan in find_orphans(plant_vault()).orphans}
    assert found == {
        "Alone.md": "neither",
        "End.md": "nothing_out",
        "Start.md": "nothing_in",
        "old.png": "nothing_in",
    }


def test_templates_daily_notes_and_indexes_are_listed_apart() -> None:
    """The list of orphans is not drowned by notes that nobody means to link."""
    assert find_orphans(plant_vault()).excluded == (
        Excluded("90 Templates/Meeting.md", "template"),
        Excluded("Daily/2026-01-01.md", "daily"),
        Excluded("Forms/Book.md", "template"),
        Excluded("VAULT_INDEX.md", "generated"),
    )


def test_the_order_of_notes_does_not_matter() -> None:
    assert find_orphans(plant_vault(turned=True)) == find_orphans(plant_vault())


def test_classes_are_counted() -> None:
    assert find_orphans(plant_vault()).count_classes() == {"neither": 1, "nothing_in": 2, "nothing_out": 1}


def test_a_list_of_most_of_the_vault_makes_no_note_a_linked_one() -> None:
    names = [f"{number:03}.md" for number in range(160)]
    found = find_orphans(make_vault([*(make_note(name) for name in names), make_note("Everything.md", names)]))
    assert len(found.orphans) == 160
    assert {orphan.lacks for orphan in found.orphans} == {"neither"}
    assert found.excluded == (Excluded("Everything.md", "generated"),)


def test_a_table_of_contents_of_a_small_vault_is_kept_by_hand() -> None:
    names = [f"{number:02}.md" for number in range(40)]
    found = find_orphans(make_vault([*(make_note(name) for name in names), make_note("Contents.md", names)]))
    assert {orphan.lacks for orphan in found.orphans if orphan.path != "Contents.md"} == {"nothing_out"}


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        pytest.param(make_note("a.md", words=4), "stub", id="few_words"),
        pytest.param(make_note("00 Inbox/a.md", words=4), "inbox", id="inbox_before_stub"),
        pytest.param(make_note("inbox.md"), "inbox", id="the_inbox_itself"),
        pytest.param(make_note("Archive/2019/a.md"), "archive", id="folder_above"),
        pytest.param(make_note("a.md", kind="clipping", authorship="other"), "import", id="clipping"),
        pytest.param(make_note("Readwise/a.md"), "import", id="folder_of_a_plugin"),
        pytest.param(make_note("Log 2026-01-01.md", day="2026-01-01"), "daily", id="day_in_the_name"),
        pytest.param(make_note("References/a.md"), "reference", id="folder_of_references"),
        pytest.param(make_note("a.md", authorship="other"), "reference", id="written_by_others"),
        pytest.param(make_note("a.md"), "note", id="nothing_known"),
    ],
)
def test_what_it_might_be_is_told(note: VaultNote, expected: str) -> None:
    guess, reason = guess_kind(note)
    assert guess == expected
    assert reason.endswith(".")


def test_an_empty_vault_has_no_orphans() -> None:
    assert find_orphans(make_vault([])).orphans == ()
