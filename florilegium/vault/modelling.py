"""From a library to the model of one vault in it."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from ..documents import Document
from ..drafts import Link
from ..errors import ArtifactError
from ..library import LINKS_NAME, REPORT_NAME, Library
from .model import VaultFile, VaultLink, VaultModel, VaultNote
from .notes import parse_note
from .resolve import Resolver

HIDDEN_PREFIX = "("  # rows of the report that must not name a file begin so


def build_model(library: Library, source: str) -> VaultModel:
    """Return the model of the vault that a library holds under this name; raises ArtifactError."""
    documents = [item for item in library.documents.values() if item.source == source and item.origin == "obsidian"]
    links = _read_links(library.root / LINKS_NAME)
    files = tuple(_list_files(library.root / REPORT_NAME, source))
    resolver = Resolver([*(item.original_path for item in documents), *(file.path for file in files)])
    notes = [_make_note(item, links.get(item.id, ()), library, resolver) for item in documents]
    return VaultModel(source, {note.path: note for note in sorted(notes, key=lambda note: note.path)}, files)


def _make_note(document: Document, links: tuple[Link, ...], library: Library, resolver: Resolver) -> VaultNote:
    parsed = parse_note(document.original_path, library.texts.read_text(document.id))
    return VaultNote(
        id=document.id,
        path=document.original_path,
        title=document.title,
        kind=document.kind,
        authorship=document.authorship,
        day=document.saved,
        aliases=document.aliases,
        tags=document.tags,
        headings=parsed.headings,
        block_ids=parsed.block_ids,
        links=tuple(_classify(link, document.original_path, resolver) for link in links),
        words=document.words,
        sha256=document.sha256,
    )


def _classify(link: Link, path: str, resolver: Resolver) -> VaultLink:
    found = resolver.resolve(link, path)
    return VaultLink(link.target, link.subpath, link.kind, link.line, found.state, found.path, found.candidates)


class _LinkRecord(msgspec.Struct):
    id: str
    links: tuple[Link, ...]


def _read_links(path: Path) -> Mapping[str, tuple[Link, ...]]:
    decoder = msgspec.json.Decoder(_LinkRecord)
    try:
        records = [decoder.decode(line) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.DecodeError) as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint="take the snapshot again") from error
    return {record.id: record.links for record in records}


def _list_files(path: Path, source: str) -> Iterator[VaultFile]:
    try:
        report = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint="take the snapshot again") from error
    for row in report["rows"]:
        if row["source"] == source and row["outcome"] != "taken" and not row["path"].startswith(HIDDEN_PREFIX):
            yield VaultFile(row["path"], row["reason"])
