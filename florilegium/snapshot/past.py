"""What is known from before: the state of the last run, or else what the library itself says."""

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..documents import Document
from ..errors import ArtifactError
from ..library import CATALOG_NAME, MANIFEST_NAME, REPORT_NAME, iter_documents
from ..project.artifacts import read_json, read_lines
from ..project.records import from_record
from ..sources.reader import Row
from .shelf import Shelf, Stock
from .state import KnownDocument, KnownInput, KnownSource, KnownUnit, State, load_state

NO_SIZE = -1


@dataclass(frozen=True)
class Past:
    """The last snapshot, as far as it can be believed."""

    sources: Mapping[str, KnownSource]
    state: State | None = None  # None: everything is read again, and the sources above only serve to keep
    broken: frozenset[str] = frozenset()  # ids whose stored texts are not what the catalogue says
    whole: Mapping[str, Document] = field(default_factory=dict)  # proven by hash; empty where sizes were enough


def recall_past(shelf: Shelf, stock: Stock, state_path: Path, *, code: str, unfinished: bool) -> Past:
    """Return what is known; a state of other code or of another library is good for nothing."""
    state = load_state(state_path)
    if state is None or dict(state.files) != shelf.hash_records():
        return _recall_library(shelf)
    sources = {source.name: source for source in state.sources}
    documents = list(_iter_known(sources.values()))
    if unfinished:
        proven = shelf.verify(iter_documents(shelf.root / CATALOG_NAME))
        broken = {document.id for document in documents} - proven.keys()
        whole = {key: document for key, (_, document) in proven.items()}
    else:
        broken, whole = stock.find_broken(documents), {}
    return Past(sources, state if state.code == code else None, frozenset(broken), whole)


def hide_private(past: Past, name: str, shelf: Shelf, hides: Callable[[str, Sequence[str]], bool]) -> Past:
    """Return the past without what present rules make private; called where rules may have changed unseen.

    A source that cannot be read now cannot say itself which of its kept documents are private by now.
    """
    source = past.sources.get(name)
    if source is None:
        return past
    hidden = {
        document.id
        for document in _iter_documents(shelf)
        if document.source == name and hides(document.original_path, document.tags)
    }
    row = Row(name, "", "skipped", "private", "private by the present rules")
    units = tuple(
        KnownUnit(unit.key, unit.inputs, (), (row,), kept=True)
        if hides(unit.key, ()) or any(document.id in hidden for document in unit.documents)
        else unit
        for unit in source.units
    )
    rows = tuple(row for row in source.rows if not hides(row.path, ()))
    sources = {**past.sources, name: dataclasses.replace(source, units=units, rows=rows)}
    return dataclasses.replace(past, sources=sources)


def forget_state(past: Past) -> Past:
    """Return the same past, believed only where something cannot be read now."""
    return Past(past.sources, None, past.broken, past.whole)


def _iter_documents(shelf: Shelf) -> Iterator[Document]:
    if shelf.read(CATALOG_NAME) is not None:
        yield from iter_documents(shelf.root / CATALOG_NAME)


def _iter_known(sources: Iterable[KnownSource]) -> Iterator[KnownDocument]:
    for source in sources:
        for unit in source.units:
            yield from unit.documents


def _recall_library(shelf: Shelf) -> Past:
    """Return what catalogue, manifest and report say; a library that does not fit its schemas says nothing."""
    try:
        read_lines(shelf.root / CATALOG_NAME, "document")
        units = read_lines(shelf.root / MANIFEST_NAME, "unit")
        report = read_json(shelf.root / REPORT_NAME, "report")
    except ArtifactError:
        return Past({})
    proven = shelf.verify(iter_documents(shelf.root / CATALOG_NAME))
    known = {key: document for key, (document, _) in proven.items()}
    rows = tuple(from_record(row, Row) for row in report["rows"])
    sources = {}
    for source in report["sources"]:
        name = source["name"]
        own = tuple(_recall_unit(unit, known) for unit in units if unit["source"] == name)
        left = Counter(row for row in rows if row.source == name)
        left.subtract(row for unit in own for row in unit.rows)
        sources[name] = KnownSource(name, source["kind"], "", source["state"], tuple(left.elements()), own)
    broken = {key for unit in units for key in unit["documents"]} - known.keys()
    return Past(sources, None, frozenset(broken), {key: document for key, (_, document) in proven.items()})


def _recall_unit(unit: Mapping[str, object], known: Mapping[str, KnownDocument]) -> KnownUnit:
    record = from_record(unit, _UnitRecord)
    inputs = tuple(KnownInput(item.path, NO_SIZE, NO_SIZE, item.sha256) for item in record.inputs)
    documents = tuple(known.get(key) or KnownDocument(key, NO_SIZE, NO_SIZE) for key in record.documents)
    return KnownUnit(record.key, inputs, documents, record.rows)


@dataclass(frozen=True)
class _InputRecord:
    path: str
    sha256: str


@dataclass(frozen=True)
class _UnitRecord:
    source: str
    key: str
    inputs: tuple[_InputRecord, ...]
    documents: tuple[str, ...]
    rows: tuple[Row, ...]
