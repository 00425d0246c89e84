"""The prose of a note: its text with all blanked that must hold no new link, every offset kept."""

import re

from ..vault.front_matter import split_front_matter
from ..vault.links import find_markdown_links, find_wikilinks
from ..vault.mask import blank_text, mask_opaque
from ..vault.tags import find_tags

_BRACKETS = re.compile(
    r"!?\[(?:[^\[\]\n]|\n(?![ \t]*\n))*+\]"
    r"(?:\((?:<[^<>\n]*+>|[^\s()<>]|[ \t]|\([^()\n]*+\))*+\)|:[ \t]*+[^\n]*+)?"
)
_LINES = re.compile(
    r"(?m)^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}(?:[ \t][^\n]*)?$"  # headings, in quotes and lists as well
    r"|^[ \t>]*+\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-*+:?+[ \t]*+)++$"  # delimiter rows of tables
    r"|^[ \t>]*(?:[-*+][ \t]+)?[^\s:|][^\n:|]{0,60}::"  # names of inline fields
)
_SETEXT = re.compile(r"(?m)^(?P<text>(?=[^\n]*\S)[^\n]*+)\n[ \t>]*+(?:=++|-++)[ \t]*+$")
# Each with the characters without which it is not looked for, since most notes have none of them.
_INLINE = (
    ("<", re.compile(r"<[A-Za-z/!?][^<>]*+>")),  # HTML tags and addresses in angle brackets
    ("://", re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s<>\x00]+")),
    ("www.", re.compile(r"www\.[^\s<>\x00]+")),
    ("mailto:", re.compile(r"mailto:[^\s<>\x00]+")),
    ("@", re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")),
    ("^", re.compile(r"(?m:(?:(?<=[ \t])|^)\^[A-Za-z0-9-]+[ \t]*$)")),  # block ids
    ("$", re.compile(r"\$[^$\n]*\$")),
)
NESTING = 4  # brackets within brackets that are looked into


def mask_prose(text: str) -> str:
    """Return a note's text with everything but prose blanked, of the same length and with the same line ends."""
    _, body, _ = split_front_matter(text)
    masked = mask_opaque(body)
    for find in (find_wikilinks, find_markdown_links):
        masked = _blank(masked, [(item.start, item.end) for item in find(masked)])
    # Headings are told before brackets are blanked, so that a heading that begins with a link is one.
    masked = _blank(masked, [match.span("text") for match in _SETEXT.finditer(masked)])
    masked = _blank(masked, [match.span() for match in _LINES.finditer(masked)])
    for sign, pattern in _INLINE:
        if sign in masked:
            masked = _blank(masked, [match.span() for match in pattern.finditer(masked)])
    for _ in range(NESTING):
        spans = [match.span() for match in _BRACKETS.finditer(masked)]
        if not spans:
            break
        masked = _blank(masked, spans)
    masked = _blank(masked, [(start, start + 1 + len(tag)) for tag, start in find_tags(masked)])
    return blank_text(text[: len(text) - len(body)]) + masked


def _blank(text: str, spans: list[tuple[int, int]]) -> str:
    """Return the text with the spans blanked; they may touch or overlap."""
    if not spans:
        return text
    parts: list[str] = []
    position = 0
    for start, end in sorted(spans):
        start = max(start, position)
        if end > start:
            parts += [text[position:start], blank_text(text[start:end])]
            position = end
    return "".join([*parts, text[position:]])
