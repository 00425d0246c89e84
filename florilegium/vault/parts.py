"""What is parsed of a note for the model, kept by the hash of its text so that an unchanged note is parsed once."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from ..drafts import Link
from ..project.artifacts import write_bytes
from .headings import Heading
from .notes import list_external_links, parse_note


@dataclass(frozen=True)
class NoteParts:
    """The parts of a note that its entry in the library does not have."""

    headings: tuple[Heading, ...]
    block_ids: tuple[str, ...]
    external: tuple[Link, ...]  # Markdown links out of the vault


@dataclass(frozen=True)
class _Kept:
    code: str
    parts: Mapping[str, NoteParts]  # by sha256 of the text


@dataclass
class PartsKeeper:
    """Parses notes, and keeps what it found in a file; without a file it parses each note anew."""

    path: Path | None = None
    parsed: int = 0  # notes that were parsed since it was opened
    _known: dict[str, NoteParts] = field(default_factory=dict)
    _used: dict[str, NoteParts] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.path is not None:
            self._known = _read_kept(self.path)

    def find_parts(self, path: str, sha256: str, read: Callable[[], str]) -> NoteParts:
        """Return the parts of a note; `read` is called only where its text was never parsed."""
        parts = self._known.get(sha256)
        if parts is None:
            text = read()
            note = parse_note(path, text)
            parts = self._known[sha256] = NoteParts(note.headings, note.block_ids, list_external_links(text))
            self.parsed += 1
        self._used[sha256] = parts
        return parts

    def save(self) -> None:
        """Write what was used, whole or not at all, where anything is new or gone; raises OSError."""
        if self.path is None or (not self.parsed and len(self._used) == len(self._known)):
            return
        write_bytes(self.path, msgspec.msgpack.encode(_Kept(hash_code(), self._used)), sync=False)


def _read_kept(path: Path) -> dict[str, NoteParts]:
    """Return what is kept; nothing where there is no file, where it is damaged, or where the code is another."""
    try:
        kept = msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}  # it is disposable: what is missing is parsed again
    return dict(kept.parts) if kept.code == hash_code() else {}


@cache
def hash_code() -> str:
    """Return a hash of the code that decides what a note's parts and a vault's model are."""
    room = Path(__file__).parent
    names = sorted(path.name for path in room.glob("*.py"))
    return hashlib.sha256(b"".join((room / name).read_bytes() for name in names)).hexdigest()
