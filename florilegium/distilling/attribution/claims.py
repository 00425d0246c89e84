"""Claims: sentences of an article that say what one source says, and say it clearly more than any other source does."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from .likeness import Likeness
from .scale import Sentence

# How strong a claim is: a linear model, fitted on the tuning halves that docs/evaluation.md names.
MOST_INFORMATION = 4.0
MOST_MARGIN = 2.0
MOST_WORDS = 6
MARGIN_VALUE = 0.8
WHOLE_MARGIN_VALUE = 0.95
WORD_VALUE = 0.15
EVEN_STRENGTH = 2.4  # as likely use as chance
# What two sources share is neither's; a few words are no claim unless they are rare and nobody else's.
CLEAR_MARGIN = 0.3
CLEAR_SHARE = 0.1  # of what it shares at all
FEWEST_WORDS = 3
LEAST_INFORMATION = 0.8
RARE_PAIR_INFORMATION = 1.7
RARE_PAIR_MARGIN = 1.0
MOST_WEIGHT = 0.95  # no likeness is as sure as a name
UNCLEAR_WEIGHT = 0.45
FEW_WORDS_WEIGHT = 0.3
NAMED_SHARE = 0.6  # of what a source shares that one which the paragraph names shares as well: it is meant
SECOND_WEIGHT = 0.4  # from which a second claim adds to the first


class Claim(NamedTuple):
    """One sentence beside one source that may have said it first."""

    sentence: Sentence
    likeness: Likeness
    margin: float  # information that it shares beyond the strongest rival; negative for who is not the strongest
    rival: str  # id of that rival, "" where there is none
    weight: float

    @property
    def enough(self) -> bool:
        """Tell whether so many words are shared that it is a claim at all."""
        words, information = self.likeness.words, self.likeness.information
        rare = words == 2 and information >= RARE_PAIR_INFORMATION and self.margin >= RARE_PAIR_MARGIN
        return (words >= FEWEST_WORDS and information >= LEAST_INFORMATION) or rare

    @property
    def clear(self) -> bool:
        """Tell whether it is this source's claim rather than that of another or of nobody."""
        return self.margin >= max(CLEAR_MARGIN, CLEAR_SHARE * self.likeness.information) and self.enough


def trace_claims(
    sentences: Sequence[Sentence],
    likenesses: Mapping[int, Sequence[Likeness]],
    *,
    named: Mapping[str, frozenset[int]],
    drafts: Collection[str],
) -> dict[str, list[Claim]]:
    """Return what each source may have been used for, in the article's order; `named` has the paragraphs that name it.

    Where a paragraph names a source, sources that it does not name are no rivals.
    """
    traced: dict[str, list[Claim]] = {}
    for sentence in sentences:
        found = [item for item in likenesses.get(sentence.number, ()) if item.source not in drafts]
        meant = [item for item in found if sentence.block in named.get(item.source, ())]
        for item in found:
            traced.setdefault(item.source, []).append(_make_claim(sentence, item, found, meant))
    return traced


def _make_claim(sentence: Sentence, item: Likeness, found: Sequence[Likeness], meant: Sequence[Likeness]) -> Claim:
    rivals = [other for other in (meant if item in meant else found) if other.source != item.source]
    rival = max(rivals, key=lambda other: (other.information, other.whole, other.source), default=None)
    margin = item.information - (rival.information if rival else 0.0)
    if item not in meant and any(other.information >= NAMED_SHARE * item.information for other in meant):
        rival, margin = max(meant, key=lambda other: (other.information, other.source)), min(margin, 0.0)
    whole = item.whole - max((other.whole for other in rivals), default=0.0)
    claim = Claim(sentence, item, round(margin, 6), rival.source if rival else "", 0.0)
    most = MOST_WEIGHT if claim.clear else UNCLEAR_WEIGHT if claim.enough else FEW_WORDS_WEIGHT
    return claim._replace(weight=round(min(most, _rate_strength(_sum_strength(item, margin, whole))), 4))


def _sum_strength(item: Likeness, margin: float, whole: float) -> float:
    return (
        min(item.information, MOST_INFORMATION)
        + MARGIN_VALUE * _limit(margin)
        + WHOLE_MARGIN_VALUE * _limit(whole)
        + WORD_VALUE * min(item.words, MOST_WORDS)
    )


def _limit(margin: float) -> float:
    return max(-MOST_MARGIN, min(MOST_MARGIN, margin))


def _rate_strength(strength: float) -> float:
    return 1.0 / (1.0 + math.exp(EVEN_STRENGTH - strength))


def weigh_claims(claims: Sequence[Claim]) -> float:
    """Return how far claims show use: the strongest, and a second one where both are more than faint."""
    weights = sorted(_iter_weights(claims), reverse=True)[:2]
    if len(weights) == 2 and weights[1] >= SECOND_WEIGHT:
        return 1.0 - (1.0 - weights[0]) * (1.0 - weights[1])
    return weights[0] if weights else 0.0


def _iter_weights(claims: Sequence[Claim]) -> Iterator[float]:
    """Yield the weight of each clear claim and of the strongest of the others, which never add up."""
    yield from (claim.weight for claim in claims if claim.clear)
    unclear = max((claim.weight for claim in claims if not claim.clear), default=0.0)
    yield min(unclear, SECOND_WEIGHT - 0.01) if any(claim.clear for claim in claims) else unclear
