"""Front matter read line by line, for what YAML refuses."""

import re

from ..sources.decoding import scrub_text
from .yaml_nodes import Repeated, Value


def parse_lines(raw: str) -> tuple[dict[str, Value], list[Repeated]]:
    """Return the properties that stand at the left margin, and the later values of keys that occur twice."""
    values: dict[str, Value] = {}
    lines: dict[str, int] = {}
    repeated: list[Repeated] = []
    for number, key, value, block in _iter_properties(scrub_text(raw)):
        found = _read_block(block) if block and not value else _read_inline(value)
        if key in values:
            repeated.append(Repeated(key, found, lines[key], number + 2))
        else:
            values[key], lines[key] = found, number + 2
    return values, repeated


_COLON = re.compile(r":(?=[ \t]|$)")
_ITEM = re.compile(r"[ \t]*-(?:[ \t]+(.*))?")


def _iter_properties(raw: str) -> list[tuple[int, str, str, list[str]]]:
    """Return (line, key, value on the same line, lines below that belong to it) per property."""
    found: list[tuple[int, str, str, list[str]]] = []
    for number, line in enumerate(raw.split("\n")):
        pair = _split_property(line)
        if pair:
            found.append((number, *pair, []))
        elif found and line.strip() and not line.startswith("#"):
            found[-1][3].append(line)
    return found


def _split_property(line: str) -> tuple[str, str] | None:
    """Return (key, value) of a line that begins at the margin with a key and a colon."""
    colon = _COLON.search(line)
    if colon is None or line[0] in " \t#-[]{}:":
        return None
    key = _unquote(line[: colon.start()].strip())
    return (key, line[colon.end() :].strip()) if key else None


def _read_block(lines: list[str]) -> Value:
    """Return a list where the lines are items, else their text."""
    matches = [_ITEM.fullmatch(line.rstrip()) for line in lines]
    if not any(matches):
        return " ".join(line.strip() for line in lines)
    items: list[Value] = []
    for match, line in zip(matches, lines, strict=True):
        if match:
            items.append(_unquote((match[1] or "").strip()))
        elif items:
            items[-1] = f"{items[-1]} {line.strip()}".strip()
    return [item for item in items if item]


def _read_inline(text: str) -> Value:
    if text in ("", "~", "null", "|", ">", "|-", ">-"):
        return None
    if text.casefold() in ("true", "false"):
        return text.casefold() == "true"
    if text.startswith("[") and text.endswith("]") and not text.startswith("[["):
        return [item for item in (_unquote(part.strip()) for part in _split_items(text[1:-1])) if item]
    return _unquote(text)


def _split_items(text: str) -> list[str]:
    """Split at the commas that stand outside quotes and brackets."""
    parts: list[str] = []
    start, depth, quote, is_blank = 0, 0, "", True
    for index, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and is_blank:
            quote = character
        elif character == "," and depth <= 0:
            parts.append(text[start:index])
            start, is_blank = index + 1, True
            continue
        else:
            depth += (character in "[{") - (character in "]}")
        is_blank = is_blank and character.isspace()
    return [*parts, text[start:]]


def _unquote(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
