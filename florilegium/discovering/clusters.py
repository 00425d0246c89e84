"""Clusters: groups of notes that share words and links and want a map of content."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..mentions.forms import is_everyday
from ..vault.model import VaultModel
from ..vault.notes import find_stem
from .communities import find_communities
from .folder_names import MAP, fold_folder
from .kinds import name_exclusion
from .likeness import Vocabulary, count_notes, find_alike, weigh_terms

MIN_NOTES = 5  # below this nobody wants a map
LARGEST = 60  # above this one map is too long to read
MIN_COHESION = 0.4  # groups of a vault whose links and words are chance have about 0.3
LINK_WEIGHT = 1.0  # beside a likeness of 0 to 1
NEAREST = 8
LEAST_LIKE = 0.15
MAX_HOLDERS = 5
MAX_TERMS = 6
MAP_SHARE = 0.4  # of a cluster, that a note called a map lists
PLAIN_MAP_SHARE = 0.7  # and that any other note lists


@dataclass(frozen=True)
class Cluster:
    """One group of notes."""

    name: str
    terms: tuple[str, ...]  # the most distinctive first
    notes: tuple[str, ...]  # sorted
    holders: tuple[str, ...]  # the notes that hold it together, the strongest first
    links: int  # pairs of its notes that are linked
    cohesion: float  # share of its notes' ties that stay inside
    map: str | None  # the note that is its map of content already

    @property
    def wants_map(self) -> bool:
        """Tell whether there is no map of content yet."""
        return self.map is None


def find_clusters(model: VaultModel, vocabulary: Vocabulary) -> tuple[Cluster, ...]:
    """Return the clusters of a vault, the largest first; equal vaults give equal clusters in any order of notes."""
    paths = [path for path in sorted(model.notes) if not name_exclusion(model.notes[path], model)]
    held = {path: vocabulary.get(path, {}) for path in paths}
    pairs = _pair_links(paths, model)
    weights = _weigh_ties(held, pairs)
    counts = count_notes(held)
    groups = [group for group in find_communities(weights, largest=LARGEST) if len(group) >= MIN_NOTES]
    later: dict[str, list[str]] = {}  # of each pair the second by the first
    for one, other in pairs:
        later.setdefault(one, []).append(other)
    called = {path: _is_called_map(path, model) for path in paths}
    clusters = []
    for group in groups:
        terms = _choose_terms(group, held, counts)
        strengths = _measure_strengths(group, weights)
        whole = sum(sum(weights[path].values()) for path in group)
        holders = sorted(group, key=lambda path: (-strengths[path], path))[:MAX_HOLDERS]
        # Everyday words may tell something beside others; alone they name no group.
        telling = terms[:3] if terms and not is_everyday(terms[0]) else ()
        name = ", ".join(telling) or model.notes[holders[0]].title
        inside = set(group)
        links = sum(other in inside for path in group for other in later.get(path, ()))
        cohesion = round(sum(strengths.values()) / whole, 3) if whole else 0.0
        clusters.append(Cluster(name, terms, group, tuple(holders), links, cohesion, _find_map(group, called, model)))
    firm = (cluster for cluster in clusters if cluster.cohesion >= MIN_COHESION)
    return tuple(sorted(firm, key=lambda cluster: (-len(cluster.notes), cluster.notes)))


def _pair_links(paths: Sequence[str], model: VaultModel) -> list[tuple[str, str]]:
    known = set(paths)
    return sorted(
        {(min(path, other), max(path, other)) for path in paths for other in model.out_links[path] if other in known}
    )


def _weigh_ties(held: Vocabulary, pairs: Sequence[tuple[str, str]]) -> dict[str, dict[str, float]]:
    """Return the symmetric weights between notes, links and likeness together."""
    weights: dict[str, dict[str, float]] = {path: {} for path in held}
    for path, alike in find_alike(weigh_terms(held), nearest=NEAREST, least=LEAST_LIKE).items():
        for other, likeness in alike.items():
            weights[path][other] = weights[other][path] = likeness
    for one, other in pairs:
        weights[one][other] = weights[other][one] = weights[one].get(other, 0.0) + LINK_WEIGHT
    return {path: dict(sorted(row.items())) for path, row in weights.items()}


def _measure_strengths(group: Sequence[str], weights: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    inside = set(group)
    return {path: round(sum(w for other, w in weights[path].items() if other in inside), 6) for path in group}


def _choose_terms(group: Sequence[str], held: Vocabulary, counts: Counter[str]) -> tuple[str, ...]:
    """Return the terms that many notes of a group hold and few others do."""
    inside = count_notes({path: held[path] for path in group})
    scores = {}
    for term, count in inside.items():
        share = count / len(group)
        lift = math.log(share / (counts[term] / len(held)))
        if count > 1 and lift > 0:
            scores[term] = share * lift
    return tuple(sorted(scores, key=lambda term: (is_everyday(term), -round(scores[term], 9), term))[:MAX_TERMS])


def _find_map(group: Sequence[str], called: Mapping[str, bool], model: VaultModel) -> str | None:
    """Return the note that lists most of a group, None where none lists enough; `called` tells which are named maps."""
    listed = Counter(source for path in group for source in model.back_links[path] if source in called)
    inside = set(group)
    found = [
        (-count, path)
        for path, count in listed.items()
        if count >= (MAP_SHARE if called[path] else PLAIN_MAP_SHARE) * len(inside - {path})
    ]
    return min(found)[1] if found else None


def _is_called_map(path: str, model: VaultModel) -> bool:
    note, stem = model.notes[path], find_stem(path)
    words = {*fold_folder(stem.replace("-", " ").replace("_", " ")).split(), *map(fold_folder, note.tags)}
    is_folder_note = bool(note.section) and note.section.rpartition("/")[2] == stem
    return is_folder_note or bool(words & MAP)
