"""Predictions: links between notes that share neighbours and rare words and are not linked yet."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ..mentions.forms import is_everyday
from ..vault.model import VaultModel
from .kinds import name_exclusion
from .likeness import Vocabulary, find_alike, weigh_terms
from .repairs import fold_name

MAX_NEIGHBOURS = 100  # a note with more ties tells little of any two of them, and costs their square
NEAREST = 20
TERMS = 40  # of a note that are compared; see docs/evaluation.md
LEAST_LIKE = 0.05
LIKENESS_WEIGHT = 4.0  # of a cosine, beside 1 / log(1 + neighbours) for each note shared
MIN_SCORE = 0.8
MIN_WORDS = 2  # of a pair without a shared neighbour; one alone makes an order, and no proposal
MAX_SHOWN = 3
_MISSING = "\n"  # begins the name of a note not yet written; no path does
PER_NOTE = 3  # predictions in which one note may stand, so that no note fills the list


@dataclass(frozen=True)
class Prediction:
    """One pair of notes that may want a link."""

    one: str
    other: str  # after `one` in alphabetical order
    score: float
    shared: tuple[str, ...]  # notes that both are tied to, the most telling first
    missing: tuple[str, ...]  # notes not yet written that both link, as written
    words: tuple[str, ...]  # rare words that both hold, the most telling first
    reason: str  # a sentence


def find_predictions(model: VaultModel, vocabulary: Vocabulary, *, limit: int = 200) -> tuple[Prediction, ...]:
    """Return the links that are most likely missing, best first; equal vaults give equal ones."""
    ties, weights = _list_ties(model), weigh_terms(_choose_words(model, vocabulary), terms=TERMS)
    pairs = {
        (min(path, other), max(path, other)): score
        for path, row in _score(model, ties, weights).items()
        for other, score in row.items()
        if score >= MIN_SCORE
    }
    taken: dict[str, int] = {}
    found: list[Prediction] = []
    for (one, other), score in sorted(pairs.items(), key=lambda item: (-item[1], item[0])):
        if len(found) == limit:
            break
        if max(taken.get(one, 0), taken.get(other, 0)) < PER_NOTE:
            made = _make_prediction((one, other), score, ties, weights)
            if made.shared or made.missing or len(made.words) >= MIN_WORDS:
                taken[one], taken[other] = taken.get(one, 0) + 1, taken.get(other, 0) + 1
                found.append(made)
    return tuple(found)


def rank_partners(model: VaultModel, vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Return for each note the notes that it most likely wants a link with, best first."""
    scores = _score(model, _list_ties(model), weigh_terms(_choose_words(model, vocabulary), terms=TERMS))
    return {path: tuple(sorted(row, key=lambda other: (-row[other], other))) for path, row in scores.items()}


def _choose_words(model: VaultModel, vocabulary: Vocabulary) -> Vocabulary:
    return {
        path: vocabulary.get(path, {}) for path in sorted(model.notes) if not name_exclusion(model.notes[path], model)
    }


def _list_ties(model: VaultModel) -> dict[str, frozenset[str]]:
    """Return what each note and each missing note is linked with, in either direction."""
    silent = {path for path, note in model.notes.items() if name_exclusion(note, model) in ("generated", "template")}
    ties: dict[str, set[str]] = {path: set() for path in model.notes if path not in silent}
    names: dict[str, str] = {}  # of one missing note, in the first spelling
    for path in sorted(ties):
        for link in model.notes[path].links:
            if link.state == "dangling":
                names.setdefault(fold_name(link.target), link.target)
    for path in list(ties):
        missing = [
            f"{_MISSING}{names[fold_name(link.target)]}" for link in model.notes[path].links if link.state == "dangling"
        ]
        for other in [*(found for found in model.out_links[path] if found in ties), *missing]:
            ties[path].add(other)
            ties.setdefault(other, set()).add(path)
    return {name: frozenset(others) for name, others in ties.items()}


def _score(
    model: VaultModel, ties: Mapping[str, frozenset[str]], weights: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """Return the score of each pair of notes that are not linked and have something in common."""
    scores: dict[str, dict[str, float]] = {path: {} for path in weights}
    for name in sorted(ties):
        near = sorted(path for path in ties[name] if path in scores)
        if 2 <= len(ties[name]) <= MAX_NEIGHBOURS:
            worth = _weigh_neighbour(name, ties)
            for path in near:
                for other in near:
                    scores[path][other] = scores[path].get(other, 0.0) + worth
    for (path, other), likeness in _pair_alike(weights).items():
        for one, two in ((path, other), (other, path)):
            scores[one][two] = scores[one].get(two, 0.0) + LIKENESS_WEIGHT * likeness
    return {
        path: {
            other: round(score, 6) for other, score in row.items() if other != path and other not in ties.get(path, ())
        }
        for path, row in scores.items()
    }


def _pair_alike(weights: Mapping[str, Mapping[str, float]]) -> dict[tuple[str, str], float]:
    """Return the likeness of each pair of which one is among the nearest of the other."""
    return {
        (min(path, other), max(path, other)): likeness
        for path, alike in find_alike(weights, nearest=NEAREST, least=LEAST_LIKE, words=1).items()
        for other, likeness in alike.items()
    }


def _weigh_neighbour(name: str, ties: Mapping[str, frozenset[str]]) -> float:
    """Return what a shared neighbour tells by Adamic and Adar: the less, the more it is tied to."""
    return 1 / math.log(1 + len(ties[name]))


def _make_prediction(
    pair: tuple[str, str],
    score: float,
    ties: Mapping[str, frozenset[str]],
    weights: Mapping[str, Mapping[str, float]],
) -> Prediction:
    one, other = pair
    near = [
        name for name in ties.get(one, frozenset()) & ties.get(other, frozenset()) if len(ties[name]) <= MAX_NEIGHBOURS
    ]
    near.sort(key=lambda name: (-_weigh_neighbour(name, ties), name))
    shared = tuple(name for name in near if not name.startswith(_MISSING))
    missing = tuple(name.removeprefix(_MISSING) for name in near if name.startswith(_MISSING))
    held = weights[other]
    common = {word: weight * held[word] for word, weight in weights[one].items() if word in held}
    words = tuple(sorted(common, key=lambda word: (is_everyday(word), -round(common[word], 9), word)))[: 2 * MAX_SHOWN]
    return Prediction(one, other, round(score, 3), shared, missing, words, _explain(len(near), words))


def _explain(ties: int, words: tuple[str, ...]) -> str:
    parts = []
    if ties:
        parts.append("are tied to one same note" if ties == 1 else f"are tied to the same {ties} notes")
    if words:
        parts.append(f"hold the word{'s' if len(words) > 1 else ''} {', '.join(words[:MAX_SHOWN])}")
    return f"Both {' and '.join(parts)}."
