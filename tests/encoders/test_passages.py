"""Passages: whole sentences, about equally long, none lost; those are read that have the words asked for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.encoders.passages import PASSAGE_WORDS, choose_passages, split_passages

SENTENCE = "The soup needs dill and somebody who peels. "


def test_a_short_text_is_one_passage_led_by_its_title() -> None:
    """A text within the bound stays whole."""
    assert split_passages("Soup", SENTENCE) == (f"Soup\n{SENTENCE.strip()}",)


def test_a_long_text_is_parted_evenly_between_sentences() -> None:
    """240 words become two passages of 120, each of whole sentences and led by the title."""
    passages = split_passages("Soup", SENTENCE * 30)
    assert [len(passage.split()) - 1 for passage in passages] == [120, 120]
    assert all(passage.startswith("Soup\nThe soup") and passage.endswith("peels.") for passage in passages)


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        pytest.param("Soup", "", ("Soup",), id="title_only"),
        pytest.param("", SENTENCE, (SENTENCE.strip(),), id="text_only"),
        pytest.param("", "", (), id="nothing"),
        pytest.param("", "---\ntags: [soup]\n---\n## Dill\n", ("Dill",), id="front_matter_left_out"),
    ],
)
def test_what_is_empty(title: str, text: str, expected: tuple[str, ...]) -> None:
    """Nothing but words makes a passage."""
    assert split_passages(title, text) == expected


@pytest.mark.parametrize("text", [pytest.param("dill " * 500, id="no_stops"), pytest.param("字" * 500, id="no_spaces")])
def test_a_sentence_without_end_is_cut(text: str) -> None:
    """500 words without a full stop become passages that a model can read, and no word is lost."""
    passages = split_passages("", text)
    assert len(passages) == 4
    assert "".join(passages).replace(" ", "") == text.replace(" ", "")


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["dill", "soup.", "A b c.", "字" * 90, "\n\n", "x! Y"]), max_size=120))
def test_no_word_is_lost_and_none_comes_twice(parts: list[str]) -> None:
    """The passages of any text, joined, are the text without its spaces."""
    text = " ".join(parts)
    assert "".join("".join(passage.split()) for passage in split_passages("", text)) == "".join(text.split())


def test_the_passages_that_match_are_read() -> None:
    """Of ten passages on soup, those on the folder are chosen wherever they stand, in the order of the text."""
    passages = [f"Soup {number} needs dill." for number in range(10)]
    passages[4], passages[9] = "A cold folder for notes.", "The folder again."
    assert choose_passages(passages, {"folder", "note"}) == (passages[0], passages[4], passages[9])


def test_of_few_passages_all_are_read() -> None:
    """Up to three passages need no choice."""
    assert choose_passages(("a", "b"), {"c"}) == ("a", "b")
    assert PASSAGE_WORDS == 160
