"""The manifest of an index: what it holds and from which version of each document."""

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import tantivy

from ..documents import Document
from ..project.artifacts import write_bytes

MANIFEST_NAME = "manifest.bin"
# What decides which terms a document gives: when one of them changes, so does the format.
_CODE = ("analysis.py", "fields.py", "irregular.py", "manifest.py", "schema.py", "stop_words.py")


@dataclass(frozen=True)
class Indexed:
    """One document in the index."""

    digest: str  # of its metadata, which name the hashes of its texts
    lengths: tuple[int, ...]  # terms a field


@dataclass(frozen=True)
class Manifest:
    """What one generation of the index holds."""

    format: str
    catalog: str  # digest of the catalogue file that it stands for
    documents: dict[str, Indexed]  # by id
    replaced: int  # documents removed or replaced since the last full build
    files: dict[str, tuple[int, int]]  # size and CRC-32 of each file beside it


class ManifestError(Exception):
    """The index is damaged, unfinished or of another format; it is thrown away and built again."""


@cache
def name_format() -> str:
    """Return the format of an index that this code writes."""
    digest = hashlib.blake2b(str(vars(tantivy)["__version__"]).encode(), digest_size=12)
    for name in _CODE:
        digest.update((Path(__file__).parent / name).read_bytes())
    return digest.hexdigest()


def digest_document(document: Document) -> str:
    """Return a digest that changes with the document's metadata or texts."""
    return hashlib.blake2b(msgspec.msgpack.encode(document), digest_size=12).hexdigest()


def digest_file(path: Path) -> str:
    """Return the digest of a file's bytes."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, led by its own checksum."""
    data = msgspec.msgpack.encode(manifest)
    write_bytes(folder / MANIFEST_NAME, hashlib.sha256(data).digest() + data)


def read_manifest(folder: Path, *, thorough: bool) -> Manifest:
    """Return the manifest of a whole index; `thorough` reads every file. Raises ManifestError."""
    try:
        content = (folder / MANIFEST_NAME).read_bytes()
        checksum, data = content[:32], content[32:]
        if hashlib.sha256(data).digest() != checksum:
            raise ManifestError(f"{folder}: the manifest is damaged")
        manifest = msgspec.msgpack.decode(data, type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise ManifestError(f"{folder}: {error}") from error
    if manifest.format != name_format():
        raise ManifestError(f"{folder}: the index has another format")
    check_files(folder, manifest, thorough=thorough)
    return manifest


def check_files(folder: Path, manifest: Manifest, *, thorough: bool) -> None:
    """Raise ManifestError unless every file is there in its size, and, if `thorough`, byte for byte."""
    for name, (size, crc) in manifest.files.items():
        path = folder / name
        try:
            is_whole = path.stat().st_size == size and (not thorough or zlib.crc32(path.read_bytes()) == crc)
        except OSError as error:
            raise ManifestError(f"{path}: {error}") from error
        if not is_whole:
            raise ManifestError(f"{path}: is not as it was written")


def list_files(folder: Path, known: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Return size and checksum of the index's files; those already known were written once and never change."""
    names = sorted(path.name for path in folder.iterdir() if not is_passing(path.name))
    fixed = {name: known[name] for name in names if name in known and name not in _REWRITTEN}
    return {name: fixed.get(name) or _measure(folder / name) for name in names}


def is_passing(name: str) -> bool:
    """Tell whether a file of an index folder is a lock, or the manifest itself."""
    return name.endswith((".lock", ".partial")) or name == MANIFEST_NAME


_REWRITTEN = frozenset({"meta.json", ".managed.json"})


def _measure(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    return len(data), zlib.crc32(data)
