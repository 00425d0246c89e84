"""What a question leans to."""

from dataclasses import replace
from datetime import date

import pytest
from libraries import make_note

from florilegium.drafts import make_document
from florilegium.search.leanings import Leanings, find_leanings

TODAY = date(2026, 6, 10)
NOTE = make_document(make_note("A", "text"), source="vault", text="text", highlights="")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("what did I write on oaks", Leanings(own=True), id="did I write"),
        pytest.param("my own notes on oaks", Leanings(own=True), id="my own notes"),
        pytest.param("meine Notizen zu Eichen", Leanings(own=True), id="German"),
        pytest.param("the latest on oaks", Leanings(recent=True), id="latest"),
        pytest.param("oaks", Leanings(), id="neither"),
    ],
)
def test_a_question_leans_where_it_says_so(text: str, expected: Leanings) -> None:
    """Authorship and recency count only where the question asks for them."""
    assert find_leanings(text) == expected


def test_own_words_and_recent_ones_gain() -> None:
    """The reader's own note gains over another's, the newest over an old one, each with its reason."""
    other, old = replace(NOTE, authorship="other"), replace(NOTE, saved="2020-01-01")
    new = replace(NOTE, saved="2026-06-10")
    assert Leanings(own=True).weigh(NOTE, TODAY) == 1.3
    assert Leanings(own=True).weigh(other, TODAY) == 1.0
    assert Leanings(recent=True).weigh(new, TODAY) == 1.25
    assert Leanings(recent=True).weigh(old, TODAY) == pytest.approx(1.0, abs=0.001)
    assert Leanings(recent=True).weigh(NOTE, TODAY) == 1.0
    assert Leanings(own=True).explain(NOTE) == ["your own words, as the query asks"]
    assert Leanings(recent=True).explain(new) == ["of 2026-06-10, and the query asks for what is recent"]
    assert Leanings(own=True).explain(other) == []
