"""Hubs: notes that many others link or mention, with links that a template made counting for little."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..vault.model import VaultModel
from .kinds import name_exclusion

FEW_LINES = 5  # notes that may hold the same line and all count
LINE_SHARE = 0.01  # of the vault's notes, where that is more
MENTION_SHARE = 0.1  # of the vault's notes; a name in more is a common word
MENTION_WEIGHT = 0.5  # a mention is less sure than a link
MIN_SCORE = 3.0
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Hub:
    """One note that others lead to."""

    path: str
    links: int  # notes that link it
    mentions: int  # notes that mention it and do not link it
    score: float  # damped, rounded
    reason: str  # a sentence


def find_hubs(
    model: VaultModel, mentions: Mapping[str, tuple[str, ...]], texts: Mapping[str, str], *, limit: int = 50
) -> tuple[Hub, ...]:
    """Return the hubs of a vault, best first.

    `mentions` gives the notes that mention a note, `texts` the text of each note, by which equal lines are known;
    a note without a text has no line equal to another.
    """
    silent = {path for path, note in model.notes.items() if name_exclusion(note, model) in ("generated", "template")}
    lines = _count_lines(model, texts, silent)
    hubs = [
        _weigh(path, lines.get(path, {}), frozenset(mentions.get(path, ())) - silent, model)
        for path in model.notes
        if path not in silent
    ]
    best = sorted((hub for hub in hubs if hub.score >= MIN_SCORE), key=lambda hub: (-hub.score, hub.path))
    return tuple(best[:limit])


def damp(count: int, enough: float) -> float:
    """Return a count as it is up to `enough`, and only the logarithm of what is beyond."""
    return float(count) if count <= enough else enough + math.log2(1 + count - enough)


def _weigh(path: str, lines: Mapping[str, str], mentioned: frozenset[str], model: VaultModel) -> Hub:
    size = len(model.notes)
    groups = Counter(lines.values())
    linked = sum(damp(count, max(FEW_LINES, LINE_SHARE * size)) for count in groups.values())
    others = mentioned - frozenset(lines) - {path}
    named = damp(len(others), max(FEW_LINES, MENTION_SHARE * size))
    score = round(linked + MENTION_WEIGHT * named, 3)
    return Hub(path, len(lines), len(others), score, _explain(len(lines), len(others), groups, linked))


def _explain(links: int, mentions: int, groups: Counter[str], linked: float) -> str:
    parts = [f"{_plural(links, 'note links', 'notes link')} it"]
    if mentions:
        parts.append(f"{mentions} more mention{'s' if mentions == 1 else ''} it")
    text = " and ".join(parts) + "."
    if linked < links:
        repeated = max(groups.values())
        text += f" The same line stands in {repeated} of them, so its links count for less."
    return text


def _plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _count_lines(model: VaultModel, texts: Mapping[str, str], silent: set[str]) -> dict[str, dict[str, str]]:
    """Return for every note linked the notes that link it, each with the rarest line in which it does so."""
    found: dict[str, dict[str, set[str]]] = {}
    for path in model.notes:
        if path not in silent:
            for target, line in _list_lines(path, model, texts):
                found.setdefault(target, {}).setdefault(path, set()).add(line)
    return {target: _choose_rarest(sources) for target, sources in found.items()}


def _choose_rarest(sources: Mapping[str, set[str]]) -> dict[str, str]:
    """Return one line a note: a note that links in its prose too is no mere copy of a footer."""
    counts = Counter(line for lines in sources.values() for line in lines)
    return {path: min(lines, key=lambda line: (counts[line], line)) for path, lines in sources.items()}


def _list_lines(path: str, model: VaultModel, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield (note linked, the line as compared) for the links of a note; digits in a line do not tell it apart."""
    rows = texts.get(path, "").split("\n")
    for link in model.notes[path].links:
        if link.state == "resolved" and link.path is not None and link.path in model.notes:
            known = 0 < link.line <= len(rows)
            line = " ".join(_DIGITS.sub("0", rows[link.line - 1]).casefold().split()) if known else ""
            yield link.path, line or f"\n{path}"  # no line of a text holds a line break
