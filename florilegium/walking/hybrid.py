"""The walk by vectors that another program left: which links are kept, and which unreached notes are near.

The question itself has no vector, since none is computed: the notes whose words answer it best stand for it.
"""

import heapq
import math
from array import array
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from ..vectors.likeness import compare_notes, compare_vectors
from ..vectors.store import Store, Vector
from .depth import Judgement
from .filtering import FollowQuestion
from .reached import DIGITS, Reached, Step
from .relevance import Relevance

THRESHOLD = 0.65  # of the cosine of an entry note and the note that a link leads to
NEAREST = 5
STANDING = 5  # notes that stand for the question
STANDING_VALUE = 0.5  # of the relevance of the best, that each of them has


def find_vector(store: Store, path: str) -> Vector | None:
    """Return the vector of a note's present text; None where the store has none."""
    note, model = store.notes.get(path), store.main_model
    vector = note.vectors.get(model) if note and model else None
    return vector if vector and vector.is_fresh else None


def blend_vectors(store: Store, hits: Mapping[str, Relevance]) -> Vector | None:
    """Return the mean of the vectors of the notes that answer best, each by its relevance; None where none has one."""
    best = [(path, found.value) for path, found in hits.items() if found.value >= STANDING_VALUE][:STANDING]
    found = [(vector, value) for path, value in best if (vector := find_vector(store, path))]
    if not found:
        return None
    sums = [0.0] * len(found[0][0].values)
    for vector, value in found:
        for place, number in enumerate(vector.values):
            sums[place] += value * number / vector.norm
    values = array("f", sums)
    norm = math.hypot(*values)
    return Vector(values, norm, is_fresh=True) if norm else None


@dataclass(frozen=True)
class FollowLikeness:
    """Follows a link where the note is like the entry note and, unless it is blind, about the question too."""

    store: Store
    threshold: float
    words: FollowQuestion | None  # None for a walk that is blind to the question
    asked: Vector | None  # what stands for the question

    def judge(self, route: Sequence[Step], targets: Collection[str]) -> Mapping[str, Judgement]:
        """Return a judgement for each note; one without a vector is judged by its words alone."""
        by_words = self.words.judge(route, targets) if self.words else {}
        return {path: self._judge_one(route[0].path, path, by_words.get(path)) for path in targets}

    def _judge_one(self, entry: str, path: str, by_words: Judgement | None) -> Judgement:
        likeness = compare_notes(self.store, entry, path)
        if likeness is None:
            base = by_words or Judgement(0.0, "A link leads to it.")
            return Judgement(base.score, f"It or {entry} has no vector of its present text. {base.why}", base.reason)
        why = f"It is like {entry} by {likeness:.2f}."
        if likeness < self.threshold:
            return Judgement(_clip(likeness), f"{why} The threshold is {self.threshold:.2f}.", "unlike")
        if by_words is None:
            return Judgement(_clip(likeness), why)
        vector = find_vector(self.store, path)
        near = compare_vectors(self.asked, vector) if self.asked and vector else 0.0
        why = f"{why} {by_words.why} It is like the notes that answer best by {near:.2f}."
        score = round((by_words.score + _clip(near)) / 2, DIGITS)
        is_about = not by_words.reason or near >= self.threshold
        return Judgement(score, why, "" if is_about else "not_about")


def add_nearest(
    store: Store,
    anchor: Vector,
    entry: Reached,
    *,
    limit: int,
    without: Collection[str],
    is_excluded: Callable[[str], bool] = lambda path: False,
) -> tuple[Reached, ...]:
    """Return the notes of the whole vault nearest to a vector that were not reached, nearest first."""
    ranked = [
        (-compare_vectors(anchor, vector), path)
        for path in store.notes
        if path not in without and (vector := find_vector(store, path))
    ]
    heapq.heapify(ranked)
    found: list[Reached] = []
    # Whether a note is excluded takes as long as to compare it, so only the nearest are asked.
    while ranked and len(found) < limit:
        negative, path = heapq.heappop(ranked)
        if not is_excluded(path):
            why = f"No link was followed to it; it is like the notes that answer best by {-negative:.2f}."
            found.append(Reached(path, _clip(-negative), (*entry.route, Step(path, "near")), (why,)))
    return tuple(found)


def reserve_places(walked: Sequence[Reached], near: Sequence[Reached], max_notes: int) -> list[Reached]:
    """Return the order in which notes are given: what is near has places of its own behind the best of the walk."""
    first = max(1, max_notes - len(near))
    return [*walked[:first], *near, *walked[first:]]


def _clip(cosine: float) -> float:
    return round(max(0.0, cosine), DIGITS)
