"""Notes that many others lead to."""

from planted_vaults import make_note, make_vault

from florilegium.discovering.hubs import find_hubs
from florilegium.vault.model import VaultModel

FOOTER = "Back to [[Home]]"


def plant_vault(*, turned: bool = False) -> tuple[VaultModel, dict[str, str]]:
    """Return 200 notes with a footer that links Home; 40 of them link Moat, each in its own words."""
    notes = [make_note("Home.md"), make_note("Moat.md"), make_note("Quiet.md"), make_note("Rent.md")]
    texts = {}
    for number in range(200):
        path, linked = f"n{number:03}.md", number % 5 == 0
        notes.append(make_note(path, ["Home.md", "Moat.md"] if linked else ["Home.md"]))
        word = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        texts[path] = FOOTER + (f"\nThe word {word} is near [[Moat]]." if linked else "")
    return make_vault(reversed(notes) if turned else notes), texts


def test_a_footer_makes_no_top_hub() -> None:
    """A line that stands in 200 notes counts for less than 40 links in different words."""
    model, texts = plant_vault()
    hubs = find_hubs(model, {}, texts)
    assert [(hub.path, hub.links) for hub in hubs] == [("Moat.md", 40), ("Home.md", 200)]
    assert hubs[0].score == 40
    assert hubs[1].score < 15
    assert "200 of them" in hubs[1].reason


def test_mentions_make_a_hub_of_a_note_without_links() -> None:
    model, texts = plant_vault()
    hubs = find_hubs(model, {"Quiet.md": tuple(f"n{number:03}.md" for number in range(12))}, texts)
    quiet = next(hub for hub in hubs if hub.path == "Quiet.md")
    assert (quiet.links, quiet.mentions, quiet.score) == (0, 12, 6)
    assert quiet.reason == "0 notes link it and 12 more mention it."


def test_a_note_that_links_and_mentions_counts_once() -> None:
    model, texts = plant_vault()
    alone = find_hubs(model, {}, texts)
    assert find_hubs(model, {"Moat.md": ("Moat.md", "n000.md", "n005.md")}, texts) == alone


def test_a_name_that_every_note_holds_is_damped() -> None:
    model, texts = plant_vault()
    everywhere = {"Rent.md": tuple(f"n{number:03}.md" for number in range(200))}
    hubs = {hub.path: hub.score for hub in find_hubs(model, everywhere, texts)}
    assert hubs["Rent.md"] < hubs["Moat.md"]


def test_the_order_of_notes_does_not_matter() -> None:
    assert find_hubs(plant_vault(turned=True)[0], {}, plant_vault()[1]) == find_hubs(*_with_mentions())


def _with_mentions() -> tuple[VaultModel, dict[str, tuple[str, ...]], dict[str, str]]:
    model, texts = plant_vault()
    return model, {}, texts


def test_links_of_generated_indexes_and_templates_count_for_nothing() -> None:
    notes = [make_note("a.md")]
    notes += [make_note(f"Templates/{number}.md", ["a.md"]) for number in range(9)]
    assert find_hubs(make_vault([*notes, make_note("VAULT_INDEX.md", ["a.md"])]), {}, {}) == ()


def test_without_texts_every_link_counts() -> None:
    notes = [make_note("a.md"), *(make_note(f"b{number}.md", ["a.md"]) for number in range(9))]
    assert [(hub.path, hub.score) for hub in find_hubs(make_vault(notes), {}, {})] == [("a.md", 9)]


def test_a_note_that_links_in_its_prose_too_is_no_copy_of_the_footer() -> None:
    paths = [f"b{number}.md" for number in range(40)]
    notes = [make_note("a.md"), *(make_note(path, ["a.md", "a.md"]) for path in paths)]
    texts = {
        path: f"[[a]]\nabout {chr(97 + place % 26)}{chr(97 + place // 26)} [[a]]" for place, path in enumerate(paths)
    }
    assert find_hubs(make_vault(notes), {}, texts)[0].score == 40
