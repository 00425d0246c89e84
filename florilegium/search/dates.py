"""Dates in a question: "in May", "last year", "between 2019 and 2021" become a span of days.

There is no clock: what is relative is relative to a day that the caller names.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from ..documents import Document

_MONTH_NAMES = (
    ("january", "januar", "janvier", "enero", "januari"),
    ("february", "februar", "février", "febrero", "februari"),
    ("march", "märz", "mars", "marzo"),
    ("april", "avril", "abril"),
    ("may", "mai", "mayo", "maj"),
    ("june", "juni", "juin", "junio"),
    ("july", "juli", "juillet", "julio"),
    ("august", "août", "agosto", "augusti"),
    ("september", "septembre", "septiembre"),
    ("october", "oktober", "octobre", "octubre"),
    ("november", "novembre", "noviembre"),
    ("december", "dezember", "décembre", "diciembre"),
)
_MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, start=1) for name in names}
_VERBS = frozenset({"may", "march"})  # in small letters these are no months
_MONTH = "|".join(sorted(_MONTHS, key=lambda name: (-len(name), name)))
_POINT = (
    rf"(?:(?P<iso>\d{{4}}-\d{{1,2}}(?:-\d{{1,2}})?)|(?P<compact>(?:19|20)\d{{6}})"
    rf"|(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+)?(?P<month>{_MONTH})\b"
    r"(?:\s+(?P<day_after>\d{1,2})(?:st|nd|rd|th)?\b(?!\d))?(?:,?\s+(?P<month_year>(?:19|20)\d\d))?"
    r"|(?P<year>(?:19|20)\d\d))\b"
)
_ARTICLE = r"(?:the\s+)?(?:(?:month|year)\s+of\s+)?"
_WITHIN = r"(?:in|during|within|on|from|im|vom|am|seit\s+dem|en|pendant|i|under|den)"
_SINCE = r"(?:since|seit|depuis|desde|sedan)"
_AFTER = r"(?:after|nach|après|después\s+de|efter)"
_BEFORE = r"(?:before|until|till|by|vor|bis|avant|antes\s+de|före)"
_FROM, _TO = r"(?:between|from|zwischen|von|entre|de|mellan|från)", r"(?:and|to|until|till|und|bis|et|à|y|a|och|[-–])"
_OWN = re.compile(r"\b(?:I|my|me)\b")
_AGO = re.compile(
    r"\b(?P<which>last|this|past|previous)\s+(?P<unit>week|month|year)\b|\b(?P<day>today|yesterday)\b", re.I
)


@dataclass(frozen=True)
class Span:
    """Days from the first to the last, both of them in it."""

    first: date
    last: date
    words: str  # as the question says it

    def holds(self, days: tuple[date, date]) -> bool:
        """Tell whether a document's days and these have one in common."""
        return self.first <= days[1] and days[0] <= self.last


@dataclass(frozen=True)
class _Form:
    pattern: re.Pattern[str]
    make: Callable[[re.Match[str], date], tuple[date, date] | None]


def find_span(text: str, today: date) -> tuple[Span, str] | None:
    """Return the first span of days that a question names, and the question without it; None where it names none."""
    for form in _FORMS:
        for match in form.pattern.finditer(text):
            days = form.make(match, today)
            if days is not None:
                rest = " ".join(f"{text[: match.start()]} {text[match.end() :]}".split())
                return Span(*days, words=" ".join(match[0].split())), rest
    return None


def find_day(document: Document) -> date | None:
    """Return the day of a document: the one that its file's name begins with, else when it was saved or published."""
    named = _NAMED_DAY.match(document.original_path.rpartition("/")[2])
    day = _make_day(*map(int, named.groups())) if named else None
    for written in (document.saved, document.published):
        if day is None and written and len(written) == len("YYYY-MM-DD"):
            day = _make_day(*map(int, written.split("-")))
    return day


def list_days(document: Document) -> list[tuple[date, date]]:
    """Return the days of a document, as first and last: its own day, and when it was published and saved."""
    day = find_day(document)
    written = [_read_point(text) for text in (document.saved, document.published) if text]
    return [*([(day, day)] if day else []), *(days for days in written if days)]


# As daily notes, meetings and timestamps are called; the date may be followed by a time or a name.
_NAMED_DAY = re.compile(r"((?:19|20)\d\d)-?(\d\d)-?(\d\d)(?=\D|\d{4}(?:\d\d)?(?!\d)|$)")


def _read_point(text: str) -> tuple[date, date] | None:
    parts = [int(part) for part in text.split("-")]
    return _make_days(*parts)


def _make_days(year: int, month: int | None = None, day: int | None = None) -> tuple[date, date] | None:
    """Return the first and last day of a year, a month or a day."""
    first = _make_day(year, month or 1, day or 1)
    if first is None:
        return None
    if day:
        return first, first
    following = _make_day(year + (month or 12) // 12, month % 12 + 1 if month else 1, 1)
    return (first, following - timedelta(days=1)) if following else (first, date(year, 12, 31))


def _make_day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _take_point(match: re.Match[str], today: date, suffix: str = "") -> tuple[date, date] | None:
    """Return the days of a point as written; a month without a year is the last one that has begun."""

    def take(name: str) -> str:
        return match[f"{name}{suffix}"] or ""

    if take("iso"):
        return _read_point(take("iso"))
    if take("compact"):
        written = take("compact")
        return _make_days(int(written[:4]), int(written[4:6]), int(written[6:]))
    if take("month"):
        if match["month" + suffix] in _VERBS and not (take("month_year") or take("day") or take("day_after")):
            return None
        month = _MONTHS[take("month").lower()]
        year = int(take("month_year")) if take("month_year") else today.year - (month > today.month)
        day = take("day") or take("day_after")
        return _make_days(year, month, int(day) if day else None)
    return _make_days(int(take("year")))


def _make_between(match: re.Match[str], today: date) -> tuple[date, date] | None:
    first, last = _take_point(match, today), _take_point(match, today, "_2")
    if first is None or last is None:
        return None
    if first[0] > last[1] and match["month"] and not match["month_year"]:  # "between March and June 2019"
        first = _make_days(last[1].year, first[0].month)
    return (first[0], last[1]) if first and first[0] <= last[1] else None


def _make_since(match: re.Match[str], today: date) -> tuple[date, date] | None:
    days = _take_point(match, today)
    return (days[0], date.max) if days else None


def _make_after(match: re.Match[str], today: date) -> tuple[date, date] | None:
    days = _take_point(match, today)
    return (days[1] + timedelta(days=1), date.max) if days else None


def _make_before(match: re.Match[str], today: date) -> tuple[date, date] | None:
    days = _take_point(match, today)
    return (date.min, days[0] - timedelta(days=1)) if days else None


def _make_relative(match: re.Match[str], today: date) -> tuple[date, date] | None:
    passing = match["day"] or match["unit"].lower() == "week"
    if passing and not _OWN.search(match.string):  # "this week" of a question about others is the week that it is about
        return None
    if match["day"]:
        day = today - timedelta(days=match["day"].lower() == "yesterday")
        return day, day
    back = match["which"].lower() != "this"
    unit = match["unit"].lower()
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + 7 * back)
        return monday, monday + timedelta(days=6)
    if unit == "month":
        last = today.replace(day=1) - timedelta(days=1) if back else today
        return _make_days(last.year, last.month)
    return _make_days(today.year - back)


def _name_again(point: str) -> str:
    return re.sub(r"\(\?P<(\w+)>", r"(?P<\1_2>", point)


def _compile(lead: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){lead}\s+{_ARTICLE}{_POINT}", re.IGNORECASE)


_RANGE = rf"(?<!\w){_FROM}\s+{_POINT}\s*{_TO}\s*{_name_again(_POINT)}"
_ISO = re.compile(r"(?<![\w-])(?P<iso>\d{4}-\d{2}(?:-\d{2})?)(?![\w-])")
_FORMS = (
    _Form(re.compile(_RANGE, re.IGNORECASE), _make_between),
    _Form(_compile(_SINCE), _make_since),
    _Form(_compile(_AFTER), _make_after),
    _Form(_compile(_BEFORE), _make_before),
    _Form(_compile(_WITHIN), _take_point),
    _Form(_ISO, lambda match, today: _read_point(match["iso"])),
    _Form(_AGO, _make_relative),
)
