"""From bytes to text: a ladder of encodings that ends with a text or with the word "binary", never with an error."""

import codecs
import re
from dataclasses import dataclass

REPLACEMENT = "\ufffd"
SAMPLE_BYTES = 8192


@dataclass(frozen=True)
class Decoded:
    """The text of a file, how it was encoded, and what had to be done to read it."""

    text: str  # "\n" line ends, no byte order mark, no NUL, no lone surrogate; "" for binary content
    encoding: str  # utf-8, utf-16-le, utf-16-be, utf-32-le, utf-32-be, cp1252, latin-1 or binary
    diagnostics: tuple[str, ...] = ()  # sentences for a person; empty for clean UTF-8

    @property
    def is_binary(self) -> bool:
        """Tell whether the content is no text at all."""
        return self.encoding == "binary"


def decode_text(data: bytes) -> Decoded:
    """Return the text of a file whatever its encoding; never raises and never asks the locale."""
    while data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
    for mark, encoding in _WIDE_MARKS:
        if data.startswith(mark):
            return _decode_wide(data[len(mark) :], encoding, "")
    return _decode_unmarked(data)


def scrub_text(text: str) -> str:
    """Return the text with every NUL and lone surrogate replaced, so that it can be stored."""
    return _UNSTORABLE.sub(REPLACEMENT, text)


# UTF-32 first: its little-endian mark begins with that of UTF-16.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_PLAIN = bytes([*b"\t\n\r", *range(32, 127)])
_SURROGATE = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
_CONTROLS = bytes(value for value in range(32) if value not in b"\t\n\r\f\x1b") + b"\x7f"
# A few stray NULs are a damaged text; many are another kind of file.
_MOST_NULS = 0.01
_MOST_CONTROLS = 0.05


def _decode_unmarked(data: bytes) -> Decoded:
    if b"\0" in data:
        return _decode_with_nul(data)
    try:
        return Decoded(_join_lines(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError:
        return _decode_single_bytes(data)


def _decode_wide(data: bytes, encoding: str, guess: str) -> Decoded:
    text = data.decode(encoding, errors="replace").lstrip("\ufeff")
    told = [f"It is encoded as {encoding.upper()}{guess}; it was read as such."]
    lost = text.count(REPLACEMENT) + text.count("\0")
    if lost:
        told.append(f"{_count(lost, 'character')} could not be read, kept as {REPLACEMENT}.")
    return Decoded(_join_lines(scrub_text(text)), encoding, tuple(told))


def _decode_with_nul(data: bytes) -> Decoded:
    """Tell UTF-16 and UTF-32 without a mark, damaged text and binary content apart by where the NULs lie."""
    encoding = _guess_wide(data[:SAMPLE_BYTES]) or _try_wide(data)
    if encoding:
        return _decode_wide(data, encoding, " without a byte order mark")
    nuls = data.count(0)
    if nuls > 3 and nuls > _MOST_NULS * len(data):
        return _refuse_binary()
    inner = _decode_unmarked(data.replace(b"\0", REPLACEMENT.encode()))
    if inner.is_binary:
        return inner
    told = f"{_count(nuls, 'NUL byte')} in the text, read as {REPLACEMENT}."
    return Decoded(inner.text, inner.encoding, (told, *inner.diagnostics))


def _guess_wide(sample: bytes) -> str:
    """Return the encoding whose pattern of zero bytes the sample has, "" for none."""
    quarters = [_share_zeros(sample[offset::4]) for offset in range(4)]
    if len(sample) >= 8 and min(quarters[2:]) > 0.9 and quarters[0] < 0.1:
        return "utf-32-le"
    if len(sample) >= 8 and min(quarters[:2]) > 0.9 and quarters[3] < 0.1:
        return "utf-32-be"
    even, odd = _share_zeros(sample[0::2]), _share_zeros(sample[1::2])
    if odd > 0.4 and even < 0.05:
        return "utf-16-le"
    if even > 0.4 and odd < 0.05:
        return "utf-16-be"
    return ""


def _try_wide(data: bytes) -> str:
    """Return UTF-16 for a script whose letters hold no zero byte, known by its spaces and line ends."""
    if len(data) % 2:
        return ""
    sample = data[: SAMPLE_BYTES * 2]
    places = [match.start() for match in re.finditer(b"\0", sample)]
    if not places or len({place % 2 for place in places}) > 1 or _is_utf8(sample.replace(b"\0", b"")):
        return ""
    encoding, step = ("utf-16-le", -1) if places[0] % 2 else ("utf-16-be", 1)
    if any(sample[place + step] not in _PLAIN for place in places):
        return ""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return ""
    return encoding


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True


def _share_zeros(data: bytes) -> float:
    return data.count(0) / len(data) if data else 0.0


def _decode_single_bytes(data: bytes) -> Decoded:
    """Read what is not clean UTF-8: mostly UTF-8 with stray bytes, or one byte a character."""
    if len(data) - len(data.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(data):
        return _refuse_binary()
    lossy = data.decode("utf-8", errors="replace")
    stray = lossy.count(REPLACEMENT)
    surrogates = len(_SURROGATE.findall(data))
    good = sum(1 for character in lossy if character > "\x7f") - stray
    if 2 * good + 6 * surrogates >= stray:
        text = data.decode("utf-8", errors=_STRAY_HANDLER)
        told = f"{_count(stray, 'byte')} of no UTF-8 form; read as Windows-1252, encoded surrogates as {REPLACEMENT}."
        return Decoded(_join_lines(text), "utf-8", (told,))
    try:
        text, encoding, name = data.decode("cp1252"), "cp1252", "Windows-1252"
    except UnicodeDecodeError:
        text, encoding, name = data.decode("latin-1"), "latin-1", "Latin-1"
    return Decoded(_join_lines(text), encoding, (f"It is no UTF-8; it was read as {name}.",))


def _refuse_binary() -> Decoded:
    return Decoded("", "binary", ("It is no text: its bytes are those of another kind of file.",))


def _read_stray(error: UnicodeError) -> tuple[str, int]:
    """Read bytes that are no UTF-8 as Windows-1252; an encoded surrogate is replaced."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data, start = error.object, error.start
    if data[start] == 0xED and 0xA0 <= (data[start + 1 : start + 2] or b"\0")[0] <= 0xBF:
        return REPLACEMENT, min(start + 3, len(data))
    stray = data[start : error.end]
    return stray.decode("cp1252", errors="replace"), error.end


_STRAY_HANDLER = "florilegium.stray"
codecs.register_error(_STRAY_HANDLER, _read_stray)


def _join_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
