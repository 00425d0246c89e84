"""What one sentence shares with one passage: verbatim runs, figures with their units, paraphrases."""

from collections.abc import Callable

import pytest

from florilegium.distilling.attribution.corpus import Corpus, Passage, Source
from florilegium.distilling.attribution.ideas import Match, match_source
from florilegium.distilling.attribution.likeness import LikenessIndex
from florilegium.distilling.attribution.scale import Scale, Sentence, list_measures, weigh_number
from florilegium.distilling.attribution.tokens import tokenise


def make_scale(corpus: Corpus, *texts: str) -> Scale:
    sentences = [Sentence(at, at, 0, len(text), at + 1, tokenise(text)) for at, text in enumerate(texts)]
    return Scale(corpus, sentences)


@pytest.fixture
def match(source: Callable[..., Source], memory: Callable[..., Corpus]) -> Callable[..., list[Match]]:
    """Return what a sentence shares with a text."""

    def run(sentence: str, text: str, *, named: bool = False) -> list[Match]:
        item = source("Cups", text)
        scale = make_scale(memory(item), sentence)
        likely = [found for found in LikenessIndex(scale).compare(scale.sentences[0]) if found.source == item.entry.id]
        pairs = [(scale.sentences[0], passage) for found in likely for passage in found.passages]
        return match_source(scale, pairs, named=(0,) if named else ())

    return run


@pytest.mark.parametrize(
    ("sentence", "text", "rule"),
    [
        pytest.param(
            "a folder is the only database for you", "Yes: a folder is the only database.", "phrase", id="run"
        ),
        pytest.param("“A  folder is THE only\ndatabase”", "a folder is the only database", "phrase", id="spelling"),
        pytest.param("It took 412 files.", "He opened 412 files today.", "number", id="figure_and_unit"),
        pytest.param("It read four hundred files.", "There were 400 files.", "number", id="figure_in_words"),
        pytest.param("It took 412 days.", "It opened 412 files.", None, id="another_unit"),
        pytest.param("It took two days.", "We had two days.", None, id="a_small_figure_alone"),
        pytest.param(
            "It is what it is and will be.", "Well, it is what it is and will be.", None, id="only_stop_words"
        ),
        pytest.param(
            "The succulent lemon glows.", "The succulent lemon fell far from any old garden wall.", None, id="two_words"
        ),
    ],
)
def test_what_counts_as_shared(match: Callable[..., list[Match]], sentence: str, text: str, rule: str | None) -> None:
    assert [item.rule for item in match(sentence, text)] == ([] if rule is None else [rule])


def test_one_passage_may_add_to_another(match: Callable[..., list[Match]]) -> None:
    found = match(
        "It costs 40 tokens and spares 612 files.", "A line costs 40 tokens.\n\nIt spares 612 files each time."
    )
    assert [item.passage.line for item in found] == [3, 1]


def test_a_paragraph_that_names_the_source_needs_less(match: Callable[..., list[Match]]) -> None:
    pair = (
        "Countersigned by a sexton, so to speak.",
        "There were lines that the sexton had countersigned in any year of the war.",
    )
    assert match(*pair) == []
    assert [item.rule for item in match(*pair, named=True)] == ["paraphrase"]


def test_rates_fall_with_every_source_and_with_the_article_s_own_repetition(
    source: Callable[..., Source], memory: Callable[..., Corpus]
) -> None:
    corpus = memory(source("A", "lemon samovar"), source("B", "lemon attic"))
    once, often = make_scale(corpus, "samovar"), make_scale(corpus, "samovar", "samovar here", "a samovar")
    assert once.rate_term("samovar") == 1.0
    assert once.rate_term("lemon") < 1.0
    assert often.rate_term("samovar") < 1.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("1,140 Markdown files", {("1140", "markdown"), ("1140", "file")}, id="after"),
        pytest.param("nineteen of the appended lines", {("19", "append"), ("19", "line")}, id="behind_small_words"),
        pytest.param("page 12", {("12", "page")}, id="before"),
        pytest.param("40", set(), id="alone"),
    ],
)
def test_a_measure_is_a_number_with_what_it_counts(text: str, expected: set[tuple[str, str]]) -> None:
    assert {(number, unit) for _, number, unit in list_measures(tokenise(text))} == expected


@pytest.mark.parametrize(("smaller", "larger"), [("9", "40"), ("2026", "40"), ("200", "412"), ("50", "57")])
def test_common_numbers_tell_less(smaller: str, larger: str) -> None:
    assert weigh_number(smaller) < weigh_number(larger)


def test_highlights_leave_out_headings_labels_and_facts(source: Callable[..., Source]) -> None:
    item = source("Cups", "Text.", highlights="# Highlights: Cups\n\n> Marked.\n\nNote: mine\n\n(page 12, #tea)\n")
    passages: list[Passage] = [passage for passage in item.passages if passage.layer == "highlights"]
    assert [item.layers["highlights"][passage.start : passage.end] for passage in passages] == ["Marked.", "mine"]
    assert [passage.line for passage in passages] == [3, 5]
