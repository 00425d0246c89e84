"""Why a source matched and how it was scored, one readable line for each part."""

from collections.abc import Sequence

from .filters import Filters
from .matches import Match

_SIGNALS = {
    "seed": "the brief names it",
    "metadata": "its metadata were enough",
    "head_tail": "its beginning and end were read",
    "full": "its whole text was read",
    "passages": "its best passages were read by an encoder",
}


def explain_match(match: Match, filters: Filters) -> tuple[str, ...]:
    """Return the lines: relevance to the brief, each filter that it passed, each term of the text, the score."""
    entry = match.entry
    relevance = f"relevance {entry.relevance_score:.2f}: {entry.reason or _SIGNALS[entry.signal]}"
    return (relevance, *_explain_filters(match, filters), *_explain_score(match))


def _explain_filters(match: Match, filters: Filters) -> list[str]:
    entry = match.entry
    dates = [f"published {entry.published}" if entry.published else "", f"saved {entry.saved}" if entry.saved else ""]
    asked: list[tuple[str, Sequence[str], Sequence[str]]] = [
        ("origin", filters.origins, [entry.origin]),
        ("kind", filters.kinds, [entry.kind]),
        ("location", filters.locations, [entry.location]),
        ("tags", filters.tags, entry.tags),
        ("authors", filters.authors, entry.authors),
        ("publication", filters.publications, [entry.publication]),
        ("notebook", filters.notebooks, [entry.notebook or ""]),
        ("themes", filters.themes, entry.themes),
        ("found by", filters.queries, entry.found_by),
        ("dates", [_describe_span(filters)] if filters.after or filters.before else [], list(filter(None, dates))),
        ("seed", ["seeds"] if filters.seeds else [], ["yes"]),
        ("highlights", ["highlighted"] if filters.highlighted else [], [str(entry.highlights)]),
    ]
    return [f"{name} {', '.join(has)} (asked: {' or '.join(wanted)})" for name, wanted, has in asked if wanted]


def _describe_span(filters: Filters) -> str:
    return " ".join(
        [*([f"from {filters.after}"] * bool(filters.after)), *([f"to {filters.before}"] * bool(filters.before))]
    )


def _explain_score(match: Match) -> list[str]:
    if not match.terms:
        return []
    lines = []
    for share in match.terms:
        places = ", ".join(f"{field} {count}" for field, count in share.counts.items())
        lines.append(f"term {share.term}: {places}; weight {share.weight:.2f} by rarity; adds {share.score:.2f}")
    if match.together > 1.0:
        lines.append(f"the words stand side by side: times {match.together:g}")
    return [*lines, f"score {match.score:.2f}"]
