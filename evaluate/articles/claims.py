"""Claims in four wordings: as the source says them, and paraphrased to three degrees."""

from dataclasses import dataclass

from .banks import DEGREES, Bank, Wordings, load_shared, raise_first
from .draws import Draws

SINGULAR_SHARE = 0.4


@dataclass(frozen=True)
class Claim:
    """One claim; its wordings are those of the source, then light, medium and heavy paraphrases."""

    wordings: Wordings

    def word(self, degree: str) -> str:
        """Return the claim in one degree."""
        return self.wordings[DEGREES.index(degree)]


def make_claims(bank: Bank, draws: Draws, count: int) -> list[Claim]:
    """Return claims of which no two say the same of the same; some share what they speak of."""
    singular = [Claim(wordings) for wordings in draws.shuffle(bank.singular)]
    pairs = draws.shuffle([(cause, thing) for cause in bank.causes for thing in bank.objects])
    combined = [_combine(bank, draws, *pair) for pair in pairs[: max(0, count - len(singular))]]
    return draws.shuffle([*singular, *combined])[:count]


def _combine(bank: Bank, draws: Draws, cause: Wordings, thing: Wordings) -> Claim:
    outcome, condition = draws.pick(bank.outcomes), draws.pick(bank.conditions)
    frames = load_shared()["claim_frames"]
    wordings = []
    for at, degree in enumerate(DEGREES):
        c, o, k = cause[at].format(x=thing[at]), outcome[at], condition[at]
        frame: str = draws.pick(frames[degree])
        wordings.append(frame.format(c=c, o=o, k=k, C=raise_first(c), O=raise_first(o), K=raise_first(k)))
    return Claim(tuple(wordings))
