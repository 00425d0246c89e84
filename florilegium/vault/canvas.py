"""Canvases: the words and links on an Obsidian canvas (JSON Canvas 1.0)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..drafts import Link
from ..sources.decoding import scrub_text
from .links import find_wikilinks
from .mask import find_opaque, mask_spans
from .notes import find_stem
from .tags import find_tags, merge_tags

FIRST_LINE = 60  # characters by which a text card is named in an edge


@dataclass(frozen=True)
class Canvas:
    """What a canvas says, as Markdown."""

    text: str  # cards, group labels and edge labels; "" where there are none
    tags: tuple[str, ...]  # of the text cards, sorted
    links: tuple[Link, ...]  # file cards first, in reading order, then the links in text cards
    headings: tuple[str, ...]  # labels of the groups
    problems: tuple[str, ...]  # what was wrong with it, as sentences


def parse_canvas(text: str, *, hides: Callable[[str], bool] = lambda path: False) -> Canvas:
    """Return what a canvas holds, cards from top to bottom within their groups; never raises on any text.

    Cards of files that `hides` names are left out, and so are the edges to them.
    """
    if not text.strip():
        return Canvas("", (), (), (), ())
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return Canvas("", (), (), (), ("The canvas is not valid JSON; nothing on it could be read.",))
    nodes = [node for node in _sort_nodes(_list_records(value, "nodes")) if not hides(_read(node, "file"))]
    shown = {_read(node, "id"): node for node in nodes}
    groups = [node for node in nodes if node.get("type") == "group"]
    cards = [node for node in nodes if node.get("type") != "group"]
    parts: list[str] = []
    homes = [_find_group(card, groups) for card in cards]
    for index in (-1, *range(len(groups))):
        label = _read(groups[index], "label") if index >= 0 else ""
        if label:
            parts.append(f"## {' '.join(label.split())}")
        inside = [_render_card(card) for card, home in zip(cards, homes, strict=True) if home == index]
        parts += [card for card in inside if card]
    edges = _render_edges(_list_records(value, "edges"), shown)
    if edges:
        parts.append("\n".join(edges))
    links, tags = _read_cards(cards)
    labels = tuple(" ".join(_read(group, "label").split()) for group in groups if _read(group, "label"))
    return Canvas("\n\n".join(parts) + "\n" if parts else "", tags, links, labels, ())


def _list_records(value: Any, key: str) -> list[Mapping[str, Any]]:
    found = value.get(key) if isinstance(value, dict) else None
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _sort_nodes(nodes: list[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(nodes, key=lambda node: (_measure(node, "y"), _measure(node, "x"), _read(node, "id"), _name(node)))


def _measure(node: Mapping[str, Any], key: str) -> float:
    value = node.get(key)
    # NaN has no order, and an integer can be too large for a float.
    return value if isinstance(value, (int, float)) and abs(value) < 1e9 else 0


def _read(node: Mapping[str, Any], key: str) -> str:
    value = node.get(key)
    return scrub_text(value).replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(value, str) else ""


def _find_group(card: Mapping[str, Any], groups: Sequence[Mapping[str, Any]]) -> int:
    """Return the number of the smallest group that the card's middle lies in, -1 for none."""
    x = _measure(card, "x") + _measure(card, "width") / 2
    y = _measure(card, "y") + _measure(card, "height") / 2
    found = [
        (_measure(group, "width") * _measure(group, "height"), index)
        for index, group in enumerate(groups)
        if 0 <= x - _measure(group, "x") <= _measure(group, "width")
        and 0 <= y - _measure(group, "y") <= _measure(group, "height")
    ]
    return min(found)[1] if found else -1


def _render_card(card: Mapping[str, Any]) -> str:
    if card.get("type") == "file":
        file = _read(card, "file")
        return f"![[{file}{_read(card, 'subpath')}]]" if file else ""
    if card.get("type") == "link":
        return f"<{_read(card, 'url')}>" if _read(card, "url") else ""
    return _read(card, "text")


def _name(node: Mapping[str, Any]) -> str:
    words = _read(node, "text") or _read(node, "label")
    if words:
        return " ".join(words.split("\n")[0].split())[:FIRST_LINE].strip("# ")
    return find_stem(_read(node, "file")) or _read(node, "url")


def _render_edges(edges: Sequence[Mapping[str, Any]], nodes: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Return one line per labelled edge between two cards that are shown, sorted."""
    lines: set[str] = set()
    for edge in edges:
        label = " ".join(_read(edge, "label").split())
        ends = [_name(nodes.get(_read(edge, key), {})) for key in ("fromNode", "toNode")]
        if label and all(ends):
            lines.add(f"- {ends[0]} → {label} → {ends[1]}")
    return sorted(lines)


def _read_cards(cards: Sequence[Mapping[str, Any]]) -> tuple[tuple[Link, ...], tuple[str, ...]]:
    links: list[Link] = []
    inner: list[Link] = []
    tags: list[str] = []
    for card in cards:
        if card.get("type") == "file" and _read(card, "file"):
            links.append(Link(_read(card, "file"), _read(card, "subpath"), "canvas"))
        elif card.get("type") == "text":
            text = _read(card, "text")
            masked = mask_spans(text, find_opaque(text))
            inner += [found.link for found in find_wikilinks(masked) if found.link]
            tags += [tag for tag, _ in find_tags(masked)]
    return (*links, *inner), merge_tags(tags)
