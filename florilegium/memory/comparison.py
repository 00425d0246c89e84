"""Comparing two memories of one topic: what is new, gone, scored anew or rewritten, and what is covered now."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..entries import Entry, Index, ThemeCoverage, Vetoed

RESCORED = 0.05
_HEX = 8  # of an id: where the source lies, whatever its title


@dataclass(frozen=True)
class Named:
    """One source by id and title."""

    id: str
    title: str
    score: float
    detail: str = ""  # where it comes from, or why it was chosen


@dataclass(frozen=True)
class Rescored:
    """One source whose relevance is another than before."""

    id: str
    title: str
    before: float
    after: float


@dataclass(frozen=True)
class Moved:
    """One source that stands under another id: its title changed, or another copy of it stands for it."""

    id: str
    title: str
    before: str  # its id before
    why: str  # title, copy


@dataclass(frozen=True)
class Changed:
    """One source whose files are others than before."""

    id: str
    title: str
    layers: tuple[str, ...]  # full, highlights


@dataclass(frozen=True)
class Covered:
    """One theme that is covered otherwise; a state is "" where the theme is not there."""

    theme: str
    state_before: str
    state: str
    sources_before: int
    sources: int


@dataclass(frozen=True)
class Comparison:
    """What changed from one memory to the other; each tuple in the order of the index that has the source."""

    before: str  # topic of the one
    after: str  # topic of the other
    new: tuple[Named, ...]
    gone: tuple[Named, ...]
    moved: tuple[Moved, ...]
    rescored: tuple[Rescored, ...]
    rewritten: tuple[Changed, ...]
    coverage: tuple[Covered, ...]
    pinned: tuple[Named, ...]
    unpinned: tuple[Named, ...]
    vetoed: tuple[Vetoed, ...]
    unvetoed: tuple[Vetoed, ...]

    @property
    def is_same(self) -> bool:
        """Tell whether there is nothing to tell."""
        return not any(getattr(self, name) for name in CHANGES)


CHANGES = (
    *("new", "gone", "moved", "rescored", "rewritten", "coverage"),
    *("pinned", "unpinned", "vetoed", "unvetoed"),
)


def compare_memories(before: Index, after: Index) -> Comparison:
    """Return what changed; a source is known by its id, by where it lies, or by a copy that stands for it."""
    origins = _match_entries(before, after)
    olds = {entry.id: entry for entry in before.entries}
    pairs = [(olds[origins[entry.id]], entry) for entry in after.entries if entry.id in origins]
    matched = set(origins.values())
    vetoed_before, vetoed_after = {item.id for item in before.vetoed}, {item.id for item in after.vetoed}
    return Comparison(
        before=before.topic,
        after=after.topic,
        new=tuple(_name(entry, _describe(entry)) for entry in after.entries if entry.id not in origins),
        gone=tuple(_name(entry, _describe(entry)) for entry in before.entries if entry.id not in matched),
        moved=tuple(Moved(new.id, new.title, old.id, _explain(old, new)) for old, new in pairs if old.id != new.id),
        rescored=tuple(
            Rescored(new.id, new.title, old.relevance_score, new.relevance_score)
            for old, new in pairs
            if round(abs(new.relevance_score - old.relevance_score), 4) >= RESCORED
        ),
        rewritten=tuple(
            Changed(new.id, new.title, layers) for old, new in pairs if (layers := _find_changed(old, new))
        ),
        coverage=_compare_coverage(before.coverage, after.coverage),
        pinned=_list_pins(pairs, [entry for entry in after.entries if entry.id not in origins]),
        unpinned=tuple(_name(new) for old, new in pairs if old.pinned and not new.pinned),
        vetoed=tuple(item for item in after.vetoed if item.id not in vetoed_before),
        unvetoed=tuple(item for item in before.vetoed if item.id not in vetoed_after),
    )


def _match_entries(before: Index, after: Index) -> Mapping[str, str]:
    """Return the id of each source before by its id after; each is taken once, the surest match first."""
    matches: dict[str, str] = {}
    left = {entry.id: entry for entry in before.entries}
    for find in (_find_same, _find_place, _find_copy):
        for entry in after.entries:
            if entry.id in matches:
                continue
            found = find(entry, left)
            if found:
                matches[entry.id] = found
                del left[found]
    return matches


def _find_same(entry: Entry, left: Mapping[str, Entry]) -> str:
    return entry.id if entry.id in left else ""


def _find_place(entry: Entry, left: Mapping[str, Entry]) -> str:
    """Return what lay at the same place under another title."""
    places = [key for key in left if key[-_HEX:] == entry.id[-_HEX:]]
    return next((key for key in places if left[key].original_path == entry.original_path), "")


def _find_copy(entry: Entry, left: Mapping[str, Entry]) -> str:
    """Return what was told by another copy of the same source."""
    names = {entry.id, *(copy.id for copy in entry.also_in)}
    held = ((key, {key, *(copy.id for copy in old.also_in)}) for key, old in left.items())
    return next((key for key, copies in held if names & copies), "")


def _explain(old: Entry, new: Entry) -> str:
    return "title" if old.id[-_HEX:] == new.id[-_HEX:] else "copy"


def _find_changed(old: Entry, new: Entry) -> tuple[str, ...]:
    layers = (
        ("full", old.sha256 != new.sha256),
        ("highlights", old.highlights_sha256 != new.highlights_sha256),
    )
    return tuple(layer for layer, is_changed in layers if is_changed)


def _compare_coverage(before: tuple[ThemeCoverage, ...], after: tuple[ThemeCoverage, ...]) -> tuple[Covered, ...]:
    olds, news = ({theme.theme: theme for theme in themes} for themes in (before, after))
    absent = ThemeCoverage("", "", 0)
    found = []
    for name in dict.fromkeys([*news, *olds]):
        old, new = olds.get(name, absent), news.get(name, absent)
        if (old.state, old.sources) != (new.state, new.sources):
            found.append(Covered(name, old.state, new.state, old.sources, new.sources))
    return tuple(found)


def _list_pins(pairs: list[tuple[Entry, Entry]], fresh: list[Entry]) -> tuple[Named, ...]:
    found = [new for old, new in pairs if new.pinned and not old.pinned] + [entry for entry in fresh if entry.pinned]
    return tuple(_name(entry, entry.reason) for entry in found)


def _name(entry: Entry, detail: str = "") -> Named:
    return Named(entry.id, entry.title, entry.relevance_score, detail)


def _describe(entry: Entry) -> str:
    facts = [", ".join(entry.authors), entry.publication, entry.published or entry.saved or "", entry.origin]
    return " · ".join(fact for fact in facts if fact)
