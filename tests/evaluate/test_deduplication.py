"""Copies and rivals are made alike on every machine, and what became of them is counted right."""

import pytest

from evaluate.base_texts import BaseText, generate_articles
from evaluate.copies import KINDS, NEED_ADDRESS, make_copies, make_original
from evaluate.deduplication import ORIGINAL, Outcome, judge_items, judge_kinds, make_items, render_outcomes
from evaluate.paraphrasing import DEGREES, paraphrase, respell_numbers
from evaluate.rivals import make_rivals
from florilegium.search.analysis import split_words

ARTICLES = generate_articles(12)
BASES, LENDERS = ARTICLES[:2], ARTICLES[2:]
ITEMS = make_items(BASES, LENDERS)


def list_runs(paragraphs: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return the runs of five words of a text."""
    words = [word.casefold() for word in split_words(" ".join(paragraphs))]
    return {tuple(words[at : at + 5]) for at in range(len(words) - 4)}


def test_the_set_is_the_same_each_time() -> None:
    again = make_items(generate_articles(12)[:2], LENDERS)
    assert [item.finding for item in again] == [item.finding for item in ITEMS]
    assert len({item.id for item in ITEMS}) == len(ITEMS)


def test_every_kind_of_copy_is_made_where_it_can_be() -> None:
    own = BaseText(**{**vars(BASES[0]), "own": True, "author": "", "url": ""})
    assert set(make_copies(BASES[0])) == set(KINDS)
    assert set(make_copies(own)) == set(KINDS) - NEED_ADDRESS


def test_degrees_of_paraphrase_rise() -> None:
    """A higher degree keeps fewer runs of five words, and none keeps none."""
    original = list_runs(BASES[0].paragraphs)
    kept = [len(original & list_runs(paraphrase("x", BASES[0].paragraphs, degree))) for degree in DEGREES]
    assert len(original) > kept[0] > kept[1] > kept[2] > 0


def test_numbers_are_written_the_other_way() -> None:
    assert respell_numbers("After 7 weeks and three days, 40 of 1,200 left.") == (
        "After seven weeks and 3 days, 40 of 1,200 left."
    )


def test_rivals_are_other_texts() -> None:
    original = make_original(BASES[0]).text
    rivals = make_rivals(BASES[0], LENDERS)
    assert len(rivals) == 10
    assert not [kind for kind, draft in rivals.items() if draft.text == original]


def test_this_set_is_told_without_a_fault() -> None:
    """Copies of each kind but the hardest become one with their original; no rival does; nothing is lost."""
    kinds = judge_kinds(ITEMS)
    whole = judge_items(ITEMS)
    hard = {kind for kind in KINDS if kind.startswith("paraphrase_3")}
    assert {kind for kind, outcome in kinds.items() if outcome.recall < 1.0} <= hard
    assert not whole.false
    assert whole.lost == 0
    page = render_outcomes("sample", ITEMS, kinds, whole)
    assert page.startswith("**sample: 2 texts, ")
    assert "| reply_quotes | 2 | 1.000 |" in page


@pytest.mark.parametrize(
    ("outcome", "precision", "recall"),
    [
        pytest.param(Outcome(frozenset({("a", "b")}), frozenset(), frozenset(), 0), 1.0, 1.0, id="right"),
        pytest.param(Outcome(frozenset({("a", "b")}), frozenset({("a", "c")}), frozenset(), 0), 1.0, 0.5, id="missed"),
        pytest.param(Outcome(frozenset({("a", "b")}), frozenset(), frozenset({("a", "d")}), 0), 0.5, 1.0, id="false"),
    ],
)
def test_shares_are_over_pairs(outcome: Outcome, precision: float, recall: float) -> None:
    assert (outcome.precision, outcome.recall) == (precision, recall)


def test_originals_alone_stay_apart() -> None:
    outcome = judge_items([item for item in ITEMS if item.kind == ORIGINAL])
    assert (outcome.found, outcome.missed, outcome.false, outcome.lost) == (frozenset(), frozenset(), frozenset(), 0)
