"""Where the characters of a note's decoded text lie in the bytes of its file."""

import codecs
import re
from bisect import bisect_left
from dataclasses import dataclass

from ..sources.decoding import REPLACEMENT, decode_text

# UTF-32 first: its little-endian mark begins with that of UTF-16.
_MARKS = {
    "utf-8": codecs.BOM_UTF8,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
}


@dataclass(frozen=True)
class Places:
    """The decoded text of a file, and the way from its characters back to bytes."""

    text: str  # as `decode_text` gives it
    encoding: str
    written: str  # the text with the line ends of the file
    head: int  # bytes of the byte order marks
    pairs: tuple[int, ...]  # where a line end of two characters is one in `text`, ascending

    def find_byte(self, offset: int) -> int:
        """Return where the character at an offset of `text` begins in the file."""
        at = offset + bisect_left(self.pairs, offset)
        return self.head + len(self.written[:at].encode(self.encoding))

    def encode(self, text: str) -> bytes | None:
        """Return a text in the encoding of the file; None where it has no such characters."""
        try:
            return text.encode(self.encoding)
        except UnicodeEncodeError:
            return None


def find_places(data: bytes) -> Places | None:
    """Return the places of a file's characters; None where its bytes are not all those of one encoding."""
    decoded = decode_text(data)
    if decoded.is_binary:
        return None
    mark, head = _MARKS.get(decoded.encoding, b""), 0
    while mark and data.startswith(mark, head):
        head += len(mark)
    try:
        written = data[head:].decode(decoded.encoding)
    except UnicodeDecodeError:
        return None
    if written.encode(decoded.encoding) != data[head:] or _join(written) != decoded.text:
        return None
    pairs = tuple(match.start() - index for index, match in enumerate(re.finditer("\r\n", written)))
    return Places(decoded.text, decoded.encoding, written, head, pairs)


def _join(written: str) -> str:
    return written.replace("\r\n", "\n").replace("\r", "\n").replace("\0", REPLACEMENT)
