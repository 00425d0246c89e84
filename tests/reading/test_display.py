"""Output fits 80 columns and cannot steer the terminal."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.reading.display import clean_text, measure_width, wrap_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("abc", 3, id="ascii"),
        pytest.param("記憶", 4, id="wide"),
        pytest.param("ｶﾅ", 2, id="half_width"),
        pytest.param("e\u0301", 1, id="combining"),
    ],
)
def test_measure_width(text: str, expected: int) -> None:
    assert measure_width(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("one two three", ["one two", "three"], id="between_words"),
        pytest.param("one\n\n  two", ["one two"], id="white_space_is_one_space"),
        pytest.param("記憶の宮殿", ["記憶の宮", "殿"], id="between_wide_characters"),
        pytest.param("unbreakable", ["unbreakable"], id="a_long_word_sticks_out"),
    ],
)
def test_wrap_text(text: str, expected: list[str]) -> None:
    assert wrap_text(text, width=8) == expected


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.lists(st.text(alphabet="ab記憶é", min_size=1, max_size=8), max_size=30))
def test_lines_fit_and_nothing_is_lost(words: list[str]) -> None:
    lines = wrap_text(" ".join(words), indent="  ", width=20)
    assert all(measure_width(line) <= 20 for line in lines)
    assert "".join("".join(lines).split()) == "".join(words)


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\x9b", "\r", "\x00", "\u202e"])
def test_text_of_a_source_does_not_steer_the_terminal(sign: str) -> None:
    assert clean_text(f"a{sign}[31m") == "a\N{REPLACEMENT CHARACTER}[31m"


def test_line_ends_and_tabs_stay() -> None:
    assert clean_text("a\tb\r\nc\n") == "a\tb\nc\n"
