"""Links that lead nowhere, and what they may have meant."""

import pytest
from planted_vaults import make_link, make_note, make_vault

from florilegium.discovering.repairs import Repair, find_repairs, list_sure

NOTES = {
    "Ideas/Economic moat.md": ("Burggraben",),
    "Ideas/Café culture.md": (),
    "Work/Plan.md": (),
    "Home/Plan.md": (),
    "Report 2023.md": (),
    "日本語.md": (),
    "かぎ.md": (),
    "Pricing power.md": (),
}


def repair_links(*targets: str) -> tuple[Repair, ...]:
    links = [make_link(target, line=number, state="dangling") for number, target in enumerate(targets, start=1)]
    notes = [make_note(path, aliases=aliases) for path, aliases in NOTES.items()]
    return find_repairs(make_vault([*notes, make_note("From.md", links)], {"img/plan.png": "attachment"}))


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("Old/Economic moat", [("Ideas/Economic moat.md", "moved")], id="folder_moved"),
        pytest.param("economic-moat", [("Ideas/Economic moat.md", "name")], id="punctuation"),
        pytest.param("Cafe culture", [("Ideas/Café culture.md", "name")], id="accent"),
        pytest.param("burggraben", [("Ideas/Economic moat.md", "alias")], id="alias"),
        pytest.param("Economc moat", [("Ideas/Economic moat.md", "spelling")], id="letter_missing"),
        pytest.param("Pircing power", [("Pricing power.md", "spelling")], id="letters_turned"),
        pytest.param("Old/Plan", [("Home/Plan.md", "moved"), ("Work/Plan.md", "moved")], id="several_listed"),
        pytest.param("attachments/plan.png", [("img/plan.png", "moved")], id="attachment_moved"),
        pytest.param("pricing power.png", [], id="a_picture_is_no_note"),
        pytest.param("Report 2024", [], id="another_year_is_another_note"),
        pytest.param("Plam", [], id="too_short_to_be_misspelt"),
        pytest.param("A note to be written", [], id="never_written"),
        pytest.param("日本", [], id="short_cjk_name"),
        pytest.param("かき", [], id="another_kana"),
        pytest.param("...", [], id="no_letters"),
    ],
)
def test_what_was_probably_meant_is_listed(target: str, expected: list[tuple[str, str]]) -> None:
    (repair,) = repair_links(target)
    assert [(item.path, item.how) for item in repair.candidates] == expected


def test_links_to_one_target_stand_together_the_most_wanted_first() -> None:
    found = repair_links("Never", "Unwritten", "Unwritten")
    assert [(repair.target, repair.sources) for repair in found] == [
        ("Unwritten", (("From.md", 2), ("From.md", 3))),
        ("Never", (("From.md", 1),)),
    ]


def test_only_a_single_sure_candidate_is_a_repair_to_make() -> None:
    assert list_sure(repair_links("Old/Plan", "burggraben", "Economc moat")) == {"burggraben": "Ideas/Economic moat.md"}


def test_the_order_of_notes_does_not_matter() -> None:
    links = [make_link("Old/Plan", state="dangling")]
    notes = [make_note("From.md", links), *(make_note(path) for path in NOTES)]
    assert find_repairs(make_vault(notes)) == find_repairs(make_vault(reversed(notes)))


def test_links_that_lead_somewhere_need_no_repair() -> None:
    links = [make_link("a.md"), make_link("b", state="ambiguous"), make_link("https://x.org", state="external")]
    assert find_repairs(make_vault([make_note("From.md", links), make_note("a.md")])) == ()


def test_what_a_template_links_is_no_lost_link() -> None:
    link = make_link("Lost", state="dangling")
    assert find_repairs(make_vault([make_note("Templates/Form.md", [link]), make_note("VAULT_INDEX.md", [link])])) == ()


def test_what_more_notes_want_comes_before_what_one_note_links_more_often() -> None:
    often, wanted = make_link("Often", state="dangling"), make_link("Wanted", state="dangling")
    notes = [make_note("a.md", [often] * 5), make_note("b.md", [wanted]), make_note("c.md", [wanted])]
    assert [repair.target for repair in find_repairs(make_vault(notes))] == ["Wanted", "Often"]
