"""Small memories for the tests of attribution."""

from collections.abc import Callable
from typing import Any

import pytest

from florilegium.distilling.attribution.corpus import Corpus, Source, make_source
from florilegium.documents import hash_text, make_id
from florilegium.entries import Entry

FILLERS = (
    ("Soup", "Peel the carrots and let the stock simmer until evening."),
    ("Bus", "The timetable of line nine changes in December."),
    ("Boat", "Varnish the deck before the harbour opens."),
)


@pytest.fixture
def source() -> Callable[..., Source]:
    """Return a maker of sources: title, text, then whatever differs in the entry, `highlights` or `aliases`."""

    def make(title: str, text: str, *, highlights: str = "", aliases: str = "", **changes: Any) -> Source:
        text = f"---\naliases: [{aliases}]\n---\n{text}\n" if aliases else f"{text}\n"
        path = changes.pop("original_path", f"{title}.md")
        fields: dict[str, Any] = {
            "id": make_id(title=title, origin="obsidian", source="test", original_path=path),
            "title": title,
            "authors": (),
            "origin": "obsidian",
            "location": "",
            "kind": "note",
            "authorship": "other",
            "publication": "",
            "published": None,
            "saved": None,
            "tags": (),
            "notebook": None,
            "relevance_score": 0.5,
            "seed": False,
            "themes": (),
            "found_by": (),
            "signal": "full",
            "summary": "",
            "uri_highlights": "highlights/x.md" if highlights else None,
            "uri_full": "full/x.md",
            "original_path": path,
            "source_url": None,
            "also_in": (),
            "words": 0,
            "highlights": 0,
            "own_notes": 0,
            "sha256": hash_text(text),
            "reason": "",
        }
        return make_source(Entry(**(fields | changes)), text=text, highlights=highlights)

    return make


@pytest.fixture
def memory(source: Callable[..., Source]) -> Callable[..., Corpus]:
    """Return a maker of memories: the sources given, then some that have nothing to do with anything."""

    def make(*sources: Source) -> Corpus:
        return Corpus((*sources, *(source(title, text) for title, text in FILLERS)))

    return make
