"""Layers: summary, highlights, full text; where one is missing the next is opened, and it says so."""

from dataclasses import dataclass
from pathlib import Path

from ..entries import Entry
from ..memory.folder import INDEX_NAME, Memory

LAYERS = ("summary", "highlights", "full")
_MISSING = {"summary": "it has no summary", "highlights": "the reader marked nothing in it"}
_NAMES = {"summary": "summary", "highlights": "highlights", "full": "full text"}


@dataclass(frozen=True)
class Opened:
    """One layer of a source as it was opened."""

    layer: str  # the one that is shown
    text: str
    note: str  # why another layer than the one asked for is shown, "" where it is that one
    cut: str = ""  # how much of the text is left out and where it stands whole, "" where it is whole


def open_layer(memory: Memory, entry: Entry, asked: str) -> Opened:
    """Return the layer asked for, or the next one that the source has; raises ArtifactError."""
    missing: list[str] = []
    for layer in LAYERS[LAYERS.index(asked) : -1]:
        text = entry.summary if layer == "summary" else memory.read_highlights(entry)
        if text.strip():
            return Opened(layer, text, _explain(missing, layer))
        missing.append(_MISSING[layer])
    return Opened("full", memory.read_full(entry), _explain(missing, "full"))


def name_file(entry: Entry, layer: str) -> str:
    """Return the file in which a layer lies, relative to the memory."""
    names = {"summary": INDEX_NAME, "highlights": entry.uri_highlights or entry.uri_full, "full": entry.uri_full}
    return names[layer]


def write_path(path: Path) -> str:
    """Return a path as a command takes it: none that looks like an option."""
    return f"./{path}" if str(path).startswith("-") else str(path)


def _explain(missing: list[str], layer: str) -> str:
    return f"{' and '.join(missing)}: {_NAMES[layer]} instead" if missing else ""
