"""The library: the normalised copy of all sources, read by the stages that search and open documents."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec

from .documents import Document
from .errors import ArtifactError
from .texts import TextStore

CATALOG_NAME = "catalog.jsonl"
LINKS_NAME = "links.jsonl"
MANIFEST_NAME = "manifest.jsonl"
REPORT_NAME = "report.json"


@dataclass(frozen=True)
class Library:
    """A library on disk; the catalogue is loaded when first asked for."""

    root: Path

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """Every document by id, sorted by id."""
        return {document.id: document for document in iter_documents(self.root / CATALOG_NAME)}

    @property
    def texts(self) -> TextStore:
        """The full texts and highlights."""
        return TextStore(self.root)


def iter_documents(path: Path) -> Iterator[Document]:
    """Yield the documents of a catalogue that snapshot_sources has validated; raises ArtifactError."""
    decoder = msgspec.json.Decoder(Document)
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint="run `dvc repro snapshot_sources`") from error
    for number, line in enumerate(lines, start=1):
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            message = f"{path}:{number}: {error}"
            raise ArtifactError(message, hint="run `dvc repro --force snapshot_sources`") from error
