"""What is parsed of a note for the model, kept by the hash of its text so that an unchanged note is parsed once."""

import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import msgspec

from ..drafts import Link
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
        kept = msgspec.msgpack.encode(_Kept(_hash_code(), self._used))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".", suffix=".partial")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(kept)
            os.replace(name, self.path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _read_kept(path: Path) -> dict[str, NoteParts]:
    """Return what is kept; nothing where there is no file, where it is damaged, or where the code is another."""
    try:
        kept = msgspec.msgpack.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}  # it is disposable: what is missing is parsed again
    return dict(kept.parts) if kept.code == _hash_code() else {}


@cache
def _hash_code() -> str:
    """Return a hash of the code that decides what the parts are."""
    room = Path(__file__).parent
    names = sorted(path.name for path in room.glob("*.py"))
    return hashlib.sha256(b"".join((room / name).read_bytes() for name in names)).hexdigest()
