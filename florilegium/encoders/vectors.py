"""Vectors, kept by the hash of what they were made from: a disposable cache, one small file a vector."""

import hashlib
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ..project.artifacts import write_bytes
from ..project.regular_files import read_regular

Vector: TypeAlias = tuple[float, ...]

# What the last bits of a vector are differs with the processor; after rounding this seldom shows.
VECTOR_DIGITS = 5
LIKENESS_DIGITS = 3
_CHECK = struct.Struct("<I")


@dataclass(frozen=True)
class VectorCache:
    """`<folder>/<2 hex>/<hash>.bin`; removing any of it costs time and changes nothing.

    A file is written whole and renamed, and opens with a check sum: two runs may fill one folder, and what a power
    cut spoils is made again.
    """

    folder: Path
    key: str  # names the model, its tokenizer and its runtime: another one has other vectors

    def recall(self, texts: Sequence[str], make: Callable[[], Sequence[float]]) -> Vector:
        """Return the vector of some texts, made only where it is not there, with the same digits either way."""
        path = self._find(texts)
        known = _read_vector(path)
        if known is None:
            data = _pack([round(value, VECTOR_DIGITS) for value in make()])
            write_bytes(path, _CHECK.pack(zlib.crc32(data)) + data, sync=False)
            known = _unpack(data)
        return known

    def _find(self, texts: Sequence[str]) -> Path:
        parts = [self.key, *texts]
        digest = hashlib.sha256(b"".join(_frame(part.encode("utf-8", "surrogatepass")) for part in parts)).hexdigest()
        return self.folder / digest[:2] / f"{digest}.bin"


def compare_vectors(one: Vector, other: Vector) -> float:
    """Return the cosine of two vectors of length one."""
    return sum(left * right for left, right in zip(one, other, strict=True))


def _frame(data: bytes) -> bytes:
    """Return the data led by its length, so that two texts never look like two others."""
    return len(data).to_bytes(8, "little") + data


def _read_vector(path: Path) -> Vector | None:
    try:
        content = read_regular(path)
    except OSError:
        return None  # it is made, and a disk that refuses that says so
    head, data = content[: _CHECK.size], content[_CHECK.size :]
    is_whole = len(head) == _CHECK.size and data and len(data) % 4 == 0 and _CHECK.unpack(head)[0] == zlib.crc32(data)
    return _unpack(data) if is_whole else None


def _pack(values: Sequence[float]) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def _unpack(data: bytes) -> Vector:
    return struct.unpack(f"<{len(data) // 4}f", data)
