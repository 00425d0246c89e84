"""Dates in every form that accounts and pages use."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.sources.dates import read_date


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param("2026-01-05T10:00:00Z", "2026-01-05", id="iso"),
        pytest.param("2026-01-05T23:30:00-05:00", "2026-01-05", id="day_as_written"),
        pytest.param("2026-01-27 05:56:46+00:00", "2026-01-27", id="csv_export"),
        pytest.param("2026-01", "2026-01", id="month"),
        pytest.param("2019", "2019", id="year"),
        pytest.param("2026/1/5", "2026-01-05", id="slashes"),
        pytest.param("20260105T100000Z", "2026-01-05", id="compact"),
        pytest.param(1768348800000, "2026-01-14", id="milliseconds"),
        pytest.param("1768348800000", "2026-01-14", id="milliseconds_as_text"),
        pytest.param(1768348800.5, "2026-01-14", id="seconds"),
        pytest.param("January 7, 2026 at 9:12 AM", "2026-01-07", id="month_first"),
        pytest.param("7 Jan. 2026", "2026-01-07", id="day_first"),
        pytest.param("Wed, 07 Jan 2026 10:00:00 GMT", "2026-01-07", id="mail"),
        pytest.param("[[2026-01-07]]", "2026-01-07", id="linked"),
        pytest.param("Jan\u202f7, 2026", "2026-01-07", id="narrow_space"),
        pytest.param(0, None, id="zero_is_no_date"),
        pytest.param(None, None, id="null"),
        pytest.param(True, None, id="boolean"),
        pytest.param("", None, id="empty"),
        pytest.param("01/02/2026", None, id="day_or_month_unknown"),
        pytest.param("2026-13-40", None, id="impossible"),
        pytest.param("2026-02-30", None, id="no_such_day"),
        pytest.param("2026-01-05-12", None, id="more_than_a_date"),
        pytest.param("Smarch 7, 2026", None, id="no_such_month"),
        pytest.param(float("nan"), None, id="not_a_number"),
        pytest.param(10**30, None, id="too_large"),
        pytest.param({"seconds": 1}, None, id="object"),
    ],
)
def test_reads_a_date(value: object, expected: str | None) -> None:
    assert read_date(value) == expected


@settings(derandomize=True, max_examples=200)
@given(st.text() | st.integers() | st.floats() | st.from_regex(r"\d{1,4}[-/ ]\d{1,3}[-/ ]\d{1,3}"))
def test_never_raises_and_gives_one_form(value: object) -> None:
    found = read_date(value)
    assert found is None or (len(found) in (4, 7, 10) and read_date(found) == found)
