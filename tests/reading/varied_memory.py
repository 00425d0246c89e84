"""A memory of many works, in which every facet takes its values in a rhythm of its own."""

from pathlib import Path

from florilegium.documents import hash_text
from florilegium.entries import Entry, Index, ThemeCoverage
from florilegium.memory.folder import Contents, write_memory

ORIGINS = ("obsidian", "readwise", "notebooklm", "web", "file")
LOCATIONS = ("Ideas/Work", "Ideas", "library", "feed", "Memory study")
KINDS = ("note", "article", "book")
TAGS = (("ai/memory", "reading"), ("ai",), ("aim",), (), ("AI/memory/cold",))
AUTHORS = (("Noor Adeyemi",), ("Tomas Rehn", "Ann Lee"), (), ("村上春樹",))
PUBLISHED = (None, "2024", "2025-03", "2025-11-30")
SAVED = (None, "2026-01-15", "2025-03-31")
THEMES = (("Forgetting well", "What it costs"), ("What it costs",), ())
QUERIES = (("forgetting budget",), ("cold folder limits",), ("forgetting budget", "trams"))
TEXTS = ("The forgetting budget of a folder.", "A budget, then forgetting.", "Trams run late.", "記憶の宮殿。")


def make_entry(number: int) -> Entry:
    """Return the entry of a work."""
    name = f"work-{number}-{number:08x}"
    place = number % len(ORIGINS)
    return Entry(
        id=name,
        title=f"Work {number}",
        authors=AUTHORS[number % 4],
        origin=ORIGINS[place],  # type: ignore[arg-type]
        location=LOCATIONS[place],
        kind=KINDS[number % 3],
        authorship="other",
        publication=("", "Slow Systems")[number % 2],
        published=PUBLISHED[number % 4],
        saved=SAVED[number % 3],
        tags=TAGS[place],
        notebook="Memory study" if place == 4 else None,
        relevance_score=round(1 - number / 200, 4),
        seed=number < 7,
        themes=THEMES[number % 3],
        found_by=QUERIES[number % 3],
        signal="metadata",
        summary=TEXTS[(number // 2) % 4] if number % 7 else "",
        uri_highlights=f"highlights/{name}.md" if number % 6 == 1 else None,
        uri_full=f"full/{name}.md",
        original_path=f"{number}.md",
        source_url=None,
        also_in=(),
        words=1,
        highlights=int(number % 6 == 1),
        own_notes=0,
        sha256=hash_text(make_text(number)),
        reason="found early",
    )


def make_text(number: int) -> str:
    """Return the full text of a work."""
    return f"Work {number}. {TEXTS[number % 4]} {'Padding. ' * (number % 9)}\n\nEnd of {number}.\n"


def make_varied(root: Path, count: int, *, first: int = 0) -> Path:
    """Write a memory of so many works, and return its folder."""
    numbers = range(first, first + count)
    entries = tuple(make_entry(number) for number in numbers)
    full = {entry.id: make_text(number) for number, entry in zip(numbers, entries, strict=True)}
    marked = {
        entry.id: f"# Highlights\n\n> {TEXTS[3 - number % 4]}\n"
        for number, entry in zip(numbers, entries, strict=True)
        if entry.uri_highlights
    }
    origins = {origin: sum(entry.origin == origin for entry in entries) for origin in sorted(ORIGINS)}
    coverage = (ThemeCoverage("Forgetting well", "covered", 9), ThemeCoverage("What it costs", "thin", 2))
    index = Index(1, "varied", "Topic *one*", "Brief.", 1, count, origins, coverage, 3, entries)
    write_memory(root, Contents(index, full, marked))
    return root
