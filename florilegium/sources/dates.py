"""Dates as accounts, exports and pages write them."""

import re
from datetime import UTC, date, datetime

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"(\d{4})(?:([-/.])(\d{1,2})(?:\2(\d{1,2}))?)?(?![\d/.-])")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$")
_DAY_FIRST = re.compile(r"(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\.?\s+([A-Za-z]{3,9})\.?,?\s+(\d{4})\b")
_MONTH_FIRST = re.compile(r"(?:[A-Za-z]{3,9},\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b")
_EPOCH = re.compile(r"\d{9,14}(?:\.0+)?$")
_MILLISECONDS_FROM = 1e11  # as seconds this lies in the year 5138


def read_date(value: object) -> str | None:
    """Return YYYY, YYYY-MM or YYYY-MM-DD of a date in any known form, else None.

    Known are ISO 8601 (the day is taken as written, whatever its zone), seconds or milliseconds since 1970 (as a day
    in UTC), and English dates with the month in words. Day and month in figures of unknown order give None.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return _read_epoch(float(value)) if abs(value) < 1e18 else None
    if not isinstance(value, str):
        return None
    text = value.strip().strip("[]").strip()
    if not text.isascii():
        text = text.replace("\u202f", " ").replace("\xa0", " ")
    return _read_epoch(float(text)) if _EPOCH.match(text) else _read_words(text)


def _read_epoch(value: float) -> str | None:
    """Return the day in UTC; 0 is what an account writes where it knows no date."""
    seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
    if seconds == 0:
        return None
    try:
        return datetime.fromtimestamp(seconds, tz=UTC).strftime("%Y-%m-%d").rjust(10, "0")
    except (ValueError, OverflowError, OSError):
        return None


def _read_words(text: str) -> str | None:
    if match := _COMPACT.match(text):
        return _make_date(match[1], match[2], match[3])
    if match := _ISO.match(text):
        return _make_date(match[1], match[3], match[4])
    if match := _DAY_FIRST.match(text):
        return _make_date(match[3], _number_month(match[2]), match[1])
    if match := _MONTH_FIRST.match(text):
        return _make_date(match[3], _number_month(match[1]), match[2])
    return None


def _number_month(name: str) -> str:
    short = name[:3].lower()
    return str(_MONTHS.index(short) + 1) if short in _MONTHS else "0"


def _make_date(year: str, month: str | None, day: str | None) -> str | None:
    try:
        made = date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    return made.isoformat()[: 10 if day else 7 if month else 4]
