"""From features of a candidate to a score from 0.0 to 1.0 that means the same in every topic."""

import math
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Features:
    """What speaks for a candidate; each from 0.0 to 1.0."""

    theme: float = 0.0  # how well it covers the theme that it covers best
    breadth: float = 0.0  # how well it covers the themes on average
    brief: float = 0.0  # how well it covers the words of the brief
    phrase: float = 0.0  # phrases of the themes that stand in it word for word
    rank: float = 0.0  # best rank that a query gave it
    queries: float = 0.0  # different queries that found it
    spread: float = 0.0  # different themes whose queries found it
    human: float = 0.0  # the reader's own words, notes and marks
    focus: float = 0.0  # share of its text that speaks of the themes; 0.0 until the text is read
    read: float = 0.0  # 1.0 once the text is read
    feed: float = 0.0  # 1.0 where it came by itself and the reader never marked it


@dataclass(frozen=True)
class Weights:
    """The weight of each feature in the sum under the logistic curve.

    Fitted on the tuning halves of SciFact and LiHua-World, each question a topic of its own, by a softmax over the
    candidates of a topic, and then moved and stretched so that a score of 0.8 means: relevant candidates have it four
    times as often as others. Only what these sets say nothing of is set by hand: the human signal and the feed.
    docs/encoders.md has the reliability of the scores on the other halves.
    """

    theme: float = 1.3
    breadth: float = 1.6
    brief: float = 4.1
    phrase: float = 1.3  # word for word is no accident
    rank: float = 3.1  # search saw the whole text, which metadata does not show
    queries: float = 2.3  # several queries agree
    spread: float = 0.3
    human: float = 0.8  # by hand: decides between equals, but does not make a document relevant
    focus: float = 0.6  # what the text says corrects what title and summary promised
    read: float = -0.25  # the focus that a relevant text has, so that reading as such changes nothing
    feed: float = -0.6  # by hand


WEIGHTS = Weights()
BIAS = -6.35  # a candidate of which nothing is known to be relevant scores below 0.01
DIGITS = 4


def score_features(features: Features) -> float:
    """Return the score, four decimals; it grows with every feature but `read` and `feed`, and falls with these."""
    total = BIAS + sum(getattr(WEIGHTS, item.name) * getattr(features, item.name) for item in fields(Features))
    return round(1.0 / (1.0 + math.exp(-total)), DIGITS)


def saturate(amount: float, half: float) -> float:
    """Return a growing amount as a share from 0.0 to 1.0; `half` is the amount that counts 0.5."""
    return amount / (amount + half) if amount > 0 else 0.0
