"""What a query asks for beside its words."""

from datetime import date

from florilegium.search.inquiry import read_inquiry
from florilegium.search.leanings import Leanings
from florilegium.search.recipe import Recipe

TODAY = date(2026, 6, 10)


def test_the_date_is_no_longer_among_the_words() -> None:
    """A date expression is a filter and not a word to look for."""
    inquiry = read_inquiry("my notes on oak saplings in May", TODAY)
    assert inquiry.text == "my notes on oak saplings"
    assert inquiry.span is not None
    assert inquiry.span.words == "in May"
    assert inquiry.leanings == Leanings(own=True)


def test_a_date_in_one_part_filters_nothing() -> None:
    """What one event happened on says nothing of the other."""
    inquiry = read_inquiry("Did Ada order saplings before Ben paid the rent on 2026-03-01?", TODAY)
    assert inquiry.span is None
    assert len(inquiry.parts) == 2


def test_names_stand_behind_the_words_of_each_part() -> None:
    """A part that says "she" is asked with the name that another part says."""
    inquiry = read_inquiry("Did Ada order oak saplings before she asked about the watering rota?", TODAY)
    first, second = inquiry.list_parts()
    assert [term.weight for term in first.terms if term.term == "ada"] == [1.0]
    assert [term.weight for term in second.terms if term.term == "ada"] == [0.5]


def test_each_part_can_be_switched_off() -> None:
    """The evaluation measures what each of them is worth."""
    text = "oak saplings in May. watering rota in May"
    assert read_inquiry(text, TODAY, Recipe(dates=False)).span is None
    assert read_inquiry(text, TODAY, Recipe(parts=False)).parts == ()
