"""How sure a mean is: bootstrap intervals, and the paired randomisation test.

Smucker, Allan and Carterette, "A comparison of statistical significance tests for information retrieval evaluation",
CIKM 2007.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

SEED = 20_261_201
SAMPLES = 1_000
TRIALS = 10_000
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Interval:
    """A mean with the bounds between which it lies by the bootstrap."""

    mean: float
    low: float
    high: float


def find_interval(values: Sequence[float]) -> Interval:
    """Return the mean with its 95 % percentile interval over resampled queries; the same values, the same bounds."""
    mean = sum(values) / len(values)
    if len(set(values)) == 1:
        return Interval(mean, mean, mean)
    means = sorted(sum(map(values.__getitem__, picked)) / len(values) for picked in _pick_samples(len(values)))
    cut = round((1.0 - CONFIDENCE) / 2.0 * SAMPLES)
    return Interval(mean, means[cut], means[-cut - 1])


def compare_pairs(values: Sequence[float], others: Sequence[float]) -> float:
    """Return how often chance alone makes two systems differ so much: p, two-sided.

    Under the null hypothesis either system could have given either answer, so that each difference may change its sign.
    """
    differences = [one - other for one, other in zip(values, others, strict=True) if one != other]
    total = sum(differences)
    if not differences:
        return 1.0
    tables = [_sum_subsets(differences[at : at + 8]) for at in range(0, len(differences), 8)]
    chance = random.Random(SEED)
    reached = 0
    for _ in range(TRIALS):
        turned = sum(map(list.__getitem__, tables, chance.randbytes(len(tables))))
        reached += abs(total - 2.0 * turned) >= abs(total) - 1e-9
    return (reached + 1) / (TRIALS + 1)


def _sum_subsets(values: Sequence[float]) -> list[float]:
    """Return the sum of what each of 256 bytes chooses of up to eight values: signs are drawn eight at a time."""
    return [sum(value for place, value in enumerate(values) if byte >> place & 1) for byte in range(256)]


@lru_cache(maxsize=8)
def _pick_samples(size: int) -> tuple[tuple[int, ...], ...]:
    chance = random.Random(SEED)
    return tuple(tuple(chance.choices(range(size), k=size)) for _ in range(SAMPLES))
