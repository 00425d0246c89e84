"""The notes of a vault that belong to a question: entry notes, the walk from them, and what fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..search.searcher import Searcher
from ..vault.model import VaultModel
from ..vectors.store import Store
from .budget import MAX_NOTES, MAX_TOKENS, fit_notes
from .depth import Judge, Walk, walk_links
from .entry import choose_entries, find_entries
from .exclusion import explain_reason, find_exclusion
from .filtering import FollowAll, FollowQuestion
from .hybrid import NEAREST, THRESHOLD, FollowLikeness, add_nearest, blend_vectors, find_vector, reserve_places
from .owner_hints import NO_HINTS, OwnerHints
from .reached import Cut, Reached, cut_reached
from .relevance import Question
from .synthesis import balance_notes, choose_across

Mode = Literal["depth", "synthesis", "hybrid"]
ENTRIES = {"depth": 3, "synthesis": 6, "hybrid": 3}
TOLD = 10  # candidates for entry notes that are told of where they are left out


@dataclass(frozen=True)
class WalkOptions:
    """How a walk is made."""

    mode: Mode = "depth"
    hops: int = 2
    back_links: bool = False
    filtered: bool = True  # follow a link by what its note has to do with the question
    threshold: float = THRESHOLD
    nearest: int = NEAREST
    max_notes: int = MAX_NOTES
    max_tokens: int = MAX_TOKENS


@dataclass(frozen=True)
class Context:
    """What is given for one question."""

    question: str
    options: WalkOptions
    mode: Mode  # the one that was walked
    degraded: str  # why it is another than was asked for, "" where it is the same
    notes: tuple[Reached, ...]  # in the order in which they are given
    cut: tuple[Cut, ...]  # best first


@dataclass(frozen=True)
class Ground:
    """What a walk goes over."""

    model: VaultModel
    searcher: Searcher
    read_text: Callable[[str], str]
    store: Store | None = None  # None where nobody asked for vectors
    hints: OwnerHints = NO_HINTS


def find_context(
    text: str, ground: Ground, options: WalkOptions, count: Callable[[Reached], int], *, reserved: int = 0
) -> Context:
    """Return the notes that belong to a question.

    `count` tells how many tokens a note takes as it is given, and `reserved` are those of what stands around them.
    """
    question = Question(text, ground.model, ground.searcher)
    mode, degraded = _choose_mode(ground, options)
    candidates, excluded = find_entries(question, ground.model, ground.hints)
    choose = choose_across if mode == "synthesis" else choose_entries
    entries = choose(candidates, ENTRIES[mode]) if candidates else []
    walk = walk_links(
        ground.model,
        entries,
        _choose_judge(question, ground, options, mode),
        hops=options.hops,
        back_links=options.back_links,
    )
    ordered = _order(question, ground, options, mode, entries, walk)
    kept, over = _fit(ordered, candidates, count, options, options.max_tokens - reserved)
    left_out = [*over, *walk.cut, *excluded, *_tell_others(candidates)]
    return Context(text, options, mode, degraded, tuple(kept), _sort_cut(left_out, kept))


def _fit(
    ordered: Sequence[Reached],
    candidates: Sequence[Reached],
    count: Callable[[Reached], int],
    options: WalkOptions,
    left: int,
) -> tuple[list[Reached], list[Cut]]:
    """Return what fits; where the best notes are all too long, a shorter one that answers is better than none."""
    kept, cut = fit_notes(ordered, count, max_notes=options.max_notes, max_tokens=left)
    if kept:
        return kept, cut
    looked = {note.path for note in ordered}
    rest = [note for note in candidates if note.path not in looked]
    kept, more = fit_notes(rest, count, max_notes=options.max_notes, max_tokens=left)
    return kept, [*cut, *more]


def _tell_others(candidates: Sequence[Reached]) -> list[Cut]:
    """Return the best candidates for entry notes as left out; those that are given are taken off later."""
    return [cut_reached(note, "no_entry", explain_reason("no_entry")) for note in candidates[:TOLD]]


def _sort_cut(cut: Sequence[Cut], kept: Sequence[Reached]) -> tuple[Cut, ...]:
    """Return each note that is left out once, by the first reason given, best first."""
    given = {note.path for note in kept}
    by_path: dict[str, Cut] = {}
    for item in cut:
        if item.path not in given:
            by_path.setdefault(item.path, item)
    return tuple(sorted(by_path.values(), key=lambda item: (-item.score, item.path)))


def _choose_mode(ground: Ground, options: WalkOptions) -> tuple[Mode, str]:
    if options.mode != "hybrid":
        return options.mode, ""
    store = ground.store
    if store is None or store.main_model is None:
        return "depth", (store.reason if store else "") or "the vault has no vectors of the present texts"
    return "hybrid", ""


def _choose_judge(question: Question, ground: Ground, options: WalkOptions, mode: Mode) -> Judge:
    words = FollowQuestion(question, ground.model, ground.read_text) if options.filtered else None
    if mode == "hybrid" and ground.store:
        asked = blend_vectors(ground.store, question.hits) if options.filtered else None
        return FollowLikeness(ground.store, options.threshold, words, asked)
    return words or FollowAll()


def _order(
    question: Question, ground: Ground, options: WalkOptions, mode: Mode, entries: Sequence[Reached], walk: Walk
) -> list[Reached]:
    """Return the notes in the order in which they are given, entry notes first."""
    if mode == "synthesis":
        return balance_notes(walk.reached)
    walked = sorted(walk.reached, key=lambda note: (len(note.route) > 1, -note.score, note.path))
    if mode != "hybrid" or not entries or not ground.store:
        return walked
    store = ground.store
    blend = blend_vectors(store, question.hits) if options.filtered else None
    anchor = blend or find_vector(store, entries[0].path)
    if anchor is None:
        return walked
    near = add_nearest(
        store,
        anchor,
        entries[0],
        limit=options.nearest,
        without={note.path for note in walked},
        is_excluded=lambda path: bool(find_exclusion(ground.model, path)),
    )
    if blend is None:
        why = (f"No link was followed to it; it is near {entries[0].path}.",)
        near = tuple(replace(note, why=why) for note in near)
    return reserve_places(walked, near, options.max_notes)
