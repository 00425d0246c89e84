"""Paragraphs: a source that a paragraph merely resembles gives way to one that explains it surely."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..articles import Article
from .clues import Clue

LONE_WEIGHT = 0.7  # from which a source is sure, and below which a single likeness is a doubt beside it


@dataclass(frozen=True)
class Weighed:
    """One source with all that speaks for it."""

    weight: float
    explicit: bool
    clues: tuple[Clue, ...]  # strongest first
    rival: str  # id of the source that explains better what this one shares; "" where there is none
    draft: bool


def doubt_lone(weighed: Mapping[str, Weighed], article: Article, *, used: float) -> dict[str, Weighed]:
    """Return the weights, with those lowered that rest on one likeness in a paragraph of a surer source.

    `used` is the weight at which a source counts as used; what is lowered ends just below it.
    """
    blocks = {key: frozenset(_find_block(article, clue) for clue in item.clues) for key, item in weighed.items()}
    sure = [key for key, item in weighed.items() if item.weight >= LONE_WEIGHT]
    lowered = dict(weighed)
    for key, item in weighed.items():
        is_lone = len(item.clues) == 1 and item.clues[0].rule == "paraphrase" and used <= item.weight < LONE_WEIGHT
        rival = next((other for other in sure if is_lone and blocks[other] & blocks[key] - {None}), "")
        if rival:
            lowered[key] = replace(item, weight=round(used - 0.01, 4), rival=item.rival or rival)
    return lowered


def _find_block(article: Article, clue: Clue) -> int | None:
    sentence = article.find_sentence(clue.start)
    return sentence.block if sentence else None
