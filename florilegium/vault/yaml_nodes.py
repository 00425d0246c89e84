"""YAML nodes to plain values, without guessing types, and with bounds on what aliases may unfold to."""

from dataclasses import dataclass
from typing import TypeAlias

import yaml

from ..sources.decoding import scrub_text

Value: TypeAlias = "str | bool | None | list[Value] | dict[str, Value]"

MAX_DEPTH = 20
MAX_VALUES = 10_000


@dataclass(frozen=True)
class Repeated:
    """One more value of a key that already has one."""

    key: str
    value: Value
    first_line: int  # of the note, where the first value stands
    line: int  # of the note

    def describe(self) -> str:
        """Return a sentence that names both places."""
        return f"The property {self.key!r} stands on lines {self.first_line} and {self.line}; the first one counts."


class TooDeep(ValueError):
    """A document unfolds to more than a note's properties can mean."""


def read_mapping(raw: str) -> tuple[dict[str, Value], list[Repeated]] | None:
    """Return the top-level properties, or None where the document is no mapping.

    Raises yaml.YAMLError where it is no YAML, TooDeep for recursive or exploding aliases.
    """
    loader = yaml.CBaseLoader(raw)
    try:
        node = loader.get_single_node()
    finally:
        loader.dispose()
    if not isinstance(node, yaml.MappingNode):
        return None
    return _Converter(raw).read_top(node)


class _Converter:
    """Holds the count of values made so far; the raw text gives back links that YAML takes for lists."""

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.made = 0

    def read_top(self, node: yaml.MappingNode) -> tuple[dict[str, Value], list[Repeated]]:
        values: dict[str, Value] = {}
        lines: dict[str, int] = {}
        repeated: list[Repeated] = []
        for key_node, value_node in node.value:
            key = self.read_key(key_node)
            line = key_node.start_mark.line + 2
            value = self.read_value(value_node, 1)
            if key in values:
                repeated.append(Repeated(key, value, lines[key], line))
            else:
                values[key], lines[key] = value, line
        return values, repeated

    def read_key(self, node: yaml.Node) -> str:
        if isinstance(node, yaml.ScalarNode):
            return scrub_text(str(node.value)).strip()
        return self.slice(node)

    def read_value(self, node: yaml.Node, depth: int) -> Value:
        self.made += 1
        if depth > MAX_DEPTH or self.made > MAX_VALUES:
            raise TooDeep
        if isinstance(node, yaml.ScalarNode):
            return _read_scalar(node)
        written = self.slice(node)
        if written.startswith(("[[", "{{")) and written.endswith(("]]", "}}")) and len(node.value) == 1:
            return written
        if isinstance(node, yaml.SequenceNode):
            return [self.read_value(item, depth + 1) for item in node.value]
        values: dict[str, Value] = {}
        for key_node, value_node in node.value:
            values.setdefault(self.read_key(key_node), self.read_value(value_node, depth + 1))
        return values

    def slice(self, node: yaml.Node) -> str:
        return self.raw[node.start_mark.index : node.end_mark.index].strip()


_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}


def read_bare(text: str) -> Value:
    """Return what a text without quotes means: null, a truth value or itself."""
    return None if text in _NULLS else _TRUTHS.get(text, text)


def _read_scalar(node: yaml.ScalarNode) -> Value:
    text = str(node.value)
    return read_bare(text) if node.style in (None, "") else scrub_text(text)
