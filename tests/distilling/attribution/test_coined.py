"""Coined terms are those that one source alone puts together and sets off."""

from collections.abc import Callable

import pytest

from florilegium.distilling.attribution.coined import find_coinages
from florilegium.distilling.attribution.corpus import Corpus, Source
from florilegium.distilling.attribution.scale import Scale, Sentence
from florilegium.distilling.attribution.tokens import tokenise

SAID = "By autumn the samovar tithe is due."


def find_terms(corpus: Corpus, said: str = SAID) -> list[str]:
    scale = Scale(corpus, [Sentence(0, 0, 0, len(said), 1, tokenise(said))])
    return [said[item.start : item.end] for item in find_coinages(scale)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("I call this the samovar tithe.", ["samovar tithe"], id="called"),
        pytest.param("There is a “samovar tithe” in each house.", ["samovar tithe"], id="quoted"),
        pytest.param(
            "The samovar tithe, that is to say tea for the priest, is old.", ["samovar tithe"], id="explained"
        ),
        pytest.param("The samovar tithe is old.", [], id="only_used"),
        pytest.param("I call this the tithe of the samovar.", [], id="other_words"),
    ],
)
def test_a_term_is_set_off_in_its_source(
    text: str, expected: list[str], source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    assert find_terms(memory(source("Cups", text))) == expected


def test_a_term_of_two_sources_is_nobody_s(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    corpus = memory(source("Cups", "I call this the samovar tithe."), source("Lids", "A samovar tithe again."))
    assert find_terms(corpus) == []
