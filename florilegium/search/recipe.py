"""A recipe: which parts of the search are on; only the evaluation turns any of them off, one by one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """One switch a part; each has a row of its own in docs/evaluation.md."""

    phrasings: bool = True  # more than one way of asking
    fusion: bool = True  # ranks of the phrasings fused; else the best score that any phrasing gives


WHOLE = Recipe()
