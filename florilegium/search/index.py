"""The search index over a library: disposable, incremental, and whole at every moment.

Each update makes a new generation: a folder that shares the unchanged files of the last one (they are written once)
and becomes the current one by a rename. A killed update leaves the last generation as it was.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import tantivy
from filelock import FileLock, Timeout

from ..documents import Document, Origin
from ..errors import BusyError
from ..library import CATALOG_NAME, Library
from ..project.artifacts import write_text
from ..project.collector import slow_collector
from .fields import analyse_fields, collect_fields
from .manifest import (
    MANIFEST_NAME,
    Indexed,
    Manifest,
    ManifestError,
    check_files,
    digest_document,
    digest_file,
    is_passing,
    list_files,
    name_format,
    read_manifest,
    write_manifest,
)
from .phrasings import parse_query
from .ranking import TUNED, FieldWeights
from .schema import make_entry, make_schema, register_terms
from .searcher import Filter, Searcher

POINTER_NAME = "current"
REPLACED_SHARE = 0.2  # of all documents, since the last full build: beyond it the selection would suffer
WAIT_S = 600.0
_HEAP_BYTES = 60_000_000
_ATTEMPTS = 5


@dataclass(frozen=True)
class Update:
    """What an update did."""

    documents: int
    added: int
    replaced: int
    removed: int
    rebuilt: bool


class LibraryIndex:
    """The index in one folder; `update` brings it up to date, the rest reads."""

    def __init__(self, folder: Path, *, fields: FieldWeights = TUNED) -> None:
        self.folder = folder
        self._fields = fields
        self._opened: tuple[str, Searcher] | None = None

    @slow_collector()
    def update(self, library: Library) -> Update:
        """Bring the index up to date with a library; waits for another builder, raises BusyError after 10 minutes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._hold_lock():
            current, manifest = self._read_current()
            catalog = digest_file(library.root / CATALOG_NAME) if (library.root / CATALOG_NAME).is_file() else ""
            if manifest is not None and manifest.catalog == catalog:
                return Update(len(manifest.documents), 0, 0, 0, rebuilt=False)
            update = self._build(library, catalog, current, manifest)
            self._remove_stale()
            return update

    def open(self) -> Searcher:
        """Return the current generation for reading; raises ManifestError where there is none that is whole."""
        for attempt in range(_ATTEMPTS):
            name = self._read_pointer()
            if self._opened is not None and self._opened[0] == name:
                return self._opened[1]
            try:
                manifest = read_manifest(self.folder / name, thorough=False)
                searcher = Searcher(self.folder / name, manifest, self._fields)
                # Tantivy takes a file that is gone for an empty one; what is there now was there when it looked.
                check_files(self.folder / name, manifest, thorough=False)
            except (ManifestError, ValueError, OSError) as error:
                # A builder may have replaced the generation between the two reads.
                if attempt + 1 == _ATTEMPTS:
                    raise ManifestError(f"{self.folder}: cannot be opened: {error}") from error
                continue
            self._opened = (name, searcher)
            return searcher
        raise ManifestError(f"{self.folder}: cannot be opened")

    def search(
        self, text: str, *, origin: Origin | None = None, location: str = "", kind: str = "", limit: int = 10
    ) -> list[tuple[str, float]]:
        """Return (id, score) of the documents that answer best, ties by id."""
        where = Filter(origin=origin or "", location=location, kind=kind)
        matches = self.open().search(parse_query(text), where=where, limit=limit)
        return [(match.id, round(match.score.value, 4)) for match in matches]

    def _read_pointer(self) -> str:
        try:
            name = (self.folder / POINTER_NAME).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ManifestError(f"{self.folder}: there is no index yet: {error}") from error
        if not name.startswith("generation-") or not name.removeprefix("generation-").isdigit():
            raise ManifestError(f"{self.folder}: {POINTER_NAME} names no generation")
        return name

    def _read_current(self) -> tuple[str, Manifest | None]:
        """Return the current generation, checked byte for byte, or none where it must be built again."""
        try:
            name = self._read_pointer()
            manifest = read_manifest(self.folder / name, thorough=True)
            tantivy.Index.open(str(self.folder / name))
        except (ManifestError, ValueError):
            return "", None
        return name, manifest

    def _build(self, library: Library, catalog: str, current: str, manifest: Manifest | None) -> Update:
        known = manifest.documents if manifest else {}
        digests = {name: digest_document(document) for name, document in library.documents.items()}
        removed = [name for name in known if name not in digests]
        replaced = [name for name in known if name in digests and known[name].digest != digests[name]]
        added = [name for name in digests if name not in known]
        gone = (manifest.replaced if manifest else 0) + len(removed) + len(replaced)
        rebuilt = manifest is None or gone > REPLACED_SHARE * len(digests)
        work = _Work(library, digests, catalog)
        name, folder = self._make_folder()
        if rebuilt or manifest is None:
            work.write(folder, Manifest(name_format(), "", {}, 0, {}), [], list(digests))
        else:
            _share_files(self.folder / current, folder)
            work.write(folder, manifest, removed + replaced, sorted(added + replaced))
        write_text(self.folder / POINTER_NAME, f"{name}\n")
        return Update(len(digests), len(added), len(replaced), len(removed), rebuilt)

    def _make_folder(self) -> tuple[str, Path]:
        numbers = [int(path.name.removeprefix("generation-")) for path in self._iter_generations()]
        name = f"generation-{max(numbers, default=0) + 1}"
        (self.folder / name).mkdir()
        return name, self.folder / name

    def _iter_generations(self) -> Iterator[Path]:
        for path in sorted(self.folder.glob("generation-*")):
            if path.name.removeprefix("generation-").isdigit():
                yield path

    def _remove_stale(self) -> None:
        """Remove all generations but the current one; whoever still reads one has its files open."""
        current = self._read_pointer()
        for path in self._iter_generations():
            if path.name != current:
                shutil.rmtree(path, ignore_errors=True)

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        lock = FileLock(self.folder / "build.lock")
        try:
            lock.acquire(timeout=WAIT_S)
        except Timeout as error:
            raise BusyError(f"{self.folder}: another run is building the index", hint="wait for it") from error
        try:
            yield
        finally:
            lock.release()


@dataclass(frozen=True)
class _Work:
    """One generation in the making."""

    library: Library
    digests: dict[str, str]
    catalog: str

    def write(self, folder: Path, base: Manifest, gone: list[str], new: list[str]) -> None:
        """Write documents and manifest into a folder that holds the base."""
        index = tantivy.Index(make_schema(), path=str(folder), reuse=True)
        register_terms(index)
        # One thread: the order of documents, and so the files, follow from the library alone.
        writer = index.writer(heap_size=_HEAP_BYTES, num_threads=1)
        leaving = set(gone)
        documents = {name: known for name, known in base.documents.items() if name not in leaving}
        for name in gone:
            writer.delete_documents_by_term("id", name)
        for name in new:
            documents[name] = self._add(writer, self.library.documents[name])
        writer.commit()
        writer.wait_merging_threads()
        ordered = dict(sorted(documents.items()))
        files = list_files(folder, base.files)
        write_manifest(folder, Manifest(name_format(), self.catalog, ordered, base.replaced + len(gone), files))

    def _add(self, writer: tantivy.IndexWriter, document: Document) -> Indexed:
        texts = self.library.texts
        highlights = texts.read_highlights(document.id) if document.highlights_sha256 else ""
        fields = collect_fields(document, texts.read_text(document.id), highlights)
        analysed = analyse_fields(document.id, fields)
        writer.add_document(make_entry(document, analysed))
        return Indexed(self.digests[document.id], analysed.vector.lengths)


def _share_files(source: Path, target: Path) -> None:
    """Link the files of one generation into the next; copy where the file system has no links."""
    for path in sorted(source.iterdir()):
        if is_passing(path.name) or path.name == MANIFEST_NAME:
            continue
        try:
            os.link(path, target / path.name)
        except OSError:
            with suppress(FileNotFoundError):
                shutil.copy2(path, target / path.name)
