"""The walk along links: from entry notes one or two hops outwards, the best note first."""

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from ..vault.model import VaultModel
from .exclusion import explain_reason, find_exclusion
from .reached import DIGITS, By, Cut, Reached, Step

DECAY = 0.8  # of a score, for each hop


_Waiting: TypeAlias = tuple[float, int, tuple[str, ...], Reached]


@dataclass(frozen=True)
class Judgement:
    """Whether a link is followed."""

    score: float  # of the note that it leads to, from 0 to 1
    why: str  # a sentence
    reason: str = ""  # a word of REASONS where it is not followed


class Judge(Protocol):
    """Says which links are followed."""

    def judge(self, route: Sequence[Step], targets: Collection[str]) -> Mapping[str, Judgement]:
        """Return a judgement for each note that the last note of a way leads to."""


@dataclass(frozen=True)
class Walk:
    """The notes that were reached, best first, and those that links lead to and were not followed."""

    reached: tuple[Reached, ...]
    cut: tuple[Cut, ...]


def walk_links(
    model: VaultModel, entries: Collection[Reached], judge: Judge, *, hops: int = 2, back_links: bool = False
) -> Walk:
    """Return the notes that links lead to from the entry notes, which come along; best first, ties by path."""
    reached: dict[str, Reached] = {}
    cut: dict[str, Cut] = {}
    # The names of the way make every item of the queue comparable: no two ways are alike.
    queue: list[_Waiting] = [(-entry.score, len(entry.route), (entry.path,), entry) for entry in entries]
    heapq.heapify(queue)
    while queue:
        *_, names, note = heapq.heappop(queue)
        if note.path in reached:
            continue
        reached[note.path] = note
        if len(note.route) > hops:
            continue
        linked = {path: by for path, by in _list_linked(model, note.path, back_links) if path not in reached}
        for found in _follow(model, note, linked, judge):
            if isinstance(found, Reached):
                heapq.heappush(queue, (-found.score, len(found.route), (*names, found.path), found))
            elif found.path not in cut or cut[found.path].score < found.score:
                cut[found.path] = found
    notes = sorted(reached.values(), key=lambda note: (-note.score, note.path))
    left = (item for path, item in cut.items() if path not in reached)
    return Walk(tuple(notes), tuple(sorted(left, key=lambda item: (-item.score, item.path))))


def _follow(model: VaultModel, note: Reached, linked: Mapping[str, By], judge: Judge) -> Iterator[Reached | Cut]:
    """Yield each note that a note leads to, reached or left out."""
    excluded = {path: reason for path in linked if (reason := find_exclusion(model, path))}
    judged = judge.judge(note.route, [path for path in linked if path not in excluded])
    for path, by in linked.items():
        route = (*note.route, Step(path, by))
        if path in excluded:
            yield Cut(path, 0.0, route, excluded[path], explain_reason(excluded[path]))
            continue
        found = judged[path]
        score = round(found.score * DECAY ** (len(route) - 1), DIGITS)
        if found.reason:
            yield Cut(path, score, route, found.reason, found.why)
        else:
            yield Reached(path, score, route, (found.why,))


def _list_linked(model: VaultModel, path: str, back_links: bool) -> list[tuple[str, By]]:
    """Return the notes that a note links to and, if wanted, those that link to it; a link out goes before one back."""
    found: dict[str, By] = {}
    if back_links:
        found.update(dict.fromkeys(model.back_links[path], "back-link"))
    found.update(dict.fromkeys((target for target in model.out_links[path] if target in model.notes), "link"))
    return sorted(found.items())
