"""Memories for the tests of the page; everything in them is invented."""

import dataclasses
from collections.abc import Sequence

from florilegium.documents import hash_text
from florilegium.entries import AlsoIn, Entry, Index, ThemeCoverage
from florilegium.memory.folder import Contents

PLAIN = Entry(
    id="", title="", authors=(), origin="obsidian", location="Notes", kind="note", authorship="own", publication="",
    published=None, saved=None, tags=(), notebook=None, relevance_score=0.5, seed=False, themes=(), found_by=(),
    signal="metadata", summary="", uri_highlights=None, uri_full="", original_path="", source_url=None, also_in=(),
    words=1, highlights=0, own_notes=0, sha256="", reason="its title",
)  # fmt: skip


def make_entry(number: int, title: str, **changes: object) -> Entry:
    """Return an entry whose id ends in its number."""
    document_id = f"source-{number:08x}"
    entry = dataclasses.replace(
        PLAIN, id=document_id, title=title, uri_full=f"full/{document_id}.md", original_path=f"Notes/{title}.md"
    )
    return dataclasses.replace(entry, **changes)  # type: ignore[arg-type]


def make_contents(entries: Sequence[Entry], full: Sequence[str], highlights: Sequence[str] = ()) -> Contents:
    """Return a memory; the first sources have the highlights given, as far as those reach and are not empty."""
    marked = {entry.id: text for entry, text in zip(entries, highlights, strict=False) if text}
    kept = tuple(
        dataclasses.replace(
            entry,
            sha256=hash_text(text),
            words=len(text.split()),
            uri_highlights=f"highlights/{entry.id}.md" if entry.id in marked else None,
            highlights=marked.get(entry.id, "").count("\n> "),
        )
        for entry, text in zip(entries, full, strict=True)
    )
    names = sorted({theme for entry in kept for theme in entry.themes})
    coverage = tuple(ThemeCoverage(name, "covered", sum(name in entry.themes for entry in kept)) for name in names)
    index = Index(1, "bread", "Bread & <salt>", "What the oven taught.", 2, len(kept), {}, coverage, 0, kept)
    return Contents(index, {entry.id: text for entry, text in zip(kept, full, strict=True)}, marked)


def make_bakery() -> Contents:
    """Return a small memory with everything that the page shows."""
    copy = AlsoIn("crumb-00000009", "readwise", "library", "reader/9", None, "same_url")
    entries = [
        make_entry(
            0, "Rye and patience", authors=("Ada Oven",), origin="web", location="brief", seed=True,
            relevance_score=1.0, themes=("Dough",), tags=("bread/rye",), summary="Rye wants time. It gives flavour.",
            published="2025-03-01", source_url="https://bakery.example/rye", publication="The Crumb", also_in=(copy,),
        ),
        make_entry(
            1, "Crème of the crust", authors=("Bo Crust",), relevance_score=0.8, themes=("Crust", "Dough"),
            tags=("bread/wheat",), summary="Steam makes the crust.", saved="2025-05-01", found_by=("how to steam",),
        ),
        make_entry(2, "日本のパン", relevance_score=0.6, themes=("Crust",), summary="A loaf with milk."),
        make_entry(3, "Salt", relevance_score=0.3, summary="", source_url="javascript:alert(1)"),
    ]  # fmt: skip
    full = [
        "# Rye and patience\n\nA *sour* starter, three days old.\n\n| flour | grams |\n|---|---|\n| rye | 500 |\n",
        "## Steam\n\nA tray of boiling water.\n\n```\nsteam 12 min\n```\n",
        "食パンは牛乳で作る。\n",
        "Salt slows the yeast, said the apprentice [here](javascript:alert(2)).\n",
    ]
    return make_contents(entries, full, ["# Highlights: Rye and patience\n\n> Rye wants time.\n\nNote: quote it\n"])
