"""The two kinds of encoders, each with what it read before kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .encoder import Kind
from .vectors import LIKENESS_DIGITS, VectorCache, compare_vectors


class Model(Protocol):
    """What an encoder needs of a model."""

    def read_vector(self, text: str) -> list[float]:
        """Return the vector of a text, with length one."""
        ...

    def read_pair(self, question: str, passage: str) -> list[float]:
        """Return one number from 0.0 to 1.0 for a pair."""
        ...


@dataclass(frozen=True)
class BiEncoder:
    """Reads each text by itself; likeness is the cosine of two vectors."""

    model: Model
    cache: VectorCache
    kind: Kind = "bi"

    def compare(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return the likeness of each passage to a question; opposites are as unlike as strangers."""
        asked = self._recall(question) if passages else ()
        cosines = (compare_vectors(asked, self._recall(passage)) for passage in passages)
        return [round(min(1.0, max(0.0, cosine)), LIKENESS_DIGITS) for cosine in cosines]

    def _recall(self, text: str) -> tuple[float, ...]:
        return self.cache.recall([text], lambda: self.model.read_vector(text))


@dataclass(frozen=True)
class CrossEncoder:
    """Reads question and passage together, which tells more and costs more."""

    model: Model
    cache: VectorCache
    kind: Kind = "cross"

    def compare(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return how well each passage answers a question."""
        return [round(self._recall(question, passage)[0], LIKENESS_DIGITS) for passage in passages]

    def _recall(self, question: str, passage: str) -> tuple[float, ...]:
        return self.cache.recall([question, passage], lambda: self.model.read_pair(question, passage))
