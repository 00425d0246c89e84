"""The words and mentions of a vault."""

from planted_vaults import make_note, make_vault

from florilegium.discovering.gathering import count_words, find_spellings, gather

TEXTS = {
    "Economic moat.md": "Studies of moats. A study, two studies. `code`",
    "Letter.md": "The economic moat of 1999 was a study in pricing. [[Secret thing]]",
    "Templates/Form.md": "An economic moat here.",
}


def test_words_are_told_in_their_commonest_form() -> None:
    spellings = find_spellings(TEXTS.values())
    assert count_words("A study of moat moats 1999", spellings) == {"moat": 2, "studies": 1}


def test_code_links_and_numbers_are_no_words_of_a_note() -> None:
    words = gather(make_vault(map(make_note, TEXTS)), TEXTS.__getitem__).vocabulary
    assert set(words["Letter.md"]) == {"letter", "economic", "moat", "studies", "pricing"}


def test_mentions_are_found_and_those_in_templates_left_out() -> None:
    found = gather(make_vault(map(make_note, TEXTS)), TEXTS.__getitem__)
    assert found.mentioned == {"Economic moat.md": ("Letter.md",)}
