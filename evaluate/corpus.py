"""A set as a library: its documents stored, catalogued and indexed by the project's own code."""

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from florilegium.documents import Document
from florilegium.drafts import Draft, make_document
from florilegium.library import CATALOG_NAME, Library
from florilegium.project.artifacts import write_lines
from florilegium.project.records import to_record
from florilegium.search.index import LibraryIndex
from florilegium.search.ranking import TUNED, FieldWeights
from florilegium.texts import TextStore

from .sets import SetDocument

SOURCE = "evaluation"


@dataclass(frozen=True)
class Corpus:
    """A library with its index."""

    library: Library
    index: LibraryIndex
    names: Mapping[str, str]  # id in the set by id in the library
    index_s: float

    def name_documents(self, ids: Iterable[str]) -> list[str]:
        """Return the ids that the set knows, in the same order."""
        return [self.names[name] for name in ids]


def write_library(documents: Iterable[SetDocument], root: Path) -> Library:
    """Write every document as a note of a vault; one without a title is called by its file, as Obsidian calls it."""
    store = TextStore(root)
    catalogue: dict[str, Document] = {}
    for item in documents:
        draft = Draft("obsidian", item.id, item.title or item.id, item.text)
        document = make_document(draft, source=SOURCE, text=item.text, highlights="")
        catalogue[document.id] = document
        store.write(document.id, text=item.text, highlights="", sync=False)
    write_lines(root / CATALOG_NAME, [to_record(catalogue[name]) for name in sorted(catalogue)], "document")
    return Library(root)


def index_library(library: Library, folder: Path, *, fields: FieldWeights = TUNED) -> Corpus:
    """Return a library with an index of it."""
    index = LibraryIndex(folder, fields=fields)
    started = time.perf_counter()
    index.update(library)
    index_s = time.perf_counter() - started
    names = {document.id: document.original_path for document in library.documents.values()}
    return Corpus(library, index, names, index_s)
