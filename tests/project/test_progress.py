"""Progress is a bar for a person at a terminal, and a plain line now and then for a log."""

import io
import logging
import sys

import pytest

from florilegium.project.progress import show_progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def take_all(count: int, log: logging.Logger) -> list[int]:
    return list(show_progress(range(count), total=count, label="reading", log=log))


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        pytest.param(0, [], id="nothing"),
        pytest.param(999, [], id="too_few_to_tell"),
        pytest.param(2500, ["reading: 1000 of 2500", "reading: 2000 of 2500"], id="every_thousand"),
        pytest.param(8000, [f"reading: {done} of 8000" for done in (2000, 4000, 6000)], id="every_quarter"),
    ],
)
def test_elsewhere_there_are_plain_lines(
    count: int, expected: list[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    with caplog.at_level(logging.INFO):
        assert take_all(count, logging.getLogger("progress")) == list(range(count))
    assert caplog.messages == expected
    assert "\r" not in stream.getvalue()


def test_a_terminal_gets_a_bar(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with caplog.at_level(logging.INFO):
        assert take_all(3000, logging.getLogger("progress")) == list(range(3000))
    assert caplog.messages == []
    assert "reading" in terminal.getvalue() and "\r" in terminal.getvalue()
