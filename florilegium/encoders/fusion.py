"""Fusion: what the words say and what an encoder says become one score; neither replaces the other."""

import math
from dataclasses import dataclass

from .encoder import Kind

DIGITS = 4
_LEAST = 0.001  # a certainty would drown the other voice


@dataclass(frozen=True)
class Weights:
    """Of a sum under the logistic curve."""

    words: float  # of the log odds that the score by words gives
    likeness: float  # of the likeness itself, or, for a cross-encoder, of its log odds
    bias: float


# Fitted with the packaged model on the tuning halves of SciFact and LiHua-World, as the score by words was, so that a
# fused score means the same as one by words alone. No package has a cross-encoder to measure: both voices count half.
BI_WEIGHTS = Weights(words=0.9, likeness=5.4, bias=-2.3)
CROSS_WEIGHTS = Weights(words=0.5, likeness=0.5, bias=0.0)


def fuse_score(score: float, likeness: float, kind: Kind) -> float:
    """Return the score of a candidate by its words and by its likeness, four decimals; it grows with both."""
    weights = BI_WEIGHTS if kind == "bi" else CROSS_WEIGHTS
    told = likeness if kind == "bi" else _find_odds(likeness)
    total = weights.words * _find_odds(score) + weights.likeness * told + weights.bias
    return round(1.0 / (1.0 + math.exp(-total)), DIGITS)


def _find_odds(share: float) -> float:
    """Return the log odds of a share."""
    inside = min(max(share, _LEAST), 1.0 - _LEAST)
    return math.log(inside / (1.0 - inside))
