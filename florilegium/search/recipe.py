"""A recipe: which parts of the search are on; only the evaluation turns any of them off, one by one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """One switch a part; each has a row of its own in docs/evaluation.md."""

    phrasings: bool = True  # more than one way of asking
    fusion: bool = True  # ranks of the phrasings fused; else the best score that any phrasing gives
    parts: bool = True  # the parts of a question asked by themselves too
    nearness: bool = True  # a gain for what lies near a good match in time and is like it
    dates: bool = True  # date expressions as filters
    bars: bool = True  # what answers too weakly left out, where a query has no good answer all of it


WHOLE = Recipe()
