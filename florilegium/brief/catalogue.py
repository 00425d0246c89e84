"""The catalogue asked by name: which documents of the library a brief means."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..documents import Document
from ..drafts import Link
from ..sameness.urls import canonicalise_url
from ..vault.resolve import Resolver

SHOWN_NAMES = 5


class UnresolvedError(Exception):
    """A name that means no document, or several; the message is a sentence with the next step."""


@dataclass(frozen=True)
class Catalogue:
    """The library's documents by the names that people use for them."""

    vaults: Mapping[str, Resolver]  # by source
    by_title: Mapping[str, Sequence[Document]]  # titles and aliases of every origin
    by_notebook: Mapping[str, Sequence[Document]]
    by_url: Mapping[str, Sequence[Document]]
    by_place: Mapping[tuple[str, str], Document]  # source and path in it

    def find_note(self, target: str) -> Document:
        """Return the one document that `[[target]]` means; raises UnresolvedError that lists several or none.

        A vault path comes first, then a note's name, then a title or alias, of the vault before other origins.
        """
        found: Sequence[Document] = self._resolve(target)
        if not found:
            titled = self.by_title.get(_fold(target), ())
            found = [document for document in titled if document.origin == "obsidian"] or titled
        if not found:
            raise UnresolvedError("no note of this name is in the library: correct it, or look in library/report.json")
        return _take_only(found)

    def find_notebook(self, title: str) -> tuple[Document, ...]:
        """Return all documents of a notebook; raises UnresolvedError that names those there are."""
        found = self.by_notebook.get(_fold(title))
        if found:
            return tuple(found)
        titles = sorted({documents[0].notebook or "" for documents in self.by_notebook.values()})
        known = ", ".join(titles[:SHOWN_NAMES]) or "none"
        raise UnresolvedError(f"no notebook of this title is in the library; there are: {known}")

    def find_url(self, url: str) -> tuple[Document, ...]:
        """Return the documents that are this page, none of the reader's own notes that only cite it."""
        canonical = canonicalise_url(url)
        found = self.by_url.get(canonical, ()) if canonical else ()
        return tuple(document for document in found if document.authorship != "own")

    def find_place(self, source: str, path: str) -> Document | None:
        """Return the document that a source's file became."""
        return self.by_place.get((source, unicodedata.normalize("NFC", path)))

    def _resolve(self, target: str) -> list[Document]:
        """Return the notes that a wikilink may lead to, by Obsidian's rules in each vault."""
        found: list[Document] = []
        for source, resolver in self.vaults.items():
            resolution = resolver.resolve(Link(target), "")
            paths = [resolution.path] if resolution.state == "resolved" else resolution.candidates
            places = [self.find_place(source, path) for path in paths if path]
            found += [document for document in places if document is not None]
        return found


def build_catalogue(documents: Iterable[Document]) -> Catalogue:
    """Return the catalogue of a library's documents."""
    paths: dict[str, list[str]] = defaultdict(list)
    by_title: dict[str, list[Document]] = defaultdict(list)
    by_notebook: dict[str, list[Document]] = defaultdict(list)
    by_url: dict[str, list[Document]] = defaultdict(list)
    by_place: dict[tuple[str, str], Document] = {}
    known = sorted(documents, key=lambda item: item.id)
    # What Readwise's plugin wrote into a vault is linked to like any note of it.
    holders = {document.source for document in known if document.origin == "obsidian"}
    for document in known:
        by_place[document.source, unicodedata.normalize("NFC", document.original_path)] = document
        if document.source in holders:
            paths[document.source].append(document.original_path)
        for name in sorted({_fold(name) for name in (document.title, *document.aliases)}):
            by_title[name].append(document)
        if document.notebook:
            by_notebook[_fold(document.notebook)].append(document)
        canonical = canonicalise_url(document.source_url)
        if canonical:
            by_url[canonical].append(document)
    vaults = {source: Resolver(found) for source, found in sorted(paths.items())}
    return Catalogue(vaults, by_title, by_notebook, by_url, by_place)


def _take_only(found: Sequence[Document]) -> Document:
    if len(found) == 1:
        return found[0]
    shown = ", ".join(f"{item.origin}: {item.original_path}" for item in found[:SHOWN_NAMES])
    more = f" and {len(found) - SHOWN_NAMES} more" if len(found) > SHOWN_NAMES else ""
    raise UnresolvedError(f"{len(found)} documents have this name, write the path of one: {shown}{more}")


def _fold(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())
