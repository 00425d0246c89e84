"""Choosing: a pin or a veto written into choices.yaml, with all that a person wrote there left as it is."""

import io
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from .choices import Choice, parse_choices

OTHERS = {"pin": "veto", "veto": "pin"}


@dataclass(frozen=True)
class Edit:
    """What became of a choices.yaml."""

    text: str
    removed: str  # "pin" or "veto": what no longer holds, "" where nothing was taken out


def add_choice(text: str, kind: str, choice: Choice, name: str) -> Edit:
    """Return the text with a pin or veto added, or with its new reason, and without what it contradicts.

    `name` stands in the messages; raises ParamsError for a broken file.
    """
    value = _load(text, name)
    removed = OTHERS[kind] if _remove(value, OTHERS[kind], choice.id) else ""
    items = value.get(kind)
    if not items:
        items = value[kind] = CommentedSeq()
    # Quoted, since a plain `no` is a text to the editor and a truth value to the reader.
    reason = DoubleQuotedScalarString(choice.reason)
    known = next((item for item in items if item["id"] == choice.id), None)
    if known is None:
        items.append(CommentedMap(id=choice.id, reason=reason))
    else:
        known["reason"] = reason
    return Edit(_dump(value, text, name), removed)


def remove_choice(text: str, kind: str, chosen_id: str, name: str) -> Edit:
    """Return the text without this pin or veto; raises ParamsError for a broken file."""
    value = _load(text, name)
    return Edit(_dump(value, text, name), kind) if _remove(value, kind, chosen_id) else Edit(text, "")


def _load(text: str, name: str) -> Any:
    parse_choices(text, name)  # so that what follows meets no other form
    value = _make_editor().load(text)
    return CommentedMap() if value is None else value


def _remove(value: Any, kind: str, chosen_id: str) -> bool:
    """Take a source out of a block, and the block with it where nothing is left; tell whether it was there."""
    items = value.get(kind) or []
    places = [number for number, item in enumerate(items) if item["id"] == chosen_id]
    for number in places:
        del items[number]
    if places and not items:
        del value[kind]
    return bool(places)


def _dump(value: Any, before: str, name: str) -> str:
    head = "".join(takewhile(lambda line: line.startswith("#") or not line.strip(), before.splitlines(keepends=True)))
    if not value:
        return head
    stream = io.StringIO()
    _make_editor().dump(value, stream)
    text = stream.getvalue()
    if head and not text.startswith(head.split("\n")[0]):  # the editor keeps no comment that stands alone
        text = head.rstrip("\n") + "\n" + text
    parse_choices(text, name)
    return text


def _make_editor() -> YAML:
    editor = YAML()
    editor.width = 10_000
    editor.preserve_quotes = True
    editor.indent(mapping=2, sequence=4, offset=2)
    return editor
