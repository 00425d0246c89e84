"""Where an article says a source's name, and where it only uses the same words."""

from collections.abc import Callable

import pytest

from florilegium.distilling.attribution.corpus import Corpus, Source
from florilegium.distilling.attribution.names import NameIndex
from florilegium.distilling.attribution.tokens import tokenise


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        pytest.param("The Forgetting Budget", "what he calls a forgetting budget", [(0.75, True)], id="coined"),
        pytest.param("The Forgetting Budget", "read “The Forgetting Budget”, twice", [(0.75, True)], id="quoted"),
        pytest.param("The Forgetting Budget", "read *the forgetting budget*.", [(0.75, True)], id="emphasis"),
        pytest.param("The Forgetting Budget", "our forgetting budget is spent", [(0.5, False)], id="plain_rare_pair"),
        pytest.param("Linden Watch", "I met Linden Watch at noon", [(0.5, False)], id="proper_name"),
        pytest.param("The Forgetting Budget", "He called. Our forgetting budget", [(0.5, False)], id="coined_before"),
        pytest.param("Lantern", "Lantern answers", [], id="one_word"),
        pytest.param("Notes", "*Notes*", [], id="one_word_in_emphasis"),
        pytest.param("Names Are Load-Bearing: A Study", "names are load-bearing", [(0.95, True)], id="main_part"),
        pytest.param(
            "Memory Benchmarks Measure the Wrong Thing", "they measure the wrong thing", [], id="too_small_a_part"
        ),
        pytest.param("Why Young Trees Die in July", "that young trees die in July", [(0.7, True)], id="part"),
        pytest.param("城市热岛与行道树", "我读过《城市热岛与行道树》", [(0.95, True)], id="chinese"),
    ],
)
def test_namings(
    title: str,
    text: str,
    expected: list[tuple[float, bool]],
    source: Callable[..., Source],
    memory: Callable[..., Corpus],
) -> None:
    found = NameIndex(memory(source(title, "Text."))).find(text, [tokenise(text)])
    assert [(item.weight, item.explicit) for item in found] == expected


def test_a_title_that_everybody_says_names_nothing(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    """One-word titles and commonplaces drown unlinked-mention lists: rarity gates."""
    others = [source(f"Note {number}", "the forgetting budget again") for number in range(5)]
    text = "our forgetting budget is spent"
    assert NameIndex(memory(source("The Forgetting Budget", "Text."), *others)).find(text, [tokenise(text)]) == []


def test_a_part_that_two_titles_share_names_neither(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    corpus = memory(source("Files Beat Databases Twice", "Text."), source("Files Beat Databases Again", "Text."))
    text = "that files beat databases"
    assert NameIndex(corpus).find(text, [tokenise(text)]) == []


def test_a_person_s_name_is_not_the_title_of_the_note_about_them(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    corpus = memory(source("Una Drake", "She drinks tea."), source("Cups", "Text.", authors=("Una Drake",)))
    text = "“Una Drake” drinks tea"
    assert NameIndex(corpus).find(text, [tokenise(text)]) == []
