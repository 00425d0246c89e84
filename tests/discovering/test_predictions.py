"""Links that are probably missing."""

from planted_vaults import make_link, make_note, make_vault

from florilegium.discovering.predictions import find_predictions, rank_partners
from florilegium.vault.model import VaultModel, VaultNote

ABOUT = {"Left.md": {"sourdough": 3, "levain": 2}, "Right.md": {"sourdough": 1, "levain": 4}, "Far.md": {"tax": 2}}


def plant_vault(
    *, turned: bool = False, more: tuple[VaultNote, ...] = ()
) -> tuple[VaultModel, dict[str, dict[str, int]]]:
    """Return a vault in which Left and Right share two neighbours and two rare words."""
    notes = [
        make_note("Left.md", ["Bread.md", "Oven.md"]),
        make_note("Right.md", ["Bread.md", "Oven.md"]),
        make_note("Far.md", ["Bread.md"]),
        make_note("Bread.md"),
        make_note("Oven.md"),
        *(make_note(f"other {number}.md") for number in range(9)),
        *more,
    ]
    return make_vault(reversed(notes) if turned else notes), ABOUT


def test_notes_that_share_neighbours_and_words_come_first_with_the_reason() -> None:
    first = find_predictions(*plant_vault())[0]
    assert (first.one, first.other) == ("Left.md", "Right.md")
    assert first.shared == ("Oven.md", "Bread.md")
    assert set(first.words) == {"sourdough", "levain"}
    assert first.reason.startswith("Both are tied to the same 2 notes and hold the words ")


def test_notes_that_are_linked_are_not_predicted() -> None:
    for prediction in find_predictions(*plant_vault()):
        assert "Bread.md" not in (prediction.one, prediction.other) or "Oven.md" in (prediction.one, prediction.other)


def test_a_missing_note_that_both_link_is_a_neighbour() -> None:
    links = [make_link("Unwritten", state="dangling")]
    found = find_predictions(make_vault([make_note("a.md", links), make_note("b.md", links)]), {})
    assert [(item.one, item.other, item.shared, item.missing) for item in found] == [
        ("a.md", "b.md", (), ("Unwritten",))
    ]


def test_templates_daily_notes_and_indexes_are_in_no_prediction() -> None:
    more = (make_note("Templates/a.md", ["Bread.md", "Oven.md"]), make_note("2026-01-01.md", ["Oven.md"], kind="daily"))
    assert find_predictions(*plant_vault(more=more[:1])) == find_predictions(*plant_vault())
    named = {path for item in find_predictions(*plant_vault(more=more)) for path in (item.one, item.other)}
    assert "2026-01-01.md" not in named


def test_no_note_fills_the_list() -> None:
    notes = [make_note(f"{number}.md", ["Hub.md", "Other.md"]) for number in range(8)]
    found = find_predictions(make_vault([*notes, make_note("Hub.md"), make_note("Other.md")]), {})
    counted = [path for item in found for path in (item.one, item.other)]
    assert max(counted.count(path) for path in counted) == 3


def test_the_order_of_notes_does_not_matter() -> None:
    assert find_predictions(*plant_vault(turned=True)) == find_predictions(*plant_vault())


def test_each_note_has_its_own_order_of_partners() -> None:
    assert rank_partners(*plant_vault())["Left.md"][0] == "Right.md"


def test_one_shared_word_makes_no_prediction() -> None:
    notes = [make_note(f"{number}.md") for number in range(20)]
    assert find_predictions(make_vault(notes), {"1.md": {"chapters": 1}, "2.md": {"chapters": 1}}) == ()


def test_everyday_words_are_told_last_and_never_left_out() -> None:
    held = {"sea": 2, "sing": 2}
    notes = [make_note(f"{number}.md") for number in range(20)]
    (found,) = find_predictions(make_vault(notes), {"1.md": held, "2.md": held})
    assert found.reason == "Both hold the words sea, sing."
    (found,) = find_predictions(make_vault(notes), {"1.md": {**held, "tern": 1}, "2.md": {**held, "tern": 1}})
    assert found.words == ("tern", "sea", "sing")
