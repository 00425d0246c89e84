"""What is kept between two looks at a large memory: its catalogue and its terms; never in the memory itself.

The catalogue is kept under the hash of index.yaml, the terms under the hash of the catalogue and the sizes and times of
every layer's file, so that neither can be stale. Whatever cannot be kept or read back is simply made again.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import msgspec

from ..entries import Index
from ..memory.folder import INDEX_NAME, Memory, load_memory
from ..project.regular_files import read_regular
from ..project.schemas import find_folder

if TYPE_CHECKING:
    from .term_index import KeptTerms

SMALL_BYTES = 100_000  # a catalogue below this (about eighty sources) is read as fast without
SETTLED_NS = 2_000_000_000  # the coarsest clock of a file system: what is younger may change unseen
MOST_FILES = 32  # the oldest beyond them go, so that no text of a forgotten memory stays for ever
FOLDER_VARIABLE = "FLORILEGIUM_CACHE"
# What decides the form of the kept files, and what they say.
_CODE = (
    "entries.py",
    "reading/fields.py",
    "reading/keeping.py",
    "reading/term_index.py",
    "search/analysis.py",
    "search/stop_words.py",
)


class Keeper:
    """Opens memories, and keeps what was costly to make in a folder of its own; None keeps nothing."""

    def __init__(self, folder: Path | None, *, small_bytes: int = SMALL_BYTES, settled_ns: int = SETTLED_NS) -> None:
        self._folder = folder
        self._small_bytes = small_bytes
        self._settled_ns = settled_ns
        self._opened: list[tuple[Memory, str]] = []  # large ones, each with its catalogue's key

    def open_memory(self, path: Path) -> Memory:
        """Return the memory in a folder, given the folder or its index.yaml; raises ArtifactError."""
        catalogue = path / INDEX_NAME if path.is_dir() else path
        content = _read_bytes(catalogue)
        if self._folder is None or len(content) < self._small_bytes:
            return load_memory(path)
        key = _hash(content, _hash_code())
        kept = _place(self._folder, catalogue, "catalogue")
        index = _unpack(_read_bytes(kept), key)
        if index is not None:
            memory = Memory(catalogue.parent, index)
        else:
            memory = load_memory(path)
            if _read_bytes(catalogue) != content:
                return memory  # it was replaced while it was read
            _keep(kept, lambda partial: partial.write_bytes(_pack(memory.index, key)))
        self._opened.append((memory, key))
        return memory

    def find_terms(self, memory: Memory) -> "KeptTerms | None":
        """Return the terms of a large memory, None where its texts are read as fast without; raises ArtifactError."""
        catalogue = next((key for opened, key in self._opened if opened is memory), None)
        if self._folder is None or catalogue is None:
            return None
        from .term_index import collect_terms, read_terms, write_terms

        stamps, newest_ns = _stamp_layers(memory.root)
        key = _hash(catalogue.encode(), stamps)
        kept = _place(self._folder, memory.root, "terms")
        found = read_terms(kept, key)
        if found is not None:
            return found
        collected = collect_terms(memory)

        def write(partial: Path) -> None:
            if newest_ns + self._settled_ns <= partial.parent.stat().st_mtime_ns:  # a folder of this moment
                write_terms(partial, key, collected)

        _keep(kept, write)
        return collected


def find_keeper() -> Keeper:
    """Return the keeper of this user: the folder that FLORILEGIUM_CACHE names, "" for none, else the system's."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named is not None:
        return Keeper(Path(named) if named else None)
    system = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    try:
        return Keeper((Path(system) if system else Path.home() / ".cache") / "florilegium")
    except RuntimeError:  # a user without a home
        return Keeper(None)


def _keep(kept: Path, write: Callable[[Path], object]) -> None:
    """Keep what is written under another name first, whole or not at all; where that fails, keep nothing."""
    import tempfile  # only where there is something to keep

    try:
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent, prefix=".", suffix=".partial") as folder:
            partial = Path(folder) / kept.name
            write(partial)
            if partial.exists():
                partial.chmod(0o600)
                os.replace(partial, kept)
        files = sorted(kept.parent.glob("[!.]*"), key=lambda path: (-path.stat().st_mtime_ns, path.name))
        for path in files[MOST_FILES:]:
            path.unlink(missing_ok=True)
    except OSError:
        return  # a full disk, or a folder that nobody may write into: the answer needs no such file


def _place(folder: Path, about: Path, kind: str) -> Path:
    """Return where a memory's file is kept: one of a kind, so that a newer one takes its place."""
    return folder / f"{_hash(os.fsencode(about.resolve()))[:32]}.{kind}"


def _pack(index: Index, key: str) -> bytes:
    payload = msgspec.msgpack.encode(index)
    return b"\n".join([key.encode(), b"%d" % crc32(payload), payload])


def _unpack(content: bytes, key: str) -> Index | None:
    """Return the catalogue that was kept under this key; None where there is none, or where it is not whole."""
    found, _, rest = content.partition(b"\n")
    check, _, payload = rest.partition(b"\n")
    if found != key.encode() or check != b"%d" % crc32(payload):
        return None
    return msgspec.msgpack.decode(payload, type=Index)


def _stamp_layers(root: Path) -> tuple[bytes, int]:
    """Return sizes and times of all files of the layers as bytes, and the newest of the times."""
    stamps: list[tuple[str, bytes, int, int, int, int]] = []
    newest_ns = 0
    for layer in ("full", "highlights"):
        try:
            with os.scandir(os.fsencode(root / layer)) as found:
                for item in found:
                    state = item.stat()
                    newest_ns = max(newest_ns, state.st_mtime_ns, state.st_ctime_ns)
                    times = (state.st_mtime_ns, state.st_ctime_ns)
                    stamps.append((layer, item.name, state.st_size, state.st_ino, *times))
        except OSError:
            continue  # reading the layer tells what is wrong with it
    return msgspec.msgpack.encode(sorted(stamps)), newest_ns


@cache
def _hash_code() -> bytes:
    """Return a hash of the code that makes the kept files, and of what else decides them."""
    root = Path(__file__).parent.parent
    parts = [path.read_bytes() for path in (*(root / name for name in _CODE), find_folder() / "index.schema.json")]
    return _hash(*parts, repr((sys.version, sys.byteorder)).encode()).encode()


def _hash(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=32)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


def _read_bytes(path: Path) -> bytes:
    """Return the content of a file, nothing where it cannot be read: loading it tells why."""
    try:
        return read_regular(path)
    except OSError:
        return b""
