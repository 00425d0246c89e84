"""The reading room: the two tools of a researcher, both confined to the library, and what they have shown."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..asking.replies import ToolUse
from ..asking.requests import Tool, ToolResult
from ..documents import Document
from ..local.selection import POOLS, Pool
from ..project.schemas import find_misfits
from ..roles import Reading
from ..search.fields import LABELS
from ..search.phrasings import parse_query
from ..search.searcher import Match, Searcher
from .cards import describe_document
from .sampling import split_parts

SHOWN = 10  # documents that one search shows
MATCHED = 60  # documents among which the filters choose
PAGE_CHARACTERS = 6_000
HIGHLIGHTS_CHARACTERS = 8_000

_WORDS = {"type": "string", "maxLength": 200}
_FILTERS = {
    "type": "object",
    "description": "Bounds on the metadata; leave out what shall not be bounded.",
    "additionalProperties": False,
    "properties": {
        "location": {**_WORDS, "description": "Folder or notebook, as the cards show it."},
        "tag": {**_WORDS, "description": "A tag, without #."},
        "author": {**_WORDS, "description": "A part of an author's name."},
        "since": {**_WORDS, "description": "Published or saved at this date or later, YYYY, YYYY-MM or YYYY-MM-DD."},
        "until": {**_WORDS, "description": "Published or saved at this date or earlier."},
        "marked": {"type": "boolean", "description": "Only what the reader marked or noted."},
    },
}
SEARCH = Tool(
    "search",
    f"Find documents of one origin by words; shows the {SHOWN} best, each with its id and its metadata.",
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["origin", "text"],
        "properties": {
            "origin": {
                "type": "string",
                "enum": [pool.name for pool in POOLS],
                "description": "Where to search; one origin at a time.",
            },
            "text": {"type": "string", "minLength": 1, "maxLength": 300, "description": "Words to look for."},
            "filters": _FILTERS,
        },
    },
)
READ = Tool(
    "read",
    "Show a part of a document that a search has shown.",
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["id", "part"],
        "properties": {
            "id": {"type": "string", "minLength": 1, "maxLength": 120, "description": "Its id, as a search showed it."},
            "part": {
                "type": "string",
                "pattern": "^(highlights|[1-9][0-9]{0,3})$",
                "description": 'Which part: "highlights" for what the reader marked, or a page of the text, from "1".',
            },
        },
    },
)
TOOLS = (SEARCH, READ)


@dataclass
class ReadingRoom:
    """What one researcher may look at; made anew for each query."""

    documents: Mapping[str, Document]
    searcher: Searcher
    texts: Reading
    enclose: Callable[[str], str]  # from text of the library to data in a request
    shown: dict[str, float] = field(default_factory=dict)  # ids, and how well each answered at best
    refused: int = 0  # ids asked for that no search had shown

    def answer(self, call: ToolUse) -> ToolResult:
        """Return what a tool gives; a call that cannot be answered is told so, and nothing else happens."""
        tool = next((item for item in TOOLS if item.name == call.name), None)
        if tool is None:
            return ToolResult(call.id, "there are two tools, search and read", is_error=True)
        problems = find_misfits(dict(call.input), tool.schema)
        if problems:
            told = "; ".join(f"{problem.path}: {problem.message}" for problem in problems[:3])
            return ToolResult(call.id, self.enclose(told), is_error=True)
        if tool is SEARCH:
            return ToolResult(call.id, self._search(call.input))
        return self._read(call)

    def count_origins(self) -> str:
        """Return the number of documents in each origin, as lines."""
        counts = Counter(pool.name for pool in POOLS for item in self.documents.values() if _lies_in(item, pool))
        return "\n".join(f"{pool.name}: {counts[pool.name]}" for pool in POOLS)

    def _search(self, wanted: Mapping[str, Any]) -> str:
        pool = next(item for item in POOLS if item.name == wanted["origin"])
        matches = self.searcher.search(parse_query(wanted["text"]), where=pool.where, limit=MATCHED)
        kept = [item for item in matches if self._passes(item.id, wanted.get("filters", {}))]
        if not kept:
            return f"Nothing in {pool.name} has these words."
        for match in kept[:SHOWN]:
            self.shown[match.id] = max(match.score.share, self.shown.get(match.id, 0.0))
        more = f"{len(kept) - SHOWN} more match less well." if len(kept) > SHOWN else ""
        return "\n\n".join(filter(None, [*(self._show(match) for match in kept[:SHOWN]), more]))

    def _show(self, match: Match) -> str:
        places = sorted({LABELS[place] for _, found in match.score.matched for place in found})
        card = f"{describe_document(self.documents[match.id])}\nmatched in: {', '.join(places)}"
        return self.enclose(card)

    def _passes(self, name: str, filters: Mapping[str, Any]) -> bool:
        document = self.documents.get(name)
        return document is not None and all(_check_bounds(document, filters))

    def _read(self, call: ToolUse) -> ToolResult:
        name, part = call.input["id"], call.input["part"]
        if name not in self.shown:
            self.refused += 1
            return ToolResult(call.id, "no search has shown a document with this id", is_error=True)
        if part == "highlights":
            text = self.texts.read_highlights(name)
            return ToolResult(call.id, self.enclose(text[:HIGHLIGHTS_CHARACTERS]) if text else "nothing is marked")
        pages = split_parts(self.texts.read_text(name), PAGE_CHARACTERS)
        if int(part) > len(pages):
            return ToolResult(call.id, f"it has {len(pages)} page(s)", is_error=True)
        return ToolResult(call.id, f"Page {part} of {len(pages)}\n{self.enclose(pages[int(part) - 1])}")


def _lies_in(document: Document, pool: Pool) -> bool:
    where = pool.where
    return (
        document.origin == where.origin
        and where.location in ("", document.location)
        and where.kind in ("", document.kind)
        and where.without_location != (document.location or None)
        and where.without_kind != (document.kind or None)
    )


def _check_bounds(document: Document, filters: Mapping[str, Any]) -> Iterator[bool]:
    """Yield for each bound whether a document keeps it."""
    date = document.published or document.saved or ""
    for name, value in filters.items():
        if name == "marked":
            yield not value or bool(document.highlights or document.own_notes)
        elif name == "location":
            yield document.location.casefold().startswith(value.casefold())
        elif name == "tag":
            yield value.casefold().removeprefix("#") in {tag.casefold() for tag in document.tags}
        elif name == "author":
            yield value.casefold() in ", ".join(document.authors).casefold()
        elif name == "since":
            yield date >= value[: len(date)] if date else False
        else:
            yield date[: len(value)] <= value if date else False
