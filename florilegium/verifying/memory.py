"""Verifying a memory: index and files are one set, hashes match, references resolve, nothing leads outside."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from ..documents import hash_text
from ..drafts import count_words
from ..entries import Entry, Index
from ..memory.folder import INDEX_NAME
from ..memory.overview import OVERVIEW_NAME
from ..project.records import from_record
from ..project.schemas import find_problems
from .catalogue import check_catalogue, find_line
from .faults import Fault, Verdict, sort_faults
from .folder import Folder, read_folder
from .links import check_references, iter_references, locate

SHOWN_PROBLEMS = 10
_PASSAGE = re.compile(r"(?:\A|\n\n)>")  # as `drafts.render_highlights` writes them, one block each


def verify_memory(root: Path) -> Verdict:
    """Return what is wrong with the memory in a folder; it is read and never changed."""
    folder = read_folder(root)
    index, faults = _parse_index(folder)
    if index is None:
        return _make_verdict(0, folder, 0, [*folder.faults, *faults])
    text = folder.read_text(INDEX_NAME)
    faults += check_catalogue(index, text)
    for path, sha256, what in _list_hashes(index):
        faults += _check_file(folder, path, sha256, what)
    expected = {INDEX_NAME, *(path for path, _, _ in _list_hashes(index))}
    strange = sorted(set(folder.files) - expected)
    faults += [Fault("file", path, None, "lies here, but the index does not name it") for path in strange]
    for entry in index.entries:
        faults += _check_sizes(folder, entry, text)
    pages = {path: folder.read_text(path) for path in index.pages if path.endswith(".md")}
    faults += _check_pages(index, pages, folder)
    references = sum(1 for page in pages.values() for _ in iter_references(page))
    return _make_verdict(len(index.entries), folder, references, [*folder.faults, *faults])


def _make_verdict(sources: int, folder: Folder, references: int, faults: list[Fault]) -> Verdict:
    return Verdict("memory", sources, len(folder.files), references, (), sort_faults(faults))


def _parse_index(folder: Folder) -> tuple[Index | None, list[Fault]]:
    """Return the catalogue, or None and why there is none."""
    if INDEX_NAME not in folder.files:
        known = any(fault.path == INDEX_NAME for fault in folder.faults)
        return None, [] if known else [Fault("file", INDEX_NAME, None, "is missing")]
    try:
        text = folder.files[INDEX_NAME].decode("utf-8")
        value = yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: TID251 (a file that may come from anywhere)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        line = error.problem_mark.line + 1 if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark else None
        return None, [Fault("schema", INDEX_NAME, line, f"is not YAML in UTF-8: {' '.join(str(error).split())}")]
    problems = find_problems(value, "index")
    if problems:
        shown = [
            Fault("schema", INDEX_NAME, None, f"{item.path}: {item.message}") for item in problems[:SHOWN_PROBLEMS]
        ]
        more = len(problems) - SHOWN_PROBLEMS
        return None, shown + ([Fault("schema", INDEX_NAME, None, f"… and {more} more")] if more > 0 else [])
    return from_record(value, Index), []


def _list_hashes(index: Index) -> Iterator[tuple[str, str, str]]:
    """Yield (path, SHA-256, whose it is) of each file that the index names."""
    for entry in index.entries:
        yield entry.uri_full, entry.sha256, f"the full text of {entry.id}"
        if entry.uri_highlights:
            yield entry.uri_highlights, entry.highlights_sha256 or "", f"the highlights of {entry.id}"
    for name, sha256 in index.pages.items():
        yield name, sha256, "a page of the memory"


def _check_file(folder: Folder, path: str, sha256: str, what: str) -> list[Fault]:
    if path not in folder.files:
        known = any(fault.path in (path, path.partition("/")[0]) for fault in folder.faults)
        return [] if known else [Fault("file", path, None, f"is missing: {what}")]
    text = folder.read_text(path)
    if folder.files[path] != text.encode("utf-8") or not sha256:
        return []  # not UTF-8, or no hash in the index: each is a fault of its own
    return [] if hash_text(text) == sha256 else [Fault("hash", path, None, f"is not {what} as it was written")]


def _check_sizes(folder: Folder, entry: Entry, text: str) -> list[Fault]:
    """Return where an entry counts wrongly what its files hold; files that are not the ones meant are not counted."""
    told = []
    full = folder.read_text(entry.uri_full)
    if hash_text(full) == entry.sha256 and count_words(full) != entry.words:
        told.append(f"says {entry.words} words, its text has {count_words(full)}")
    marked = folder.read_text(entry.uri_highlights or "")
    passages = len(_PASSAGE.findall(marked))
    if hash_text(marked) == entry.highlights_sha256 and passages != entry.highlights:
        told.append(f"says {entry.highlights} highlights, its highlights file has {passages}")
    line = find_line(text, f"- id: {entry.id}")
    return [Fault("count", INDEX_NAME, line, f"{entry.id}: {message}") for message in told]


def _check_pages(index: Index, pages: Mapping[str, str], folder: Folder) -> list[Fault]:
    faults: list[Fault] = []
    addresses = {entry.source_url for entry in index.entries if entry.source_url}
    for name, text in pages.items():
        faults += check_references(name, text, files=folder.files, addresses=addresses)
    if pages.get(OVERVIEW_NAME):
        led = {locate(target) for _, target in iter_references(pages[OVERVIEW_NAME])}
        uris = [uri for entry in index.entries for uri in (entry.uri_full, entry.uri_highlights) if uri]
        faults += [Fault("reference", OVERVIEW_NAME, None, f"has no link to {uri}") for uri in uris if uri not in led]
    return faults
