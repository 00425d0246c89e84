"""The seam between sources and library: a reader lists units of files and turns their bytes into drafts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ..drafts import Draft


@dataclass(frozen=True)
class InputFile:
    """One file of a source; size and time say whether it must be read again."""

    path: str  # relative to the source, with "/"; as on disk, not normalised
    size: int
    mtime_ns: int


@dataclass(frozen=True)
class Unit:
    """The smallest set of files that is read together, such as one note, or one account's pages."""

    key: str  # unique in its source; for a vault the note's path
    inputs: tuple[InputFile, ...]


@dataclass(frozen=True)
class Row:
    """What became of one file or item, as the report says it."""

    source: str
    path: str
    outcome: str  # taken, skipped, failed
    reason: str = ""  # a word from a fixed list
    detail: str = ""  # a sentence for a person
    files: int = 1  # how many files this row stands for


@dataclass(frozen=True)
class Scan:
    """What a source holds, from names and sizes alone; nothing has been opened."""

    units: tuple[Unit, ...]  # sorted by key
    rows: tuple[Row, ...]  # files that no unit holds, and why
    unreadable: tuple[str, ...] = ()  # folders that could not be listed: their units are not gone, but unknown


@dataclass(frozen=True)
class Reading:
    """What one unit gave."""

    drafts: tuple[Draft, ...]
    rows: tuple[Row, ...]  # one a file or item; a private note's row names the rule and not the note


class Reader(Protocol):
    """One configured source in one form."""

    @property
    def name(self) -> str:
        """What the user calls the source."""
        ...

    @property
    def settings(self) -> str:
        """All that changes what it yields, as one text: when it changes, everything is read again."""
        ...

    def scan(self) -> Scan:
        """List what is there; raises SourceUnavailableError where the source cannot be reached."""
        ...

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError."""
        ...

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn one unit's bytes, by path, into drafts: pure, and never raises on any content."""
        ...
