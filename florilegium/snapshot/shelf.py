"""The files of library/: what lies there, whether it is whole, and how it is replaced."""

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ..documents import Document
from ..library import CATALOG_NAME, LINKS_NAME, MANIFEST_NAME, REPORT_NAME
from ..project.artifacts import write_bytes
from ..texts import TextStore
from .state import KnownDocument

SUMMARY_NAME = "report.md"
RECORD_NAMES = (CATALOG_NAME, LINKS_NAME, MANIFEST_NAME, REPORT_NAME, SUMMARY_NAME)
TEXTS = "texts"
HIGHLIGHTS = "highlights"
KEEP_NAME = ".keep"  # lies in the highlights folder where nothing is marked: DVC warns of an empty one, stage by stage
# Up to this many files, one fsync each costs less than making the whole disk durable.
FEW_FILES = 32


@dataclass(frozen=True, slots=True)
class _Line:
    id: str


@dataclass(frozen=True)
class StoredText:
    """One document's texts on their way to the library."""

    id: str
    text: bytes
    highlights: bytes  # b"" where the reader marked nothing


@dataclass(frozen=True)
class Shelf:
    """The folder of the library."""

    root: Path

    def hash_records(self) -> Mapping[str, str]:
        """Return the SHA-256 of each record file that is there."""
        found = ((name, self.read(name)) for name in RECORD_NAMES)
        return {name: hashlib.sha256(content).hexdigest() for name, content in found if content is not None}

    def read(self, name: str) -> bytes | None:
        """Return a record file's bytes, or None where it cannot be read."""
        try:
            return (self.root / name).read_bytes()
        except OSError:
            return None

    def read_lines(self, name: str) -> dict[str, bytes]:
        """Return the raw lines of the catalogue or the links by document id, without what is damaged."""
        lines = {}
        decoder = msgspec.json.Decoder(_Line)
        for line in (self.read(name) or b"").splitlines(keepends=True):
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                lines[decoder.decode(line).id] = line
        return lines

    def list_stock(self) -> "Stock":
        """Return what lies in the library, by name and size."""
        return Stock(_list_sizes(self.root / TEXTS), _list_sizes(self.root / HIGHLIGHTS), _list_partial(self.root))

    def verify(self, documents: Iterable[Document]) -> dict[str, tuple[KnownDocument, Document]]:
        """Return by id the documents whose stored texts have the hashes that the catalogue gives them."""
        whole = {}
        for document in documents:
            text = self.read(f"{TEXTS}/{document.id}.md")
            highlights = self.read(f"{HIGHLIGHTS}/{document.id}.md")
            if _hash(text) == document.sha256 and _hash(highlights) == document.highlights_sha256:
                known = KnownDocument(document.id, len(text or b""), len(highlights or b""))
                whole[document.id] = (known, document)
        return whole

    def write_texts(self, texts: Sequence[StoredText]) -> None:
        """Store texts and make them durable before any record names them."""
        for layer in (TEXTS, HIGHLIGHTS):
            (self.root / layer).mkdir(parents=True, exist_ok=True)
        store = TextStore(self.root)
        sync = len(texts) <= FEW_FILES
        for item in texts:
            write_bytes(store.name_file(TEXTS, item.id), item.text, sync=sync)
            if item.highlights:
                write_bytes(store.name_file(HIGHLIGHTS, item.id), item.highlights, sync=sync)
        if not sync:
            os.sync()

    def write_records(self, records: Mapping[str, bytes]) -> Mapping[str, str]:
        """Write the record files that differ from what is there, the catalogue first; return their SHA-256."""
        for name in RECORD_NAMES:
            if self.read(name) != records[name]:
                write_bytes(self.root / name, records[name])
        return {name: hashlib.sha256(content).hexdigest() for name, content in records.items()}

    def remove_strangers(self, documents: Sequence[KnownDocument]) -> None:
        """Remove texts that the catalogue does not name, and what a killed run left half written."""
        for layer, expected in zip((TEXTS, HIGHLIGHTS), _name_files(documents), strict=True):
            there = set(os.listdir(self.root / layer))
            for name in sorted(there - expected):
                (self.root / layer / name).unlink(missing_ok=True)
            if KEEP_NAME in expected - there:
                (self.root / layer / KEEP_NAME).touch()
        for path in _list_partial(self.root):
            path.unlink(missing_ok=True)


@dataclass(frozen=True)
class Stock:
    """The files of the library by name and size in bytes; None is a folder that is not there."""

    texts: Mapping[str, int] | None
    highlights: Mapping[str, int] | None
    partial: Sequence[Path]  # half written records

    def find_broken(self, documents: Iterable[KnownDocument]) -> set[str]:
        """Return the ids of the documents whose stored texts are missing or of another size."""
        texts, highlights = self.texts or {}, self.highlights or {}
        broken = set()
        for document in documents:
            name = f"{document.id}.md"
            if texts.get(name) != document.size or highlights.get(name, 0) != document.highlights_size:
                broken.add(document.id)
        return broken

    def has_only(self, documents: Sequence[KnownDocument]) -> bool:
        """Tell whether the text folders hold these documents, and nothing lies about half written."""
        if self.texts is None or self.highlights is None or self.partial:
            return False
        return (set(self.texts), set(self.highlights)) == _name_files(documents)


def _name_files(documents: Sequence[KnownDocument]) -> tuple[set[str], set[str]]:
    """Return the names of the text files and of the highlights files of these documents."""
    texts = {f"{document.id}.md" for document in documents}
    return texts, {f"{document.id}.md" for document in documents if document.highlights_size} or {KEEP_NAME}


def _list_sizes(folder: Path) -> dict[str, int] | None:
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.stat(follow_symlinks=False).st_size for entry in entries}
    except FileNotFoundError:
        return None


def _list_partial(folder: Path) -> list[Path]:
    return sorted(folder.glob(".*.partial"))


def _hash(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()
