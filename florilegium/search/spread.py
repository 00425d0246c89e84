"""Evidence that is spread: rankings of a question's parts, and what lies near a good match in time and is like it."""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date

PART_SHARE = 0.3  # of a score comes from the part that a document answers best
LEADERS = 5  # documents whose neighbourhood counts
NEAR_DAYS = 14.0  # after which nearness has fallen to a third
FARTHEST_DAYS = 56
NEAR_GAIN = 1.2  # what a document gains on the day of the leader that it equals, in shares of the leader's score

Weights = Mapping[str, float]  # of a text's terms, of length 1


def scale_scores(scores: Mapping[str, float]) -> dict[str, float]:
    """Return the scores as shares of the best."""
    best = max(scores.values(), default=0.0)
    return {name: score / best for name, score in scores.items()} if best > 0.0 else dict(scores)


def blend_parts(whole: Mapping[str, float], parts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return scores from 0.0 to 1.0 in which what answers one part well need not answer the others."""
    scaled = scale_scores(whole)
    shares = [scale_scores(part) for part in parts]
    names = dict.fromkeys(name for scores in (scaled, *shares) for name in scores)
    return {
        name: (1.0 - PART_SHARE) * scaled.get(name, 0.0)
        + PART_SHARE * max((part.get(name, 0.0) for part in shares), default=0.0)
        for name in names
    }


def find_gains(
    scores: Mapping[str, float], days: Mapping[str, date], weigh: Callable[[str], Weights]
) -> dict[str, tuple[float, str]]:
    """Return what documents gain by a leader near them in time that they are like, with that leader's id.

    A gain needs a match of the document's own, so that nothing drifts into the ranking by likeness alone.
    """
    leaders = [name for name in sorted(scores, key=lambda item: (-scores[item], item))[:LEADERS] if name in days]
    gains: dict[str, tuple[float, str]] = {}
    for name in scores:
        if name not in days:
            continue
        near = [(leader, abs((days[name] - days[leader]).days)) for leader in leaders if leader != name]
        found = [
            (NEAR_GAIN * scores[leader] * compare_weights(weigh(leader), weigh(name)) * math.exp(-apart / NEAR_DAYS))
            for leader, apart in near
            if apart <= FARTHEST_DAYS
        ]
        if found:
            close = [leader for leader, apart in near if apart <= FARTHEST_DAYS]
            best = max(range(len(found)), key=lambda at: found[at])
            gains[name] = (round(found[best], 3), close[best])
    return gains


def compare_weights(left: Weights, right: Weights) -> float:
    """Return the cosine of two texts, 0.0 to 1.0."""
    if len(left) > len(right):
        left, right = right, left
    return sum(weight * right[term] for term, weight in left.items() if term in right)


def make_weights(frequencies: Mapping[str, float], weigh_rarity: Callable[[str], float]) -> Weights:
    """Return the weights of a text's terms, of length 1."""
    weights = {term: (1.0 + math.log(max(number, 1.0))) * weigh_rarity(term) for term, number in frequencies.items()}
    length = math.sqrt(sum(weight * weight for weight in weights.values())) or 1.0
    return {term: weight / length for term, weight in weights.items()}
