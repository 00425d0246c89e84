"""What stands around any text is known from what a text says."""

import pytest

from florilegium.wording.boilerplate import find_speakers, is_boilerplate, is_log_line, strip_speaker


@pytest.mark.parametrize(
    "sentence",
    [
        "We use cookies to improve your experience.",
        "Subscribe to our newsletter!",
        "This post is for paying subscribers only.",
        "6 min read",
        "Written by Noor Adeyemi, staff writer.",
        "By Noor Adeyemi, in the section on culture.",
        "Photo: Hana Brandt for the Northern Review.",
        "All rights reserved.",
        "© 2026 The publishers.",
        "Present: Ravi Menon, Hana Brandt.",
        "Next meeting: 8 April at ten.",
        "Thank you very much for listening.",
        "Wir verwenden Cookies auf dieser Seite.",
        "Nous utilisons des cookies.",
        "Vi använder kakor.",
        "当サイトはクッキーを使用します。",
    ],
)
def test_notices_fields_and_bylines_are_boilerplate(sentence: str) -> None:
    assert is_boilerplate(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "A cookie that the browser keeps is read by every page of one site.",
        "By then the starter had doubled.",
        "By Monday Hana had mended the pump.",
        "The reader shares what she marks with nobody.",
        "Note: the gauge reads too low in frost.",
        "Summary: files beat databases where one person reads them.",
        "Two of the readers left before the end of the talk.",
        "He subscribes to the view that notes should expire.",
    ],
)
def test_what_a_text_says_is_none(sentence: str) -> None:
    assert not is_boilerplate(sentence)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("2026-03-01 08:14:02 INFO queue: started.", True, id="time_and_level"),
        pytest.param("[08:14:02] WARN slow", True, id="clock_and_level"),
        pytest.param("ERROR: connection reset", True, id="level"),
        pytest.param("2026-03-01T08:14:02Z worker started", True, id="time_alone"),
        pytest.param("2026-03-01: the pump was mended.", False, id="diary"),
        pytest.param("08:14 Fed the starter.", False, id="clock_of_a_diary"),
        pytest.param("An ERROR in the log is no reason to panic.", False, id="level_in_a_sentence"),
    ],
)
def test_lines_of_logs(line: str, expected: bool) -> None:
    assert is_log_line(line) is expected


def test_who_speaks_again_is_a_speaker() -> None:
    """A name that begins one line alone may be a field or a word before a colon."""
    lines = [
        "Host: Hello.",
        "Guest (00:12): The weir is old.",
        "Host: How old?",
        "Guest (00:20): Ninety years.",
        "So: no.",
    ]
    speakers = find_speakers(lines)
    assert speakers == {"Host", "Guest"}
    assert [strip_speaker(line, speakers) for line in lines] == [
        "Hello.", "The weir is old.", "How old?", "Ninety years.", "So: no.",
    ]  # fmt: skip
