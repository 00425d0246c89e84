"""Dates in questions, and days of documents."""

from dataclasses import replace
from datetime import date

import pytest
from libraries import make_note

from florilegium.documents import Document
from florilegium.drafts import make_document
from florilegium.search.dates import find_day, find_span, list_days

TODAY = date(2026, 6, 10)


def make(path: str = "A.md", **facts: object) -> Document:
    document = make_document(make_note("A", "text"), source="vault", text="text", highlights="")
    return replace(document, original_path=path, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "first", "last", "rest"),
    [
        pytest.param("what did I write in May", "2026-05-01", "2026-05-31", "what did I write", id="month begun"),
        pytest.param("heat in August", "2025-08-01", "2025-08-31", "heat", id="month to come is last year's"),
        pytest.param("trees in May 2024", "2024-05-01", "2024-05-31", "trees", id="month of a year"),
        pytest.param("heat in the month of May", "2026-05-01", "2026-05-31", "heat", id="in the month of"),
        pytest.param("lunch on 14 May 2026", "2026-05-14", "2026-05-14", "lunch", id="day before month"),
        pytest.param("lunch on May 14th, 2026", "2026-05-14", "2026-05-14", "lunch", id="day after month"),
        pytest.param("lunch 2026-05-14", "2026-05-14", "2026-05-14", "lunch", id="iso day"),
        pytest.param("the 2026-02 diary", "2026-02-01", "2026-02-28", "the diary", id="iso month"),
        pytest.param("rent on 20260301", "2026-03-01", "2026-03-01", "rent", id="day without marks"),
        pytest.param("trees in 2024", "2024-01-01", "2024-12-31", "trees", id="year"),
        pytest.param("trees since 2024", "2024-01-01", "9999-12-31", "trees", id="since"),
        pytest.param("trees before 2024", "0001-01-01", "2023-12-31", "trees", id="before"),
        pytest.param("trees after March 2024", "2024-04-01", "9999-12-31", "trees", id="after"),
        pytest.param("between 2019 and 2021 trees", "2019-01-01", "2021-12-31", "trees", id="between years"),
        pytest.param("from March to June 2024 trees", "2024-03-01", "2024-06-30", "trees", id="months of one year"),
        pytest.param("trees last year", "2025-01-01", "2025-12-31", "trees", id="last year"),
        pytest.param("trees last month", "2026-05-01", "2026-05-31", "trees", id="last month"),
        pytest.param("my trees this week", "2026-06-08", "2026-06-14", "my trees", id="this week of mine"),
        pytest.param("my notes of yesterday", "2026-06-09", "2026-06-09", "my notes of", id="yesterday"),
        pytest.param("im Mai 2025 Bäume", "2025-05-01", "2025-05-31", "Bäume", id="German"),
        pytest.param("arbres depuis février 2025", "2025-02-01", "9999-12-31", "arbres", id="French"),
    ],
)
def test_a_date_becomes_a_span_of_days(text: str, first: str, last: str, rest: str) -> None:
    """A date expression gives its first and last day, and leaves the rest of the question."""
    found = find_span(text, TODAY)
    assert found is not None
    span, left = found
    assert (span.first.isoformat(), span.last.isoformat(), left) == (first, last, rest)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("trees I may plant", id="may as a verb"),
        pytest.param("in 12 steps", id="a number"),
        pytest.param("the 2015 match", id="a year that names a thing"),
        pytest.param("who leaves the band this week", id="a week of others"),
        pytest.param("on 2026-02-30", id="no such day"),
        pytest.param("between 2021 and 2019", id="backwards"),
    ],
)
def test_what_is_no_date_gives_no_span(text: str) -> None:
    """Words that only look like a date filter nothing."""
    found = find_span(text, TODAY)
    assert found is None


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        pytest.param(make("Daily/2026-05-14.md"), date(2026, 5, 14), id="daily note"),
        pytest.param(make("202605141630 Meeting.md"), date(2026, 5, 14), id="timestamp and name"),
        pytest.param(make("20260514_1630"), date(2026, 5, 14), id="day and hour"),
        pytest.param(make(saved="2026-05-14"), date(2026, 5, 14), id="saved"),
        pytest.param(make(published="2020-01-02"), date(2020, 1, 2), id="published"),
        pytest.param(make(saved="2026-05"), None, id="no day"),
        pytest.param(make("20269914.md"), None, id="no date"),
    ],
)
def test_the_day_of_a_document(document: Document, expected: date | None) -> None:
    """A document's day is that of its file's name, else when it was saved or published."""
    assert find_day(document) == expected


def test_a_span_holds_what_has_a_day_in_it() -> None:
    """A document of which only the month is known is held by a span that meets the month."""
    found = find_span("trees in May 2026", TODAY)
    assert found is not None
    days = list_days(make(published="2026-05", saved="2026-08-01"))
    assert [found[0].holds(pair) for pair in days] == [False, False, True]
