"""Long texts in parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from florilegium.claude.sampling import split_parts


@given(st.text(alphabet="ab. \n本", max_size=200), st.integers(2, 40))
def test_parts_are_the_text_and_none_is_too_long(text: str, characters: int) -> None:
    parts = split_parts(text, characters)
    assert "".join(parts) == text
    assert max(map(len, parts)) <= characters


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("aaaa aaa\n\nbbb bbbb", ["aaaa aaa\n\n", "bbb bbbb"]),
        ("aaaa aaa\nbbb bbbb", ["aaaa aaa\n", "bbb bbbb"]),
        ("aaaa aaa bbb bbbb", ["aaaa aaa ", "bbb bbbb"]),
        ("本本本本本本本本本本本本本", ["本本本本本本本本本本本本", "本"]),
    ],
)
def test_a_text_is_cut_where_it_hurts_least(text: str, expected: list[str]) -> None:
    assert split_parts(text, 12) == expected
