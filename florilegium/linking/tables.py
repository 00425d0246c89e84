"""Whether a place of a note lies in a table, where a bar ends a cell."""

import re

_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_OTHER_BLOCK = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]|#{1,6}[ \t]|`{3}|~{3}")
_ITEM = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+(?:\[.\][ \t]+)?")
_REACH = 100_000  # characters that a table may have; a longer block is taken for a table where its line has a bar


def is_in_table(text: str, offset: int) -> bool:
    """Tell whether the line at an offset is a row of a table or its head."""
    first = _find_block_start(text, offset)
    if first < 0:
        return "|" in _line_at(text, offset)
    lines = text[first : _end_of_next_line(text, offset)].split("\n")
    current = text.count("\n", first, offset)
    inside = False
    for number, line in enumerate(lines):
        plain = _strip(line)
        if number + 1 < len(lines) and number <= current and _begins_table(line, lines[number + 1]):
            inside = True
        elif inside and (not plain or _OTHER_BLOCK.match(plain)):
            inside = False
        if number == current:
            return inside
    return False


def _begins_table(head: str, delimiter: str) -> bool:
    """Tell whether two lines are the head of a table and the row of hyphens below it."""
    rule, row = _strip(delimiter), _ITEM.sub("", _strip(head))  # a table may be what an item of a list holds
    return ("|" in rule or "|" in row) and bool(_DELIMITER.match(rule)) and _count_cells(row) == _count_cells(rule)


def _strip(line: str) -> str:
    return line.lstrip(" \t>").rstrip()


def _count_cells(row: str) -> int:
    inner = row.removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return len(re.findall(r"(?<!\\)\|", inner)) + 1


def _find_block_start(text: str, offset: int) -> int:
    """Return where the lines without a blank one between begin; -1 where that is too far away."""
    floor = max(0, offset - _REACH)
    begin = text.rfind("\n\n", floor, offset)
    if begin >= 0:
        return begin + 2
    return 0 if floor == 0 else -1


def _end_of_next_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    following = text.find("\n", end + 1) if end >= 0 else -1
    return len(text) if following < 0 else following


def _line_at(text: str, offset: int) -> str:
    end = text.find("\n", offset)
    return text[text.rfind("\n", 0, offset) + 1 : end if end >= 0 else len(text)]
