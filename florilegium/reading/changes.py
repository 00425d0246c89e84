"""How the changes from one memory to another are shown: as text for a terminal, or as Markdown."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..memory.comparison import Comparison, Covered, Moved
from ..wording.markup import escape_line, escape_text, quote_code
from .display import clean_text

_LAYERS = {"full": "full text", "highlights": "highlights"}


@dataclass(frozen=True)
class _Line:
    """One change in words."""

    head: str  # title of the source, or name of the theme
    detail: str
    id: str = ""


def render_text(changes: Comparison) -> list[str]:
    """Return the lines for a terminal."""
    if changes.is_same:
        return ["no change"]
    lines = []
    for name, items in _list_sections(changes):
        lines += [f"{name} ({len(items)})"]
        for item in items:
            lines += [f"  {clean_text(item.head)}{f': {clean_text(item.detail)}' if item.detail else ''}"]
            lines += [f"      {item.id}"] if item.id else []
    return lines


def render_markdown(changes: Comparison) -> str:
    """Return a page of Markdown, one section a kind of change."""
    head = f"# What changed in {escape_text(changes.after)}"
    if changes.is_same:
        return f"{head}\n\nNothing.\n"
    parts = [head]
    for name, items in _list_sections(changes):
        lines = [f"## {name} ({len(items)})", ""]
        for item in items:
            detail = f": {escape_text(item.detail)}" if item.detail else ""
            lines.append(f"- {escape_line(item.head)}{detail}{f' ({quote_code(item.id)})' if item.id else ''}")
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _list_sections(changes: Comparison) -> Iterator[tuple[str, list[_Line]]]:
    """Yield the kinds of change that there are, each with its items in words."""
    sections = {
        "New": [_Line(item.title, f"{item.score:.2f}, {item.detail}", item.id) for item in changes.new],
        "Gone": [_Line(item.title, f"{item.score:.2f}, {item.detail}", item.id) for item in changes.gone],
        "Under another id": [_Line(item.title, _explain(item), item.id) for item in changes.moved],
        "Scored anew": [
            _Line(item.title, f"{item.before:.2f} → {item.after:.2f}", item.id) for item in changes.rescored
        ],
        "Rewritten": [
            _Line(item.title, " and ".join(_LAYERS[layer] for layer in item.layers), item.id)
            for item in changes.rewritten
        ],
        "Coverage": [_Line(item.theme, _tell_coverage(item)) for item in changes.coverage],
        "Pinned": [_Line(item.title, item.detail.removeprefix("pinned: "), item.id) for item in changes.pinned],
        "No longer pinned": [_Line(item.title, "", item.id) for item in changes.unpinned],
        "Vetoed": [_Line(item.title, item.reason, item.id) for item in changes.vetoed],
        "No longer vetoed": [_Line(item.title, item.reason, item.id) for item in changes.unvetoed],
    }
    yield from ((name, items) for name, items in sections.items() if items)


def _explain(item: Moved) -> str:
    return f"{'its title was another' if item.why == 'title' else 'another copy stood for it'}, before {item.before}"


def _tell_coverage(item: Covered) -> str:
    before = f"{item.state_before} ({item.sources_before})" if item.state_before else "no theme"
    after = f"{item.state} ({item.sources})" if item.state else "no theme"
    return f"{before} → {after}"
