"""YAML in the plain form in which this project writes it, read several times as fast as a parser of all YAML does."""

import re
from functools import cache
from typing import Any

import yaml

# A line: its indent, whether an item begins on it, then a key with or without a value, or a value alone.
_LINE = re.compile(r"( *)(- )?(?:([A-Za-z_][\w.-]{0,99}):(?: (.+))?|(.+))", re.ASCII)
# Tabs, and all that YAML takes for the end of a line beside \n, mean something else in each place.
_FOREIGN = re.compile("[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_SINGLE = re.compile("'((?:[^']|'')*)'")
_DOUBLE = re.compile(r'"(?:[^"\\]|\\.)*"')
# Bare text begins with no sign that means something, and nothing in it ends it or begins a comment.
_SIGNS = frozenset(" -?:,[]{}#&*!|>'\"%@`")
_WORDS = {"null": None, "true": True, "false": False}
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,15})(\.[0-9]{1,17})?")
_LOADER = yaml.CSafeLoader
_RESOLVERS = _LOADER.yaml_implicit_resolvers  # patterns of what is no text, by the first character


class _NotPlainError(Exception):
    """The text has something that only a parser of all YAML can read."""


def parse_plain(text: str) -> dict[str, Any] | None:
    """Return the mapping that a YAML text holds, exactly as a parser has it; None where the text is not so plain."""
    if _FOREIGN.search(text) or not text.endswith("\n"):
        return None
    reader = _Reader()
    try:
        for line in text[:-1].split("\n"):
            reader.read_line(line)
    except (_NotPlainError, yaml.YAMLError, ValueError):
        return None
    return reader.root if reader.waiting is None else None


class _Reader:
    """Reads line by line into the innermost block that is open; a block is told by the column of its keys or items."""

    def __init__(self) -> None:
        self.root: dict[str, Any] = {}
        self.waiting: str | None = None  # the key of the innermost mapping whose block has yet to come
        self._block: Any = self.root
        self._column = 0
        self._outer: list[tuple[Any, int]] = []

    def read_line(self, line: str) -> None:
        """Take in the next line; raises _NotPlainError where it is not at a place where such a line can be."""
        match = _LINE.fullmatch(line)
        if match is None:
            raise _NotPlainError
        spaces, dash, key, value, alone = match.groups()
        column = len(spaces)
        if dash:
            self._enter(list, column)
            if key is None:
                self._block.append(_read_value(alone))
                return
            column += len(dash)
            mapping: dict[str, Any] = {}
            self._block.append(mapping)
            self._open(mapping, column)
        elif key is None:
            raise _NotPlainError
        else:
            self._enter(dict, column)
        if not _is_key(key):
            raise _NotPlainError
        self._block[key] = None if value is None else _read_value(value)
        self.waiting = key if value is None else None

    def _enter(self, kind: type, column: int) -> None:
        """Make the block of this kind and column the innermost one: a new one where a key waits for it."""
        if self.waiting is not None:
            # The items of a key may stand below it, its keys stand further in.
            if column < self._column or (column == self._column and kind is dict):
                raise _NotPlainError
            block = self._block[self.waiting] = kind()
            self.waiting = None
            self._open(block, column)
        while type(self._block) is not kind or self._column != column:
            if not self._outer or self._column < column:
                raise _NotPlainError
            self._block, self._column = self._outer.pop()

    def _open(self, block: Any, column: int) -> None:
        self._outer.append((self._block, self._column))
        self._block, self._column = block, column


def _read_value(written: str) -> Any:
    first = written[0]
    if first not in _SIGNS:
        # Bare text, which nothing in it ends, and which begins no comment.
        if ": " in written or " #" in written or written[-1] in ": ":
            raise _NotPlainError
        return written if first not in _RESOLVERS or _is_text(written) else _read_bare(written)
    if first == "'" and (match := _SINGLE.fullmatch(written)):
        return match[1].replace("''", "'")
    if first == '"' and _DOUBLE.fullmatch(written):
        return _load(written) if "\\" in written else written[1:-1]
    if written in ("[]", "{}"):
        return [] if written == "[]" else {}
    raise _NotPlainError


def _is_text(written: str) -> bool:
    """Tell whether a bare value is text, and no number, date or the like."""
    return all(pattern.match(written) is None for _, pattern in _RESOLVERS.get(written[0], ()))


def _read_bare(written: str) -> Any:
    """Return the value of bare text that is none."""
    if written in _WORDS:
        return _WORDS[written]
    match = _NUMBER.fullmatch(written)
    if match is None:
        return _load(written)
    return float(written) if match[1] else int(written)


_is_key = cache(_is_text)


def _load(written: str) -> Any:
    return yaml.load(written, Loader=_LOADER)  # noqa: TID251 (one value, by the same loader as whole documents)
