"""How link predictions are measured."""

from planted_vaults import make_note, make_vault

from evaluate.predictions import count_found, list_pairs, measure, take_out

MODEL = make_vault(
    [
        make_note("a.md", ["b.md", "c.md", "d.md"]),
        make_note("b.md", ["a.md", "c.md", "d.md"]),
        make_note("c.md", ["d.md"]),
        make_note("d.md"),
        make_note("2026-01-01.md", ["a.md"], kind="daily"),
    ]
)


def test_pairs_are_told_once_and_those_of_daily_notes_left_out() -> None:
    assert list_pairs(MODEL) == [
        ("a.md", "b.md"),
        ("a.md", "c.md"),
        ("a.md", "d.md"),
        ("b.md", "c.md"),
        ("b.md", "d.md"),
        ("c.md", "d.md"),
    ]


def test_a_pair_is_taken_out_in_both_directions() -> None:
    assert ("a.md", "b.md") not in list_pairs(take_out(MODEL, {("a.md", "b.md")}))
    assert len(list_pairs(take_out(MODEL, {("a.md", "b.md")}))) == 5


def test_a_pair_is_found_among_the_first_ten_of_either_note() -> None:
    many = tuple(f"{number}.md" for number in range(10))
    assert count_found({"a.md": (*many, "b.md"), "b.md": ("a.md",)}, [("a.md", "b.md")]) == 1
    assert count_found({"a.md": (*many, "b.md")}, [("a.md", "b.md")]) == 0


def test_every_link_is_wanted_once_and_a_clique_found_again() -> None:
    together, links, words = measure(MODEL, {})
    assert {row.wanted for row in (together, links, words)} == {6}
    assert together.found == links.found
    assert links.share > 0.5
    assert words.found == 0
