"""Front matter in its plainest forms, read without a YAML parser, which takes several times as long."""

import re

from .yaml_nodes import Value, read_bare

MAX_LENGTH = 10_000  # characters; in more than that the parser counts what it unfolds


def parse_plain(raw: str) -> dict[str, Value] | None:
    """Return the properties exactly as the parser has them, or None where they are not of the plainest forms.

    Those are: a key with a bare or quoted text or a list in brackets on its line, or with a list of one line an item.
    """
    if len(raw) > MAX_LENGTH:
        return None
    values: dict[str, Value] = {}
    items: list[Value] = []  # below the last key
    open_key, indent = "", ""  # the last key where nothing stands on its line
    try:
        for line in raw.split("\n"):
            match = _PROPERTY.fullmatch(line)
            if match:
                key, written = match[1], (match[2] or "").rstrip(" ")
                if key in values:
                    return None
                values[key] = _read_value(written) if written else None
                open_key, items = "" if written else key, []
                continue
            match = _ITEM.fullmatch(line)
            if match is None or not open_key or (items and match[1] != indent):
                return None
            items.append(_read_value(match[2].rstrip(" ")))
            values[open_key], indent = items, match[1]
    except _NotPlainError:
        return None
    return values


_PROPERTY = re.compile(r"(\w(?:[\w -]{0,80}\w)?):(?: +(.*))?")
_ITEM = re.compile(r"( *)- +(.*)")
# None of these hold what YAML may take for a comment, a nested value, an escape or a line end.
_PUNCTUATION = "\u2010-\u2027"
_BARE = re.compile(rf"\w(?:[\w \"!$-9;-~{_PUNCTUATION}]|:(?=[\w!-~]))*")
_QUOTED = re.compile(rf"\"[\w !#-\[\]-~{_PUNCTUATION}]*\"|'[\w !-&(-~{_PUNCTUATION}]*'")
_LIST = re.compile(r"\[([\w ,./+-]*)\]")
_BARE_ITEM = re.compile(r"\w[\w ./+-]*")


class _NotPlainError(Exception):
    """A value needs the parser."""


def _read_value(text: str) -> Value:
    if _BARE.fullmatch(text):
        return read_bare(text)
    if _QUOTED.fullmatch(text):
        return text[1:-1]
    match = _LIST.fullmatch(text)
    if match is None:
        raise _NotPlainError
    items = [item.strip(" ") for item in match[1].split(",")] if match[1].strip(" ") else []
    if not all(map(_BARE_ITEM.fullmatch, items)):
        raise _NotPlainError
    return [read_bare(item) for item in items]
