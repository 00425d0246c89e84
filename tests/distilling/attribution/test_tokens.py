"""Tokens compare words, numbers and units however they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.distilling.attribution.tokens import tokenise


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        pytest.param("1,140 files", ["1140"], id="comma_between_thousands"),
        pytest.param("1\u00a0140 files", ["1140"], id="no_break_space"),
        pytest.param("3 % and 4.5 degrees", ["3", "4.5"], id="decimal"),
        pytest.param("nine questions", ["9"], id="word"),
        pytest.param("ninety-four notes", ["94"], id="compound_word"),
        pytest.param("two hundred notes, a hundred cards", ["200", "100"], id="hundreds"),
        pytest.param("one of them", [], id="one_is_a_pronoun"),
        pytest.param("on 2026-03-15 at 02:00", ["2026-03-15", "02:00"], id="date_and_time"),
        pytest.param("CD4, GPT-4 and IL-13", [], id="names_with_digits_are_no_figures"),
        pytest.param("007 agents", ["7"], id="zeros_in_front"),
    ],
)
def test_numbers_have_one_form(text: str, numbers: list[str]) -> None:
    assert [token.number for token in tokenise(text) if token.number] == numbers


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("the reader’s notes", "The reader's NOTES", id="quotes_and_case"),
        pytest.param("3 percent", "3 %", id="percent"),
        pytest.param("3 per cent", "3%", id="per_cent"),
        pytest.param("twelve degrees", "12 °", id="degrees"),
        pytest.param("three-drawer rule", "three drawer rule", id="hyphen"),
        pytest.param("forty\u2011odd folders", "forty-odd folders", id="no_break_hyphen"),
    ],
)
def test_one_phrase_has_one_key_sequence(left: str, right: str) -> None:
    assert [token.key for token in tokenise(left)] == [token.key for token in tokenise(right)]


def test_stop_words_have_no_term_and_inflections_share_one() -> None:
    terms = [token.term for token in tokenise("The folder and the folders")]
    assert terms == ["", "folder", "", "", "folder"]


def test_chinese_gives_pairs_as_terms() -> None:
    assert [token.term for token in tokenise("城市热岛")] == ["城市", "市热", "热岛", "岛"]


@settings(derandomize=True, max_examples=150)
@given(st.text(max_size=80), st.integers(0, 20))
def test_places_are_slices_in_order(text: str, start: int) -> None:
    tokens = tokenise(text, min(start, len(text)))
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert all(one.end <= two.start for one, two in zip(tokens, tokens[1:], strict=False))
