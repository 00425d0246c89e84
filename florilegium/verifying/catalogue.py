"""Whether the catalogue of a memory agrees with itself: counts, order, coverage, choices."""

from collections import Counter
from collections.abc import Iterator

from ..entries import Entry, Index, name_state
from ..memory.folder import INDEX_NAME
from .faults import Fault


def check_catalogue(index: Index, text: str) -> list[Fault]:
    """Return what in a valid index contradicts itself; `text` is the file, for the lines."""
    checks = (_check_counts, _check_coverage, _check_order, _check_copies, _check_choices)
    faults = [
        Fault(kind, INDEX_NAME, find_line(text, key), told) for check in checks for kind, key, told in check(index)
    ]
    for entry in index.entries:
        line = find_line(text, f"- id: {entry.id}")
        faults += [Fault("fact", INDEX_NAME, line, f"{entry.id}: {told}") for told in _check_entry(entry)]
    return faults


def find_line(text: str, start: str) -> int | None:
    """Return the line, counted from 1, that is `start` or begins with it and a space; None where there is none."""
    if not start:
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        if line == start or line.startswith(f"{start} "):
            return number
    return None


Told = Iterator[tuple[str, str, str]]  # kind, beginning of the line, message


def _check_counts(index: Index) -> Told:
    if index.sources != len(index.entries):
        yield "count", "sources:", f"says {index.sources} sources and lists {len(index.entries)}"
    origins = Counter(entry.origin for entry in index.entries)
    if dict(index.origins) != dict(origins):
        shown = ", ".join(f"{number} {name}" for name, number in sorted(origins.items())) or "none"
        yield "count", "origins:", f"counts the origins wrongly: there are {shown}"
    for key, number in Counter(entry.id for entry in index.entries).items():
        if number > 1:
            yield "count", f"- id: {key}", f"{key} is listed {number} times"


def _check_coverage(index: Index) -> Told:
    bearing = Counter(theme for entry in index.entries for theme in entry.themes)
    names = Counter(theme.theme for theme in index.coverage)
    for theme in index.coverage:
        # Two themes of one name cannot be told apart by it.
        if names[theme.theme] == 1 and theme.sources != bearing[theme.theme]:
            found = bearing[theme.theme]
            yield "count", "coverage:", f"the theme {theme.theme!r} has {theme.sources} sources; {found} name it"
        if theme.state != name_state(theme.sources):
            yield "count", "coverage:", f"the theme {theme.theme!r} is {name_state(theme.sources)}, not {theme.state}"
    for name in sorted(set(bearing) - set(names)):
        yield "reference", "coverage:", f"sources name the theme {name!r}, which the coverage does not list"


def _check_order(index: Index) -> Told:
    keys = [(not entry.seed, -entry.relevance_score, entry.id) for entry in index.entries]
    for before, after in zip(keys, keys[1:], strict=False):
        if before > after:
            yield "order", f"- id: {after[2]}", f"{after[2]} stands below {before[2]}, which it should precede"


def _check_copies(index: Index) -> Told:
    homes = {entry.id: entry.id for entry in index.entries}
    for entry in index.entries:
        for copy in entry.also_in:
            if homes.get(copy.id, entry.id) != entry.id or copy.id == entry.id:
                yield "reference", f"- id: {entry.id}", f"{entry.id}: its copy {copy.id} is also {homes[copy.id]}"
            homes.setdefault(copy.id, entry.id)


def _check_choices(index: Index) -> Told:
    held = {name: entry.id for entry in index.entries for name in (entry.id, *(copy.id for copy in entry.also_in))}
    for item in index.vetoed:
        if item.id in held:
            yield "fact", "vetoed:", f"{item.id} is vetoed and yet in the memory, as {held[item.id]}"
    if [item.id for item in index.vetoed] != sorted({item.id for item in index.vetoed}):
        yield "order", "vetoed:", "what is vetoed is not listed once each, by id"


def _check_entry(entry: Entry) -> Iterator[str]:
    if entry.uri_full != f"full/{entry.id}.md":
        yield f"uri_full is {entry.uri_full}, another source's name"
    if entry.uri_highlights not in (None, f"highlights/{entry.id}.md"):
        yield f"uri_highlights is {entry.uri_highlights}, another source's name"
    if (entry.uri_highlights is None) != (entry.highlights_sha256 is None):
        yield "uri_highlights and highlights_sha256 must both be there or both be null"
    if not entry.uri_highlights and (entry.highlights or entry.own_notes):
        yield f"counts {entry.highlights} highlights and {entry.own_notes} notes, but has no highlights file"
    if entry.seed and entry.relevance_score != 1:
        yield f"is a seed with a score of {entry.relevance_score:g} instead of 1"
    if entry.seed != (entry.signal == "seed"):
        yield f"is {'a' if entry.seed else 'no'} seed, but its signal is {entry.signal}"
    if entry.pinned != entry.reason.startswith("pinned: "):
        yield "pinned and reason contradict each other"
