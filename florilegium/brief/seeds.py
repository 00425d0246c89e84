"""Seeds: the sources that a brief names, found in the library or beside the brief."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..documents import Document
from ..drafts import Draft, make_document
from ..plans import Fingerprint, Seed
from ..project.folders import clear_folder
from ..roles import Reading, Summariser
from ..sameness.fingerprints import make_content_key, make_numbers, make_phrases, make_signature
from ..texts import TextStore
from ..wording.prose import strip_markup, strip_quotes
from .catalogue import Catalogue, UnresolvedError
from .files import BriefFiles, RefusedFileError
from .references import Reference
from .seed_drafts import draft_file, draft_page


@dataclass(frozen=True)
class SeedText:
    """One seed's document with its texts."""

    document: Document
    text: str
    highlights: str


@dataclass(frozen=True)
class Seeds:
    """What became of every reference, and the texts of those that were found."""

    seeds: tuple[Seed, ...]  # in the order of the brief
    texts: tuple[SeedText, ...]  # each document once, sorted by id

    @property
    def documents(self) -> tuple[Document, ...]:
        """The documents, sorted by id."""
        return tuple(item.document for item in self.texts)

    @property
    def fingerprints(self) -> tuple[Fingerprint, ...]:
        """By what the text of each document is recognised where it lies elsewhere too, sorted by id."""
        return tuple(_make_fingerprint(item) for item in self.texts)

    @property
    def missing(self) -> tuple[Seed, ...]:
        """Those that were not found."""
        return tuple(seed for seed in self.seeds if seed.problem)


@dataclass(frozen=True)
class SeedFinder:
    """All the places where a seed may be."""

    catalogue: Catalogue
    texts: Reading  # of the library
    files: BriefFiles
    sources: Mapping[str, Path]  # folders of the configured sources by name

    def find(self, reference: Reference) -> list[SeedText]:
        """Return the documents of one reference; raises UnresolvedError or RefusedFileError with the next step."""
        if reference.kind == "note":
            return [self._open(self.catalogue.find_note(reference.reference))]
        if reference.kind == "notebook":
            return [self._open(document) for document in self.catalogue.find_notebook(reference.reference)]
        if reference.kind == "url":
            return self._find_url(reference)
        return [self._find_file(reference.reference)]

    def _find_url(self, reference: Reference) -> list[SeedText]:
        known = self.catalogue.find_url(reference.reference)
        if known:
            return [self._open(document) for document in known]
        if reference.saved_file is None:
            raise UnresolvedError("save the page beside the brief; fetching comes with the live sources")
        path = self.files.find(reference.saved_file)
        clipped = self._find_in_sources(path)
        if clipped is not None:
            return [self._open(clipped)]
        return [_make_text(draft_page(reference.reference, self.files.name(path), self.files.read(path)))]

    def _find_file(self, reference: str) -> SeedText:
        path = self.files.find(reference)
        known = self._find_in_sources(path)
        if known is not None:
            return self._open(known)
        return _make_text(draft_file(self.files.name(path), self.files.read(path)))

    def _find_in_sources(self, path: Path) -> Document | None:
        """Return the document that a source's file became; what the snapshot left out, a brief does not bring in."""
        holders = [(name, root.resolve()) for name, root in sorted(self.sources.items())]
        holders = [(name, root) for name, root in holders if path.is_relative_to(root)]
        for name, root in holders:
            known = self.catalogue.find_place(name, path.relative_to(root).as_posix())
            if known is not None:
                return known
        if holders:
            message = f"it lies in the source {holders[0][0]!r}, which did not take it: library/report.json says why"
            raise RefusedFileError(message)
        return None

    def _open(self, document: Document) -> SeedText:
        return SeedText(document, self.texts.read_text(document.id), self.texts.read_highlights(document.id))


def collect_seeds(references: Sequence[Reference], finder: SeedFinder, summariser: Summariser) -> Seeds:
    """Return what became of every reference; one that means nothing is a problem of its own and stops nothing."""
    seeds: list[Seed] = []
    texts: dict[str, SeedText] = {}
    for reference in references:
        try:
            found, problem = finder.find(reference), ""
        except (UnresolvedError, RefusedFileError) as error:
            found, problem = [], str(error)
        for item in found:
            if item.document.id not in texts:
                texts[item.document.id] = _summarise(item, summariser)
        ids = tuple(sorted(item.document.id for item in found))
        seeds.append(Seed(reference.reference, reference.kind, ids, problem))
    return Seeds(tuple(seeds), tuple(texts[key] for key in sorted(texts)))


def store_seeds(seeds: Seeds, store: TextStore) -> None:
    """Write the texts of the seeds and no others; both folders are there even when nothing was found."""
    for layer in ("texts", "highlights"):
        clear_folder(store.root / layer)
        (store.root / layer).mkdir(parents=True)
    for item in seeds.texts:
        store.write(item.document.id, text=item.text, highlights=item.highlights)


def _make_text(draft: Draft) -> SeedText:
    return SeedText(make_document(draft, source="", text=draft.text, highlights=""), draft.text, "")


def _make_fingerprint(item: SeedText) -> Fingerprint:
    plain = strip_markup(item.text)
    said = strip_markup(strip_quotes(item.text))  # what is not quoted
    return Fingerprint(
        item.document.id,
        content_key=make_content_key(plain),
        signature=make_signature(said),
        phrases=make_phrases(said),
        numbers=make_numbers(plain),
    )


def _summarise(item: SeedText, summariser: Summariser) -> SeedText:
    if item.document.summary:
        return item
    summary = " ".join(summariser.summarise(item.document, item.text).split())
    return replace(item, document=replace(item.document, summary=summary))
