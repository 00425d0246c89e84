"""What a snapshot gathered, turned into the files of the library."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from ..errors import ArtifactError
from ..library import CATALOG_NAME, LINKS_NAME, MANIFEST_NAME, REPORT_NAME
from ..project.records import to_record
from ..project.schemas import Problem, find_problems
from .past import Past
from .reading import NewDocument
from .report import Report, make_manifest, render_report
from .shelf import SUMMARY_NAME, Shelf
from .state import KnownDocument, KnownSource, State

SHOWN_PROBLEMS = 10


@dataclass(frozen=True)
class Gathered:
    """All that the steps gave."""

    sources: tuple[KnownSource, ...]
    report: Report
    new: Mapping[str, NewDocument]
    counts: Mapping[str, int]
    contested: bool  # two units claimed one id


def write_library(shelf: Shelf, gathered: Gathered, past: Past, code: str, started_ns: int) -> State:
    """Write texts, then records, and remove what no record names; return what the next run may rely on."""
    documents = [document for source in gathered.sources for document in iter_known_documents(source)]
    records = _make_records(shelf, gathered, documents)
    shelf.write_texts([item.stored for item in gathered.new.values() if not _is_stored(item, past)])
    files = shelf.write_records(records)
    shelf.remove_strangers(documents)
    return State(code, started_ns, files, gathered.counts, gathered.contested, gathered.sources)


def _is_stored(item: NewDocument, past: Past) -> bool:
    """Tell whether a text was proven by its hash to lie in the library already."""
    then = past.whole.get(item.known.id)
    if then is None:
        return False
    now = item.document
    return (now.sha256, now.highlights_sha256) == (then.sha256, then.highlights_sha256)


def _make_records(shelf: Shelf, gathered: Gathered, documents: Sequence[KnownDocument]) -> dict[str, bytes]:
    report = gathered.report
    catalog, links = shelf.read_lines(CATALOG_NAME), shelf.read_lines(LINKS_NAME)
    for key, item in gathered.new.items():
        catalog[key] = item.line
        links[key] = item.links
    ids = sorted(document.id for document in documents)
    manifest = make_manifest(gathered.sources)
    _refuse_unfit(MANIFEST_NAME, [problem for record in manifest for problem in find_problems(record, "unit")])
    _refuse_unfit(REPORT_NAME, find_problems(to_record(report), "report"))
    encoder = msgspec.json.Encoder()
    return {
        CATALOG_NAME: b"".join(catalog[key] for key in ids),
        LINKS_NAME: b"".join(links.get(key, b"") for key in ids),
        MANIFEST_NAME: b"".join(encoder.encode(record) + b"\n" for record in manifest),
        REPORT_NAME: msgspec.json.format(encoder.encode(report), indent=1) + b"\n",
        SUMMARY_NAME: render_report(report).encode("utf-8"),
    }


def _refuse_unfit(name: str, problems: Sequence[Problem]) -> None:
    if problems:
        lines = [f"{problem.path}: {problem.message}" for problem in problems[:SHOWN_PROBLEMS]]
        message = "\n  ".join([f"{name}: {len(problems)} problem(s) against its schema; nothing was written", *lines])
        raise ArtifactError(message, hint="this is a fault of a reader; please report the lines above")


def iter_known_documents(source: KnownSource) -> Iterator[KnownDocument]:
    """Yield the documents of every unit of a source."""
    for unit in source.units:
        yield from unit.documents
