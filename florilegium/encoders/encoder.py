"""What an encoder is: how near a passage is to a question, from 0.0 to 1.0."""

from collections.abc import Sequence
from typing import Literal, Protocol

Kind = Literal["bi", "cross"]


class Encoder(Protocol):
    """A small model that reads; it never sees more than the passages of candidates."""

    @property
    def kind(self) -> Kind:
        """Tell whether texts are read one by one and their vectors compared, or question and passage as a pair."""
        ...

    def compare(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return the likeness of each passage to a question, three decimals."""
        ...
