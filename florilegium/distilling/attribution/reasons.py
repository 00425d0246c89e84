"""Reasons: what speaks for a source and against it, one readable line for each part."""

from collections.abc import Iterable, Mapping, Sequence

from ..articles import Article
from .clues import Clue
from .paragraphs import Weighed

MOST_LINES = 4  # of the article, named for one part
_NAMES = {
    "title": "its title",
    "author": "its author",
    "url": "its address",
    "citation": "a numbered citation",
    "file_name": "its file name",
    "notebook": "its notebook",
    "wikilink": "a wikilink",
}
_IDEAS = {
    "phrase": ("1 phrase", "phrases"),
    "number": ("1 number", "numbers"),
    "paraphrase": ("1 paraphrase", "paraphrases"),
    "term": ("1 term", "terms"),
}


def explain_weight(weighed: Weighed, verdict: str, article: Article, titles: Mapping[str, str]) -> str:
    """Return the lines of a decision: names, ideas, what makes them doubtful, and who explains them as well."""
    if weighed.draft:
        return "It holds most of the article word for word: the article itself or a draft of it, not a source."
    rival = [f"“{titles[weighed.rival]}” explains part of this better."] if weighed.rival in titles else []
    doubts = _explain_doubts(weighed.clues, article)
    if verdict == "unused":
        return "\n".join([_explain_nearest(weighed.clues, article), *doubts, *rival])
    parts = []
    for rule, name in _NAMES.items():
        found = [clue for clue in weighed.clues if clue.rule == rule and not clue.doubt]
        parts += [f"Named by {name}: {_list_lines(found, article)}."] if found else []
    for rule, (one, many) in _IDEAS.items():
        found = [clue for clue in weighed.clues if clue.rule == rule and not clue.doubt]
        count = one if len(found) == 1 else f"{len(found)} {many}"
        parts += [f"Shares {count}: {_list_lines(found, article)}."] if found else []
    return "\n".join([*parts, *doubts, *rival])


def _explain_nearest(clues: Sequence[Clue], article: Article) -> str:
    nearest = next((clue for clue in clues if not clue.doubt), None)
    if nearest is None:
        return "Nothing in common." if not clues else "No use of it is shown."
    return f"Too little in common; the nearest is line {article.find_line(nearest.start)}."


def _explain_doubts(clues: Iterable[Clue], article: Article) -> list[str]:
    doubts: dict[str, list[Clue]] = {}
    for clue in clues:
        if clue.doubt:
            doubts.setdefault(clue.doubt, []).append(clue)
    return [f"{doubt}: {_list_lines(found, article)}." for doubt, found in sorted(doubts.items())]


def _list_lines(clues: Iterable[Clue], article: Article) -> str:
    """Return "line 3", or "lines 3, 5 and 8"."""
    lines = [str(line) for line in sorted({article.find_line(clue.start) for clue in clues})]
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"{len(lines) - MOST_LINES} more"]
    return f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(lines[:-1])} and {lines[-1]}"
