"""What a source shares with a sentence, found over an index of all passages."""

from collections.abc import Callable

import pytest

from florilegium.distilling.attribution.corpus import Corpus, Source
from florilegium.distilling.attribution.likeness import MOST_SOURCES, Likeness, LikenessIndex, find_root
from florilegium.distilling.attribution.scale import Scale, Sentence
from florilegium.distilling.attribution.tokens import tokenise


def compare(corpus: Corpus, said: str, *, wanted: tuple[str, ...] = ()) -> dict[str, Likeness]:
    """Return the likenesses by title, strongest first."""
    scale = Scale(corpus, [Sentence(0, 0, 0, len(said), 1, tokenise(said))])
    found = LikenessIndex(scale).compare(scale.sentences[0], wanted=wanted)
    return {corpus.find(item.source).entry.title: item for item in found}


def test_the_passage_that_shares_most_counts(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    cups = source("Cups", "A samovar hums.\n\nThe samovar and the barometer stand in the vestry.")
    found = compare(memory(cups), "In a vestry stood a barometer beside the samovar.")["Cups"]
    assert found.words == 3
    assert found.passages[0].line == 3


def test_a_word_of_the_same_root_counts_less_than_the_word(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    corpus = memory(source("Same", "The bankrupt samovar."), source("Root", "The bankruptcy samovar."))
    found = compare(corpus, "A bankrupt and a samovar.")
    assert list(found) == ["Same", "Root"]
    assert found["Same"].information > found["Root"].information > 0.5


@pytest.mark.parametrize(
    ("rare", "common"),
    [
        pytest.param("samovar barometer", "kitchen window", id="everyday_words"),
        pytest.param("samovar 412", "samovar 100", id="round_figures"),
        pytest.param("samovar of a barometer", "samovar barometer", id="two_words_side_by_side"),
    ],
)
def test_what_tells_less(rare: str, common: str, source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    def rate(words: str) -> float:
        found = compare(memory(source("Cups", f"The {words}, my vestry.")), f"Our {words} near a vestry.")
        return found["Cups"].information

    assert rate(rare) > rate(common)


def test_a_word_of_a_small_memory_may_be_any_word(source: Callable[..., Source], memory: Callable[..., Corpus]) -> None:
    """In a memory of few sources nearly every word stands in one alone."""
    cups, said = source("Cups", "A samovar, a barometer."), "Samovar or barometer?"
    others = [source(f"Note {at}", f"Word{at} alone.") for at in range(40)]
    assert compare(memory(cups), said)["Cups"].information < compare(memory(cups, *others), said)["Cups"].information


def test_the_strongest_are_kept_and_whoever_is_wanted(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    many = [source(f"Note {at}", "A samovar, a barometer and a sextant.") for at in range(MOST_SOURCES)]
    weak = source("Weak", "A samovar, a barometer.")
    others = [source(f"Other {at}", "Tea.") for at in range(90)]
    said = "The samovar, the barometer, the sextant."
    corpus = memory(*many, weak, *others)
    assert "Weak" not in compare(corpus, said)
    assert "Weak" in compare(corpus, said, wanted=(weak.entry.id,))


@pytest.mark.parametrize(
    ("term", "root"), [("bankruptci", "bankru"), ("tea", ""), ("412000000", ""), ("городской", "")]
)
def test_roots_are_of_long_words_only(term: str, root: str) -> None:
    assert find_root(term) == root
