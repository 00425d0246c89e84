"""Entry notes: where the way through a vault begins for a question, each with its reasons."""

import math
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..search.analysis import extract_terms, is_unspaced
from ..vault.model import VaultModel
from .exclusion import explain_reason, find_exclusion
from .owner_hints import NO_HINTS, Hint, OwnerHints, weigh_hints
from .reached import DIGITS, Cut, Reached, Step, cut_reached
from .relevance import Question, Relevance

NAMED_SHARE = 0.35  # of the score, for a name that is the whole question
HUB_SHARE = 0.1  # of the score, for the note that most notes link to
HINT_SHARE = 0.2  # added to the score, for an entry note of a section that is the whole question
LEAST_SHARE = 0.6  # of the best score, that a further entry note has
NAMED = 10  # notes named in the question that are looked at


def find_entries(
    question: Question, model: VaultModel, hints: OwnerHints = NO_HINTS
) -> tuple[list[Reached], list[Cut]]:
    """Return the notes where a walk may begin, best first, and those that are none."""
    names = find_named(question, model)
    hinted = weigh_hints(question, model, hints)
    added = [*names, *(path for path, hint in hinted.items() if hint.is_asked)]
    relevance = dict(question.hits) | question.judge([path for path in added if path not in question.hits])
    most = max((len(linking) for linking in model.back_links.values()), default=0)
    notes = [
        _weigh(path, relevance[path], names.get(path), hinted.get(path), (len(model.back_links[path]), most))
        for path in sorted(relevance)
    ]
    best = max((note.score for note in notes), default=0.0) or 1.0
    entries: list[Reached] = []
    cut: list[Cut] = []
    for note in notes:
        scaled = replace(note, score=round(note.score / best, DIGITS))
        reason = find_exclusion(model, note.path)
        if reason:
            cut.append(cut_reached(scaled, reason, explain_reason(reason)))
        else:
            entries.append(scaled)
    return sorted(entries, key=lambda note: (-note.score, note.path)), cut


def _weigh(
    path: str, relevance: Relevance, name: tuple[str, float] | None, hint: Hint | None, links: tuple[int, int]
) -> Reached:
    """Return a note with its score as an entry note; being a hub alone makes no note an answer."""
    linking, most = links
    hub = math.log1p(linking) / math.log1p(most) if most else 0.0
    score = relevance.value * (1 - NAMED_SHARE - HUB_SHARE + HUB_SHARE * hub)
    score += (NAMED_SHARE * name[1] if name else 0.0) + (HINT_SHARE * hint.share if hint else 0.0)
    why = [f"The question names it: {name[0]}."] if name else []
    why += [hint.why] if hint else []
    why.append(relevance.explain())
    if linking:
        why.append(f"{linking} {'note links' if linking == 1 else 'notes link'} to it.")
    return Reached(path, score, (Step(path, "entry"),), tuple(why))


def choose_entries(entries: Sequence[Reached], limit: int) -> list[Reached]:
    """Return the best entry note, and those beside it that are nearly as good."""
    return [note for note in entries[:limit] if note.score >= LEAST_SHARE * entries[0].score]


def find_named(question: Question, model: VaultModel) -> Mapping[str, tuple[str, float]]:
    """Return the notes whose title or alias the question names, with the name and its share of the question."""
    text = _fold(question.text)
    found: dict[str, tuple[str, float]] = {}
    for path, note in model.notes.items():
        for name in (note.title, *note.aliases):
            folded = _fold(name)
            if folded and folded in text and _stands_alone(folded, text):
                share = question.weigh_words(extract_terms(name))
                if share > found.get(path, ("", 0.0))[1]:
                    found[path] = (name, share)
    best = sorted(found, key=lambda path: (-found[path][1], path))[:NAMED]
    return {path: found[path] for path in best}


def _stands_alone(name: str, text: str) -> bool:
    """Tell whether a name that is in a text stands there as words of its own; some scripts write no spaces."""
    return is_unspaced(name) or re.search(rf"(?<!\w){re.escape(name)}(?:e?s)?(?!\w)", text) is not None


def _fold(text: str) -> str:
    folded = text.casefold()
    return folded if folded.isascii() else unicodedata.normalize("NFC", folded)
