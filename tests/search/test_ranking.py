"""BM25F from a document's counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.search.fields import FIELDS, Vector, analyse_fields, decode_vector, encode_vector, make_needle
from florilegium.search.ranking import (
    FLAT,
    Statistics,
    WeightedTerm,
    make_statistics,
    score_fields,
    score_vector,
    weigh_fields,
    weigh_rarity,
    weigh_terms,
)

STATISTICS = Statistics(100, (3.0, 1.0, 5.0, 2.0, 20.0, 10.0, 200.0, 2.0))

MEAN_TEXT = "budget" + " filler" * 199
MEAN_HIGHLIGHTS = "budget" + " filler" * 19


def make_vector(**fields: str) -> Vector:
    return analyse_fields("x-00000000", [fields.get(name, "") for name in FIELDS]).vector


def score(vector: Vector, *terms: str) -> float:
    weighted = [WeightedTerm(term, 1.0, make_needle(term)) for term in terms]
    return score_vector(vector, weighted, STATISTICS).value


def test_vector_survives_its_stored_form() -> None:
    vector = make_vector(title="The Who", body="機械学習 notes notes", tags="a/b")
    assert decode_vector(encode_vector(vector)) == vector


def test_a_term_is_found_whole_only() -> None:
    """No term is found inside another, nor a number inside a count."""
    vector = make_vector(body="notebook note 2")
    assert score(vector, "note") > 0.0
    assert score(vector, "book") == score(vector, "not") == score(vector, "1") == 0.0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param({"title": "budget"}, {"body": MEAN_TEXT}, id="title over text"),
        pytest.param({"highlights": MEAN_HIGHLIGHTS}, {"body": MEAN_TEXT}, id="highlight over text"),
        pytest.param({"own_notes": "budget"}, {"highlights": MEAN_HIGHLIGHTS}, id="own note over highlight"),
        pytest.param({"body": "budget budget"}, {"body": "budget"}, id="often over once"),
        pytest.param({"body": "budget"}, {"body": "budget" + " filler" * 400}, id="short over long"),
    ],
)
def test_order(better: dict[str, str], worse: dict[str, str]) -> None:
    assert score(make_vector(**better), "budget") > score(make_vector(**worse), "budget")


def test_score_says_what_matched() -> None:
    vector = make_vector(title="Forgetting", body="forgetting budget")
    terms = [WeightedTerm(term, weight, make_needle(term)) for term, weight in (("forget", 3.0), ("queue", 1.0))]
    found = score_vector(vector, terms, STATISTICS)
    assert found.matched == (("forget", (0, 6)),)
    assert found.coverage == pytest.approx(0.75)
    assert 0.0 < found.share < found.coverage


def test_rarity_is_coarse_and_bounded() -> None:
    """An unknown term weighs like the rarest, and one note more does not move a weight."""
    assert weigh_rarity(0, 1000) == weigh_rarity(1, 1000) > weigh_rarity(500, 1000) > 0.0
    assert weigh_rarity(40, 1000) == weigh_rarity(40, 1001)
    assert weigh_rarity(1000, 1000) > 0.0
    assert weigh_rarity(5, 0) > 0.0


def test_mean_lengths_have_two_digits() -> None:
    """Only documents that have a field count for its mean."""
    statistics = make_statistics([(2, 0, 0, 0, 0, 0, 401, 0), (2, 0, 0, 0, 5, 0, 0, 0), (3, 0, 0, 0, 0, 0, 402, 0)])
    assert statistics == Statistics(3, (2.3, 0.0, 0.0, 0.0, 5.0, 0.0, 400.0, 0.0))
    assert make_statistics([]) == Statistics(0, (0.0,) * len(FIELDS))


def test_frequencies_count_fields() -> None:
    found = weigh_terms(make_vector(title="budget", body="budget queue"))
    assert found["budget"] > found["queue"] == 1.0


@settings(derandomize=True, max_examples=80, deadline=None)
@given(st.text(max_size=120), st.text(max_size=30))
def test_share_stays_in_bounds(body: str, title: str) -> None:
    vector = make_vector(body=body, title=title)
    terms = [WeightedTerm(term, 1.0, make_needle(term)) for term in sorted(weigh_terms(vector))]
    found = score_vector(vector, terms, STATISTICS)
    assert 0.0 <= found.share <= found.coverage <= 1.0
    assert len(found.matched) == len(terms)


def test_flat_weights_count_an_occurrence_alike_in_title_and_text() -> None:
    """Headings are part of the text, and so count nothing by themselves."""
    even = Statistics(100, (1.0,) * len(FIELDS))
    terms = [WeightedTerm("budget", 1.0, make_needle("budget"))]
    values = [
        score_fields(weigh_fields(make_vector(**{name: "budget"}), even, FLAT), terms).value
        for name in ("title", "body", "headings")
    ]
    assert values == [1 / 2.2, 1 / 2.2, 0.0]
