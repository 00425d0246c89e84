"""Both kinds of encoders: likeness from 0.0 to 1.0, and nothing is read twice."""

from dataclasses import dataclass, field
from pathlib import Path

from florilegium.encoders.comparing import BiEncoder, CrossEncoder
from florilegium.encoders.vectors import VectorCache

DIRECTIONS = {"north": [0.0, 1.0], "north-east": [0.5**0.5, 0.5**0.5], "south": [0.0, -1.0]}


@dataclass
class Compass:
    """A model that knows directions, and counts what it reads."""

    read: list[str] = field(default_factory=list)

    def read_vector(self, text: str) -> list[float]:
        """Return a direction."""
        self.read.append(text)
        return DIRECTIONS[text]

    def read_pair(self, question: str, passage: str) -> list[float]:
        """Return how far two names begin alike."""
        self.read.append(f"{question}, {passage}")
        return [1.0 if passage.startswith(question) else 0.12345]


def test_a_bi_encoder_compares_by_cosine_and_reads_each_text_once(tmp_path: Path) -> None:
    """Opposites count as strangers, and a second question costs one reading."""
    model = Compass()
    encoder = BiEncoder(model, VectorCache(tmp_path, "compass"))
    passages = ["north", "north-east", "south"]
    assert encoder.compare("north", passages) == [1.0, 0.707, 0.0]
    assert encoder.compare("south", passages) == [0.0, 0.0, 1.0]
    assert sorted(model.read) == ["north", "north-east", "south"]


def test_a_cross_encoder_reads_each_pair_once(tmp_path: Path) -> None:
    """Pairs are kept as pairs, three digits each."""
    model = Compass()
    encoder = CrossEncoder(model, VectorCache(tmp_path, "compass"))
    assert encoder.compare("north", ["north-east", "south"]) == [1.0, 0.123]
    assert encoder.compare("north", ["north-east", "south"]) == [1.0, 0.123]
    assert len(model.read) == 2


def test_nothing_to_compare_reads_nothing(tmp_path: Path) -> None:
    """Not even the question."""
    model = Compass()
    assert BiEncoder(model, VectorCache(tmp_path, "compass")).compare("north", []) == []
    assert model.read == []
