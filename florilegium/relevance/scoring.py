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

    Set by hand, by what each feature alone may decide: none lifts a candidate over the middle. A document that covers
    a theme well and was found early by three queries comes to about 0.85; one that a single query found late, for one
    word of a theme, to about 0.1. Not fitted to any topic, so that scores stay comparable over topics.
    """

    theme: float = 2.8  # relevance is what counts
    breadth: float = 1.5  # to bear on several themes is more, but one theme is enough
    brief: float = 2.2  # on the topic, if on none of its themes
    phrase: float = 0.7  # word for word is no accident
    rank: float = 1.5  # search saw the whole text, which metadata does not show
    queries: float = 1.4  # several phrasings agree
    spread: float = 0.4
    human: float = 0.8  # decides between equals, but does not make a document relevant
    focus: float = 3.0  # what the text says corrects what title and summary promised
    read: float = -1.2  # the focus that a relevant text has, so that reading as such changes nothing
    feed: float = -0.6


WEIGHTS = Weights()
BIAS = -4.3  # a candidate of which nothing is known to be relevant scores below 0.02
DIGITS = 4


def score_features(features: Features) -> float:
    """Return the score, four decimals; it grows with every feature but `read` and `feed`, and falls with these."""
    total = BIAS + sum(getattr(WEIGHTS, item.name) * getattr(features, item.name) for item in fields(Features))
    return round(1.0 / (1.0 + math.exp(-total)), DIGITS)


def saturate(amount: float, half: float) -> float:
    """Return a growing amount as a share from 0.0 to 1.0; `half` is the amount that counts 0.5."""
    return amount / (amount + half) if amount > 0 else 0.0
