"""Faults: what is wrong with a memory or a research note, each with its place."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import ArtifactError

SHOWN_FAULTS = 10


@dataclass(frozen=True)
class Fault:
    """One thing that is not as it should be."""

    kind: str  # file, link, hash, schema, count, order, reference, quotation, fact
    path: str  # relative to what is verified, with "/"
    line: int | None  # counted from 1; null where the fault has none
    message: str

    @property
    def place(self) -> str:
        """The path, with the line where there is one."""
        return self.path if self.line is None else f"{self.path}:{self.line}"


@dataclass(frozen=True)
class Quoted:
    """One quotation, and where it stands byte for byte."""

    id: str  # of the source
    line: int  # of the research note
    found: str  # file and line, such as "full/cups-0a1b2c3d.md:3"; "" where it stands nowhere


@dataclass(frozen=True)
class Verdict:
    """What came of verifying one memory or one research note."""

    kind: str  # memory, research
    sources: int  # that it holds or uses
    files: int  # that were read
    references: int  # that were followed
    quotations: tuple[Quoted, ...]  # of a research note, in its order
    faults: tuple[Fault, ...]  # sorted by path and line


def sort_faults(faults: Sequence[Fault]) -> tuple[Fault, ...]:
    """Return the faults by place, each once."""
    return tuple(sorted(set(faults), key=lambda item: (item.path, item.line or 0, item.kind, item.message)))


def refuse_faults(verdict: Verdict, name: str) -> None:
    """Raise ArtifactError that lists the faults, where there are any."""
    if not verdict.faults:
        return
    lines = [f"{fault.place}: {fault.message}" for fault in verdict.faults[:SHOWN_FAULTS]]
    more = len(verdict.faults) - SHOWN_FAULTS
    lines += [f"… and {more} more"] if more > 0 else []
    head = f"{name}: {len(verdict.faults)} fault(s)"
    raise ArtifactError(
        "\n  ".join([head, *lines]), hint="run `dvc repro --force` for its stage; see `florilegium verify`"
    )
