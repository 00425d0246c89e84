"""Bylines: one string that names one author or several."""

import re

from .characters import clean_line

_PARTICLES = frozenset("al bin da de del della den der di do dos du el ibn la le ten ter van von y zu".split())
_SPLIT = re.compile(r"\s*(?:,\s*(?:and|&)\s+|,|\s&\s|\sand\s)\s*")


def split_authors(byline: str) -> tuple[str, ...]:
    """Return the authors that a byline names, in its order.

    A semicolon always separates; a comma, "and" and "&" only where every part looks like a person's whole name,
    so that "Strunk, William" and "Ministry of Health and Social Affairs" stay whole.
    """
    authors: list[str] = []
    for piece in clean_line(byline).split(";"):
        name = piece.strip().removeprefix("by ").removeprefix("By ").strip(" ,")
        parts = [part for part in _SPLIT.split(name) if part]
        if len(parts) > 1 and all(_is_person(part) for part in parts):
            authors += parts
        elif name:
            authors.append(name)
    return tuple(dict.fromkeys(authors))


def _is_person(part: str) -> bool:
    words = part.split()
    return 2 <= len(words) <= 5 and all(word in _PARTICLES or not word[0].islower() for word in words)
