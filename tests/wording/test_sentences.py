"""Where a sentence of a brief ends."""

import pytest

from florilegium.wording.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One. Two! Three?", ["One.", "Two!", "Three?"], id="stops"),
        pytest.param("One line\nand its end.\n\nNext", ["One line and its end.", "Next"], id="paragraphs"),
        pytest.param('He said "no." Then (yes.) Good', ['He said "no."', "Then (yes.)", "Good"], id="quotes"),
        pytest.param(
            "See e.g. Fig. 3 by Dr. A. Berg. End.", ["See e.g. Fig. 3 by Dr. A. Berg.", "End."], id="abbreviations"
        ),
        pytest.param("It costs 1.50 at a.example now.", ["It costs 1.50 at a.example now."], id="stops_inside_words"),
        pytest.param("树多热吗？是的。好", ["树多热吗？", "是的。", "好"], id="cjk"),
        pytest.param(" \n\n ", [], id="empty"),
    ],
)
def test_split_sentences(text: str, expected: list[str]) -> None:
    assert split_sentences(text) == expected
