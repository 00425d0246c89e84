"""From bytes to text, whatever the encoding."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.sources.decoding import decode_text, scrub_text

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        pytest.param(b"", "", "utf-8", id="empty"),
        pytest.param(b"plain", "plain", "utf-8", id="ascii"),
        pytest.param("Växtskydd 日本".encode(), "Växtskydd 日本", "utf-8", id="utf8"),
        pytest.param(b"\xef\xbb\xbfa", "a", "utf-8", id="utf8_mark"),
        pytest.param(b"\xef\xbb\xbf\xef\xbb\xbfa", "a", "utf-8", id="utf8_two_marks"),
        pytest.param("åa\r\nb\rc".encode(), "åa\nb\nc", "utf-8", id="line_ends"),
        pytest.param("träd och \x93citat\x94".encode("latin-1"), "träd och “citat”", "cp1252", id="cp1252"),
        pytest.param(b"\x81 \xe5r", "\x81 år", "latin-1", id="latin1_where_cp1252_has_a_hole"),
        pytest.param(b"\xff\xfe" + "Släkt".encode("utf-16-le"), "Släkt", "utf-16-le", id="utf16_le_mark"),
        pytest.param(b"\xfe\xff" + "Släkt".encode("utf-16-be"), "Släkt", "utf-16-be", id="utf16_be_mark"),
        pytest.param(b"\xff\xfe\0\0" + "Släkt".encode("utf-32-le"), "Släkt", "utf-32-le", id="utf32_le_mark"),
        pytest.param(b"\0\0\xfe\xff" + "Släkt".encode("utf-32-be"), "Släkt", "utf-32-be", id="utf32_be_mark"),
        pytest.param("Hej du".encode("utf-16-le"), "Hej du", "utf-16-le", id="utf16_le_by_pattern"),
        pytest.param("Hej du".encode("utf-16-be"), "Hej du", "utf-16-be", id="utf16_be_by_pattern"),
        pytest.param("Hej du".encode("utf-32-le"), "Hej du", "utf-32-le", id="utf32_le_by_pattern"),
        pytest.param("Hej du".encode("utf-32-be"), "Hej du", "utf-32-be", id="utf32_be_by_pattern"),
        pytest.param(
            "日本語の勉強。\n毎日 少し\n".encode("utf-16-le"),
            "日本語の勉強。\n毎日 少し\n",
            "utf-16-le",
            id="utf16_cjk",
        ),
        pytest.param(b"abc\0def", "abc\ufffddef", "utf-8", id="stray_nul"),
        pytest.param("åäö ".encode() + b"\x93x\x94", "åäö “x”", "utf-8", id="utf8_with_stray_cp1252"),
        pytest.param(b"\xed\xa0\x80 x", "\ufffd x", "utf-8", id="encoded_surrogate"),
        pytest.param(b"\xff\xfe\x00\xd8a\0", "\ufffda", "utf-16-le", id="lone_surrogate_in_utf16"),
        pytest.param(bytes(range(256)) * 8, "", "binary", id="binary"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1\0\x08\x06\0\0\0", "", "binary", id="picture"),
    ],
)
def test_bytes_become_text(data: bytes, text: str, encoding: str) -> None:
    """A file in cp1252, Latin-1, UTF-16 or broken UTF-8 does not end the ingest: a ladder reads it."""
    decoded = decode_text(data)
    assert (decoded.text, decoded.encoding) == (text, encoding)
    assert decoded.is_binary == (encoding == "binary")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("år".encode("cp1252"), id="cp1252"),
        pytest.param(b"a\0b", id="nul"),
        pytest.param("år".encode("utf-16"), id="utf16"),
        pytest.param("åäö".encode() + b"\x93", id="stray"),
        pytest.param(bytes(range(256)), id="binary"),
    ],
)
def test_what_is_no_clean_utf8_is_told(data: bytes) -> None:
    assert decode_text(data).diagnostics


def test_clean_utf8_has_nothing_to_tell() -> None:
    assert decode_text("år\n".encode()).diagnostics == ()


def test_the_locale_does_not_matter() -> None:
    """`open()` without an encoding differs by platform; decoding asks no locale."""
    script = (
        "import sys; from florilegium.sources.decoding import decode_text; "
        "sys.stdout.buffer.write(decode_text(b'tr\\xe4d').text.encode('utf-8'))"
    )
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0"}
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert done.stdout == "träd".encode()


@given(st.one_of(st.binary(max_size=400), st.lists(st.sampled_from(b"\0ab \n\x80\xe5\xff\xfe")).map(bytes)))
@settings(derandomize=True, max_examples=600)
def test_any_bytes_become_storable_text(data: bytes) -> None:
    """Decoding never raises, and its text has no NUL, no lone surrogate and no carriage return."""
    text = decode_text(data).text
    assert text.encode("utf-8").decode("utf-8") == text
    assert "\0" not in text and "\r" not in text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\ufeff"), max_size=200))
@settings(derandomize=True, max_examples=200)
def test_utf8_comes_back_as_it_was(text: str) -> None:
    assert decode_text(text.encode("utf-8")).text == text


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\ufeff"), max_size=200))
@settings(derandomize=True, max_examples=200)
def test_utf16_with_a_mark_comes_back_as_it_was(text: str) -> None:
    assert decode_text(b"\xff\xfe" + text.encode("utf-16-le")).text == text


def test_scrubbing_replaces_only_what_cannot_be_stored() -> None:
    assert scrub_text("a\0b\ud800c å") == "a\ufffdb\ufffdc å"
