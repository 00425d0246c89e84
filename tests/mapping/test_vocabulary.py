"""The words that tell a section from the rest of a vault."""

from collections import Counter

from florilegium.mapping.vocabulary import (
    choose_common,
    choose_terms,
    find_languages,
    list_note_terms,
    spell_terms,
    spell_words,
)

TEA = ["Brewing oolong leaves in water.", "Oolong leaves again, brewing with a notebook.", "Leaves of oolong."]
CODE = ["Compilers and a notebook with water.", "A compiler and its parser.", "Parsers, compilers, water."]


def count(texts: list[str]) -> Counter[str]:
    return Counter(term for text in texts for term in list_note_terms(text))


def test_terms_of_a_section_are_those_that_others_lack() -> None:
    terms = choose_terms(count(TEA), 3, count(TEA + CODE), 6, limit=9)
    assert spell_terms(terms, spell_words(TEA), limit=9) == ("leaves", "oolong", "brewing")
    assert not set(terms) & {"water", "notebook"}


def test_terms_of_a_vault_are_neither_everywhere_nor_in_one_note() -> None:
    texts = [f"everywhere {word}" for word in ("tea", "tea", "rare", "other")]
    assert choose_common(count(texts), 4, limit=9)[0] == "tea"
    assert "rare" not in choose_common(count(texts), 4, limit=9)


def test_code_addresses_front_matter_and_numbers_are_no_words() -> None:
    text = "---\ntags: [hidden]\n---\nseen https://example.org/path 2026 ```\nsecret()\n``` <b>x</b> der und\n"
    assert list_note_terms(text) == {"seen"}


def test_scripts_without_spaces_give_pairs() -> None:
    assert "日本" in list_note_terms("日本語の勉強")
    assert spell_terms(["日本"], {}, limit=9) == ("日本",)


def test_languages_come_by_their_number_of_notes() -> None:
    texts = {f"{n}.md": "This is the note that was on it and how it is." for n in range(5)}
    texts |= {f"d{n}.md": "Das ist nicht die Notiz, die ich mit der Hand und ohne Brille schreibe." for n in range(3)}
    texts |= {"j.md": "これは日本語のノートです。"}
    assert find_languages(texts) == ("english", "german", "japanese")
    assert find_languages({"a.md": "xyzzy"}) == ()


def test_everyday_words_tell_nothing() -> None:
    assert spell_terms(["list", "show", "oolong"], {}, limit=9) == ("oolong",)
