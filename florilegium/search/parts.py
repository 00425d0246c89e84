"""The parts of a question that asks for several things: each is asked by itself too, so that none is crowded out."""

import re

from .phrasings import QueryTerm, parse_query

LEAST_TERMS = 2  # of a part: with fewer it asks for nothing by itself
# What joins two events or thoughts, in the languages that search knows best.
_JOINTS = re.compile(
    r"\b(?:before|after|until|while|whereas|since|and then"
    r"|bevor|nachdem|während|avant (?:que|de)|après (?:que|avoir)|pendant que|tandis que"
    r"|antes de(?: que)?|después de(?: que)?|mientras|innan|efter att|medan)\b|[,;:.?!]\s",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[\w,;\"'] )[^\W\d_a-zß-öø-ÿ][\w'’-]*")


def split_question(text: str) -> tuple[str, ...]:
    """Return the parts of a question, the whole of it where it asks for one thing."""
    parts: list[str] = []
    for piece in filter(None, map(str.strip, _JOINTS.split(text))):
        if parts and min(len(parse_query(piece)), len(parse_query(parts[-1]))) < LEAST_TERMS:
            parts[-1] = f"{parts[-1]} {piece}"
        else:
            parts.append(piece)
    return tuple(parts)


def find_names(text: str) -> tuple[QueryTerm, ...]:
    """Return the terms of the names in a question: words with a capital inside a sentence."""
    return parse_query(" ".join(_NAME.findall(text)))
