"""Stretches of a text, asked by place."""

from hypothesis import given
from hypothesis import strategies as st

from florilegium.distilling.attribution.spans import Spans

SPAN = st.tuples(st.integers(0, 40), st.integers(1, 9)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(st.lists(SPAN, max_size=8), st.integers(0, 50))
def test_a_place_is_held_where_any_stretch_holds_it(spans: list[tuple[int, int]], place: int) -> None:
    assert Spans(spans).holds(place) == any(start <= place < end for start, end in spans)


def test_a_whole_stretch_is_held_or_not() -> None:
    spans = Spans([(2, 6), (10, 12)])
    assert [spans.holds(2, 6), spans.holds(3, 7), spans.holds(7, 8), spans.holds(10, 11)] == [True, False, False, True]
