"""Characters that no text file may hold, taken out of strings that come from JSON escapes and HTML entities."""

import re
import unicodedata

from .decoding import scrub_text

# Control characters but tab and newline; U+FEFF only ever stands inside a text by mistake.
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufeff]")
_LINE_END = re.compile(r"\r\n?|[\u0085\u2028\u2029]")


def clean_text(text: str) -> str:
    r"""Return the text with "\n" line ends, without control characters, and with U+FFFD for lone surrogates."""
    if text.isascii() and text.isprintable():
        return text
    return _CONTROL.sub("", _LINE_END.sub("\n", scrub_text(text)))


def clean_line(text: str) -> str:
    """Return the text on one line, with single spaces."""
    return " ".join(clean_text(text).split())


def fold_text(text: str) -> str:
    """Return the words of a text, case-folded: the form in which two spellings of one passage are equal."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"\w+", folded)) or " ".join(folded.split())


def fold_name(name: str) -> str:
    """Return the form in which two spellings of one file name are equal on every file system."""
    if name.isascii():
        return name.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
