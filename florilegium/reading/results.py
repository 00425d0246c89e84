"""Results: matches with an opened layer, as many as are wanted or as a budget of tokens holds."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ..errors import ParamsError
from ..memory.folder import Memory
from .explaining import explain_match
from .filters import Filters
from .layers import Opened, name_file, open_layer
from .matches import Match

BYTES_PER_TOKEN = 2.9  # the low end of what English prose gives; a sign of Chinese or Japanese is about one token
LEAST_CUT = 200  # characters; a shorter piece of a source says too little


@dataclass(frozen=True)
class Result:
    """One match as it is shown."""

    match: Match
    opened: Opened
    reasons: tuple[str, ...] = ()  # why it matched and how it was scored, a line for each part


@dataclass(frozen=True)
class Answer:
    """What a search found, and which part of it is shown."""

    memories: tuple[Memory, ...]
    text: str | None
    asked: str  # layer
    found: int
    results: tuple[Result, ...]


Render = Callable[[Answer], str]


def count_tokens(text: str) -> int:
    """Return how many tokens a model may take for a text, rather too many than too few."""
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


def open_match(match: Match, asked: str, explained: Filters | None = None) -> Result:
    """Return a match with the layer asked for, or the next that it has, explained on demand; raises ArtifactError."""
    reasons = explain_match(match, explained) if explained else ()
    return Result(match, open_layer(match.source.memory, match.entry, asked), reasons)


def cut_text(result: Result, characters: int) -> Result:
    """Return the result with about so many characters of its text, up to the end of a line or a word, and the mark."""
    text = result.opened.text
    if len(text) <= characters:
        return result
    piece = text[:characters]
    for sign in ("\n", " "):
        at = piece.rfind(sign)
        if at > characters // 2:
            piece = piece[:at]
            break
    where = name_file(result.match.entry, result.opened.layer)
    mark = f"cut here: {len(text) - len(piece):,} of {len(text):,} characters are left out; {where} has them all"
    return replace(result, opened=replace(result.opened, text=piece, cut=mark))


def fit_budget(
    answer: Answer, matches: Sequence[Match], open_result: Callable[[Match], Result], *, render: Render, budget: int
) -> Answer:
    """Return the answer with as many matches as a budget of tokens holds, best first, the last one cut to size.

    What is measured is the output as a whole. Raises ParamsError where not even a piece of the first match fits.
    """
    opened: list[Result] = []

    def show(number: int, cut: Result | None = None) -> Answer:
        opened.extend(open_result(match) for match in matches[len(opened) : number])
        return replace(answer, results=(*opened[:number], *([cut] if cut else [])))

    def fits(candidate: Answer) -> bool:
        return count_tokens(render(candidate)) <= budget

    whole = _find_most(len(matches), lambda number: fits(show(number)))
    if whole < len(matches):
        show(whole + 1)
        rest = opened[whole]
        least = min(LEAST_CUT, len(rest.opened.text) - 1)
        most = _find_most(len(rest.opened.text) - 1, lambda size: fits(show(whole, cut_text(rest, max(size, least)))))
        if most >= max(least, 1):
            return show(whole, cut_text(rest, most))
        if whole == 0:
            needed = count_tokens(render(show(0, cut_text(rest, max(least, 1)))))
            raise ParamsError(f"--budget {budget} holds no source", hint=f"the first one needs about {needed} tokens")
    return show(whole)


def _find_most(limit: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to a limit that holds, 0 where none does; larger ones never hold again."""
    low, step = 0, 1
    while low + step <= limit and holds(low + step):
        low, step = low + step, step * 2
    high = min(limit + 1, low + step)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
