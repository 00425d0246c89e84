"""What a request would show of which document, read from the request itself."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..asking.replies import ToolUse
from ..asking.requests import Part, Request, ToolResult

CARD = re.compile(r"^id: (\S+)$", re.MULTILINE)
FILE = re.compile(r"^file: (.+)$", re.MULTILINE)
_FENCE = re.compile(r"<data-([0-9a-f]{16})>\n(.*?)\n</data-\1>", re.DOTALL)
WHOLE = {"planner": ("brief.md",), "distiller": ("article.md",)}  # files of the topic that a role is shown whole
METADATA_ONLY = "You are shown the metadata of each document"


@dataclass(frozen=True)
class Shown:
    """One document, or file of the topic, that leaves the machine."""

    name: str  # id of a document, or a path where only that stands in the request
    part: str  # metadata or text


def find_shown(request: Request) -> frozenset[Shown]:
    """Return what a request shows: cards by the ids in them, and texts by the cards that they stand with."""
    cards = {name for text in _iter_texts(request) for name in _find_cards(text)}
    shown = {Shown(name, "metadata") for name in cards}
    if request.role == "summariser" or (request.role == "reranker" and not _is_metadata(request)):
        shown |= {Shown(name, "text") for name in cards}
    if request.role == "distiller":
        shown |= {Shown(name, "text") for text in _iter_texts(request) for name in FILE.findall(text)}
    shown |= {Shown(name, "text") for name in _find_read(request)}
    return frozenset(shown | {Shown(name, "text") for name in WHOLE.get(request.role, ())})


def _find_cards(text: str) -> Iterator[str]:
    """Yield the ids in first lines of fences: elsewhere such a line is a note's own."""
    for found in _FENCE.finditer(text):
        first = CARD.match(found[2])
        if first:
            yield first[1]


def _find_read(request: Request) -> Iterator[str]:
    """Yield the ids of the documents whose parts a researcher read."""
    blocks = [block for turn in request.turns for block in turn.blocks]
    failed = {block.tool_use_id for block in blocks if isinstance(block, ToolResult) and block.is_error}
    for block in blocks:
        if isinstance(block, ToolUse) and block.name == "read" and block.id not in failed and "id" in block.input:
            yield str(block.input["id"])


def _iter_texts(request: Request) -> Iterator[str]:
    for turn in request.turns:
        if turn.speaker == "user":
            yield from (block.text for block in turn.blocks if isinstance(block, Part | ToolResult))


def _is_metadata(request: Request) -> bool:
    return any(METADATA_ONLY in text for text in _iter_texts(request))
