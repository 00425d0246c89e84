"""From a document's fields to the counts and terms that the index holds."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.search.analysis import extract_characters, extract_terms
from florilegium.search.fields import FIELDS, Analysed, analyse_fields, iter_counts, make_needle, read_count

BODY = FIELDS.index("body")


def analyse(text: str) -> Analysed:
    return analyse_fields("x-00000000", [text if name == "body" else "" for name in FIELDS])


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.text(alphabet="aB_c'’#+1, é東京“—…²\xa0\u0301", max_size=60))
def test_counts_are_those_of_the_terms(text: str) -> None:
    """Counting whole runs of terms, which is quick, ends in what counting term by term gives."""
    terms, characters = extract_terms(text), extract_characters(text)
    analysed = analyse(text)
    assert analysed.vector.lengths[BODY] == len(terms)
    assert dict(iter_counts(analysed.vector.counts[BODY])) == Counter(terms + characters)
    assert analysed.terms[BODY].split() == terms + characters


@pytest.mark.parametrize(
    ("text", "term", "number"),
    [
        pytest.param("budget", "budget", 1, id="alone"),
        pytest.param("notes budget note", "note", 2, id="beside one that occurs once"),
        pytest.param("notes budget note", "budget", 1, id="once, at the end"),
        pytest.param("GitHub hub git", "hub", 2, id="part of a compound and a word"),
    ],
)
def test_number_of_a_term_is_read_in_place(text: str, term: str, number: int) -> None:
    counts = analyse(text).vector.counts[BODY]
    needle = make_needle(term)
    assert read_count(counts, counts.index(needle) + len(needle)) == number
