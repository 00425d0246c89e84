"""From a library to the model of one vault in it."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..documents import Document
from ..drafts import Link
from ..errors import ArtifactError
from ..library import LINKS_NAME, REPORT_NAME, Library
from .model import VaultFile, VaultLink, VaultModel, VaultNote
from .neighbours import read_links
from .parts import NoteParts, PartsKeeper
from .resolve import Resolver
from .subpaths import has_subpath

_UNNAMED = "("  # rows of the report that must not name a file begin so
_AGAIN = "take the snapshot again"


def build_model(
    library: Library,
    source: str,
    *,
    keeper: PartsKeeper | None = None,
    hidden: Collection[str] = (),
    hides: Callable[[str], bool] = lambda target: False,
) -> VaultModel:
    """Return the model of the vault that a library holds under this name; raises ArtifactError.

    `hidden` are the paths of files that nothing may tell of, and `hides` says which targets are such whether or not
    there is a file: a link that leads, or may lead, to one of them names nothing.
    """
    documents = [item for item in library.documents.values() if item.source == source and item.origin == "obsidian"]
    files = tuple(_list_files(library.root / REPORT_NAME, source))
    paths = [*(item.original_path for item in documents), *(file.path for file in files)]
    links = read_links(library.root / LINKS_NAME)
    keeper = keeper or PartsKeeper()
    clerk = _Clerk(library, keeper, Resolver([*paths, *hidden]), frozenset(hidden), hides)
    notes = [clerk.make_note(item, links.get(item.id, ())) for item in documents]
    by_path = {note.path: note for note in sorted(notes, key=lambda note: note.path)}
    return VaultModel(source, {path: _check_subpaths(note, by_path) for path, note in by_path.items()}, files)


@dataclass(frozen=True)
class _Clerk:
    """Makes notes of documents."""

    library: Library
    keeper: PartsKeeper
    resolver: Resolver
    hidden: frozenset[str]
    hides: Callable[[str], bool]

    def make_note(self, document: Document, links: Sequence[Link]) -> VaultNote:
        """Return one note with its links classified; whether their headings and blocks exist is left open."""
        path = document.original_path
        parts = self.keeper.find_parts(path, document.sha256, lambda: self.library.texts.read_text(document.id))
        return VaultNote(
            id=document.id,
            path=path,
            title=document.title,
            kind=document.kind,
            authorship=document.authorship,
            day=document.saved,
            aliases=document.aliases,
            tags=document.tags,
            headings=parts.headings,
            block_ids=parts.block_ids,
            links=tuple(self._classify(link, path) for link in _merge_links(links, parts)),
            words=document.words,
            sha256=document.sha256,
        )

    def _classify(self, link: Link, path: str) -> VaultLink:
        """Return a link with its state; what may lead to something hidden names nothing, be it one of several."""
        found = self.resolver.resolve(link, path)
        if not self.hidden.isdisjoint((found.path, *found.candidates)) or self.hides(link.target):
            return VaultLink("", "", link.kind, link.line, "hidden")
        return VaultLink(link.target, link.subpath, link.kind, link.line, found.state, found.path, found.candidates)


def _merge_links(links: Sequence[Link], parts: NoteParts) -> list[Link]:
    """Return all links of a note by line; those of one line in the order of their kinds."""
    return sorted([*links, *parts.external], key=lambda link: link.line) if parts.external else list(links)


def _check_subpaths(note: VaultNote, notes: Mapping[str, VaultNote]) -> VaultNote:
    """Return a note whose links to headings and blocks that are not there are marked."""
    links = tuple(
        replace(link, is_broken=True) if link.subpath and _is_broken(link, notes) else link for link in note.links
    )
    return replace(note, links=links) if links != note.links else note


def _is_broken(link: VaultLink, notes: Mapping[str, VaultNote]) -> bool:
    led_to = notes.get(link.path) if link.path else None
    if led_to is None or led_to.kind == "canvas":
        return False
    return not has_subpath(link.subpath, led_to.headings, led_to.block_ids)


def _list_files(path: Path, source: str) -> Iterator[VaultFile]:
    try:
        rows = json.loads(path.read_bytes())["rows"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint=_AGAIN) from error
    for row in rows:
        if row["source"] == source and row["outcome"] != "taken" and not row["path"].startswith(_UNNAMED):
            yield VaultFile(row["path"], row["reason"])
