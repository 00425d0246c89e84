"""A memory in figures, from its catalogue alone."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..entries import Entry, Index
from .display import WIDTH, count_sources, measure_width, wrap_text

MOST = 10  # of the tags, authors and publications, which can be many
BANDS = 5  # of the scores
_BAR = 20


def measure_index(index: Index) -> dict[str, Any]:
    """Return the figures: what there is, in how many layers, of which kinds and scores, and on which themes."""
    entries = index.entries
    years = [entry.published[:4] for entry in entries if entry.published]
    return {
        "topic": index.topic,
        "sources": len(entries),
        "seeds": sum(entry.seed for entry in entries),
        "pinned": sum(entry.pinned for entry in entries),
        "left_out": index.left_out,
        "rounds": index.rounds,
        "words": sum(entry.words for entry in entries),
        "highlights": sum(entry.highlights for entry in entries),
        "own_notes": sum(entry.own_notes for entry in entries),
        "also_in": sum(len(entry.also_in) for entry in entries),
        "layers": {
            "summary": sum(bool(entry.summary.strip()) for entry in entries),
            "highlights": sum(entry.uri_highlights is not None for entry in entries),
            "full": len(entries),
        },
        "published": {
            "first": min(years, default=None),
            "last": max(years, default=None),
            "undated": _undated(entries),
        },
        "scores": _band_scores(entries),
        "signals": _count(entries, lambda entry: [entry.signal]),
        "origins": _count(entries, lambda entry: [entry.origin]),
        "kinds": _count(entries, lambda entry: [entry.kind]),
        "authorship": _count(entries, lambda entry: [entry.authorship]),
        "themes": {theme.theme: theme.sources for theme in index.coverage},
        "tags": _count(entries, lambda entry: entry.tags),
        "authors": _count(entries, lambda entry: entry.authors),
        "publications": _count(entries, lambda entry: [entry.publication]),
    }


def render_statistics(figures: Mapping[str, Any]) -> list[str]:
    """Return the figures as lines for a terminal; of tags, authors and publications only the most frequent."""
    layers, published = figures["layers"], figures["published"]
    rounds = f"{figures['rounds']} round{'' if figures['rounds'] == 1 else 's'} of research"
    lines = [
        f"{figures['topic']}: {count_sources(figures['sources'])}, {figures['seeds']} named in the brief, "
        f"{figures['pinned']} pinned",
        f"{rounds}; {figures['left_out']} ranked candidates left out; {figures['also_in']} copies joined",
        f"{figures['words']:,} words; {figures['highlights']:,} highlights; {figures['own_notes']:,} own notes",
        f"layers: {layers['summary']} summaries, {layers['highlights']} highlights, {layers['full']} full texts",
    ]
    if published["first"]:
        lines.append(f"published {published['first']} to {published['last']}; {published['undated']} undated")
    for name in ("scores", "origins", "kinds", "authorship", "signals", "themes", "tags", "authors", "publications"):
        counts = dict(list(figures[name].items())[:MOST]) if name not in ("scores", "themes") else figures[name]
        if counts:
            lines += ["", name.capitalize(), *_render_bars(counts)]
            more = len(figures[name]) - len(counts)
            lines += [f"  … and {more} more"] if more else []
    return lines


def _undated(entries: Sequence[Entry]) -> int:
    return sum(entry.published is None for entry in entries)


def _band_scores(entries: Sequence[Entry]) -> dict[str, int]:
    """Return how many sources lie in each fifth of the range, the best first."""
    counts = Counter(min(BANDS - 1, int(entry.relevance_score * BANDS)) for entry in entries)
    return {f"{band / BANDS:.1f} to {(band + 1) / BANDS:.1f}": counts[band] for band in reversed(range(BANDS))}


def _count(entries: Sequence[Entry], take: Callable[[Entry], Iterable[str]]) -> dict[str, int]:
    """Return how many sources have each value, the most frequent first, ties by name."""
    counts = Counter(value for entry in entries for value in take(entry) if value)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _render_bars(counts: Mapping[str, int]) -> list[str]:
    most = max(counts.values()) or 1
    digits = len(str(most))
    lines = []
    for name, count in counts.items():
        bar = "█" * round(_BAR * count / most)
        head = f"  {count:>{digits}} {bar:<{_BAR}} "
        first, *rest = wrap_text(name, indent=" " * measure_width(head), width=WIDTH) or [""]
        lines += [(head + first.strip()).rstrip(), *rest]
    return lines
