"""What a walk gives: notes with the way by which each was reached, and what was left out with its reason."""

from dataclasses import dataclass
from typing import Literal

By = Literal["entry", "link", "back-link", "near"]

# Why a note that was looked at is not given.
REASONS = {
    "generated": "a program wrote it, and it lists the rest",
    "max_notes": "enough better notes are given",
    "max_tokens": "it does not fit whole into the tokens that are left",
    "no_entry": "other notes answer better, and no link from them was followed to it",
    "not_about": "its words have too little to do with the question",
    "template": "it is the form of other notes",
    "unlike": "its vector is not like enough",
}
DIGITS = 4  # of a score as it is shown and compared


@dataclass(frozen=True)
class Step:
    """One note on a way, and what led to it from the one before."""

    path: str
    by: By


@dataclass(frozen=True)
class Reached:
    """One note that was reached."""

    path: str
    score: float  # from 0 to 1, the better the higher
    route: tuple[Step, ...]  # from the entry note to this one
    why: tuple[str, ...]  # sentences


@dataclass(frozen=True)
class Cut:
    """One note that was looked at and is not given."""

    path: str
    score: float
    route: tuple[Step, ...]
    reason: str  # a word of REASONS
    why: str  # a sentence


def cut_reached(note: Reached, reason: str, why: str) -> Cut:
    """Return a note that was reached as one that is left out after all."""
    return Cut(note.path, note.score, note.route, reason, why)
