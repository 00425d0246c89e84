"""The kept terms of a large memory: all texts as terms in one run of bytes, which is made sooner than any table.

A slot is one field of one source: its number times the fields, and the field's number. A slot holds its terms with
spaces around each, and on a second line the single characters of scripts without spaces, which count but stand in no
phrase.
"""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..memory.folder import Memory
from ..search.analysis import extract_characters, list_runs
from .fields import read_fields


@dataclass(frozen=True)
class KeptTerms:
    """What stands in the texts of a memory, in the order of its catalogue."""

    lengths: Sequence[int]  # bytes of the text of each slot
    starts: Sequence[int]  # where each slot begins, and behind the last one where all end
    terms: bytes  # what follows that end is not looked at

    def count(self, term: str) -> dict[int, int]:
        """Return how often a term stands in each slot that has it, the slots in their order."""
        wanted = f" {term} ".encode()
        step = len(wanted) - 1  # neighbours share a space
        counts: dict[int, int] = {}
        slot, end, last = -1, 0, self.starts[-1]
        at = self.terms.find(wanted, 0, last)
        while at >= 0:
            if at >= end:
                slot = bisect_right(self.starts, at) - 1
                end, counts[slot] = self.starts[slot + 1], 0
            counts[slot] += 1
            at = self.terms.find(wanted, at + step, last)
        return counts

    def has_sequence(self, slot: int, sequence: Sequence[str]) -> bool:
        """Tell whether the terms stand side by side in a slot."""
        start, end = self.starts[slot], self.starts[slot + 1]
        line = self.terms.find(b"\n", start, end)
        return self.terms.find(f" {' '.join(sequence)} ".encode(), start, line) >= 0


def collect_terms(memory: Memory) -> KeptTerms:
    """Return the terms of a memory; raises ArtifactError where a layer cannot be read."""
    lengths, starts, parts = array("Q"), array("Q", [0]), []
    for entry in memory.index.entries:
        for text in read_fields(memory, entry).values():
            parts.append(_write_slot(text).encode("utf-8"))
            starts.append(starts[-1] + len(parts[-1]))
            lengths.append(len(text.encode("utf-8")))
    return KeptTerms(lengths, starts, b"".join(parts))


def _write_slot(text: str) -> str:
    terms = "".join(list_runs(text)).replace("  ", " ")  # runs of several terms end with two spaces
    characters = extract_characters(text)
    return f" {terms}\n {' '.join(characters)} " if characters else f" {terms}\n"


def read_terms(path: Path, key: str) -> KeptTerms | None:
    """Return what was kept under this key, None where there is no whole file with this key."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    at = content.rfind(b"\n", 0, -1) + 1
    foot = content[at:].decode("ascii", "replace").split()
    if len(foot) != 3 or foot[0] != key or at != 16 * int(foot[1]) + 8 + int(foot[2]) + 1:
        return None
    slots, end = int(foot[1]), int(foot[2])
    lengths, starts = array("Q"), array("Q")
    lengths.frombytes(content[end : end + 8 * slots])
    starts.frombytes(content[end + 8 * slots : at - 1])
    return KeptTerms(lengths, starts, content)


def write_terms(path: Path, key: str, kept: KeptTerms) -> None:
    """Write the terms into a new file, and what tells of them behind them, so that none are copied; raises OSError."""
    with path.open("wb") as stream:
        stream.write(kept.terms)
        stream.write(array("Q", kept.lengths).tobytes() + array("Q", kept.starts).tobytes())
        stream.write(f"\n{key} {len(kept.lengths)} {len(kept.terms)}\n".encode("ascii"))
