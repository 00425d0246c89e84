"""How an article names a part of a title."""

import pytest

from evaluate.articles.planting import cut_title


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("Sour Rooms: A History of Rural Proving", "History of Rural Proving", id="longer_half"),
        pytest.param("How Rye Came to the Parish Oven", "Came to the Parish Oven", id="last_words"),
        pytest.param("Once more on Rye", "", id="too_little_is_left"),
        pytest.param("Rye", "", id="one_word"),
    ],
)
def test_the_part_of_a_title_has_three_words_of_content(title: str, expected: str) -> None:
    assert cut_title(title) == expected
