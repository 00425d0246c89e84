"""How like a document's best passages are to what is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..search.analysis import extract_terms
from .encoder import Encoder
from .passages import choose_passages, split_passages


@dataclass(frozen=True)
class Likeness:
    """The passage that comes nearest to any question."""

    value: float  # 0.0 to 1.0, three decimals
    question: str  # to which it comes so near
    passages: int  # that were read


NOTHING = Likeness(0.0, "", 0)


def measure_likeness(encoder: Encoder, questions: Sequence[str], *, title: str, text: str) -> Likeness:
    """Return the likeness of a document: of a long one, the passages are read that share most words with a question."""
    stems = frozenset(extract_terms("\n".join(questions)))
    passages = choose_passages(split_passages(title, text), stems)
    found = [
        Likeness(max(encoder.compare(question, passages)), question, len(passages))
        for question in questions
        if passages
    ]
    return max(found, key=lambda item: item.value, default=NOTHING)  # of equal ones the first
