"""Entry notes: where a reader of a section begins, each with its reasons."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..discovering.folder_names import MAP, fold_folder
from ..discovering.hubs import Hub
from ..vault.model import VaultModel
from ..vault.notes import find_stem
from .sections import Section

LEAST_SCORE = 1.0
NAMED = 3.0  # what a name counts for
LISTED = 4.0  # what a note that lists the whole section counts for
LEAST_LISTED = 3  # notes of a section that a note lists, to be called its index
LISTED_SHARE = 0.1  # of them
DAY_SHARE = 0.2  # of the score, for a note of a day: it is linked for its date
_START_NAMES = MAP | {"home", "start", "start here", "readme", "dashboard", "welcome", "main"}


@dataclass(frozen=True)
class EntryNote:
    """One note by which a section is entered."""

    path: str
    score: float  # rounded; only to compare notes of one section
    reason: str  # sentences


def find_section_entries(
    section: Section, paths: Sequence[str], model: VaultModel, hubs: Mapping[str, Hub], *, limit: int
) -> tuple[EntryNote, ...]:
    """Return the entry notes of a section, best first; `paths` are its notes, `hubs` those of the whole vault."""
    inside = frozenset(paths)
    return _choose([_weigh(path, section, inside, model, hubs) for path in inside], limit)


def find_vault_entries(model: VaultModel, hubs: Mapping[str, Hub], *, limit: int) -> tuple[EntryNote, ...]:
    """Return the entry notes of a whole vault, best first: its hubs, and notes at the root that say so."""
    paths = [path for path in model.notes if path in hubs or "/" not in path]
    whole = Section("", "notes", "", len(model.notes), 0, 0, 0, None, None, ())
    known = frozenset(model.notes)
    return _choose([_weigh(path, whole, known, model, hubs) for path in paths], limit)


def _choose(entries: Sequence[EntryNote], limit: int) -> tuple[EntryNote, ...]:
    best = sorted((entry for entry in entries if entry.score >= LEAST_SCORE), key=lambda item: (-item.score, item.path))
    return tuple(best[:limit])


def _weigh(
    path: str, section: Section, inside: frozenset[str], model: VaultModel, hubs: Mapping[str, Hub]
) -> EntryNote:
    note, hub = model.notes[path], hubs.get(path)
    reasons: list[str] = []
    score = 0.0
    linking = len(model.back_links[path])
    if hub or linking:
        score += math.log2(1 + (hub.score if hub else linking))
        reasons.append(hub.reason if hub else f"{linking} {'note links' if linking == 1 else 'notes link'} it.")
    listed = sum(other in inside for other in model.out_links[path])
    if listed >= max(LEAST_LISTED, LISTED_SHARE * len(inside)):
        score += LISTED * listed / max(1, len(inside) - 1)
        reasons.append(f"It lists {listed} of {len(inside) - 1} notes.")
    name = fold_folder(find_stem(path))
    if section.path and name == fold_folder(section.path.rpartition("/")[2]):
        score += NAMED
        reasons.append("It is named like its section.")
    elif name in _START_NAMES:
        score += NAMED
        reasons.append("Its name says that it is an index.")
    if note.kind == "daily":
        score *= DAY_SHARE
    return EntryNote(path, round(score, 3), " ".join(reasons))
