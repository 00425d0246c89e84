"""Orphans: notes that nothing leads to, that lead nowhere, or both, and what each of them might be."""

from dataclasses import dataclass
from typing import Literal

from ..vault.model import VaultFile, VaultModel, VaultNote
from ..vault.notes import find_stem
from .folder_names import ARCHIVE, IMPORT, INBOX, REFERENCE, fold_folder, split_folders
from .kinds import name_exclusion

OrphanClass = Literal["nothing_in", "nothing_out", "neither"]
OrphanGuess = Literal["stub", "inbox", "import", "daily", "archive", "attachment", "reference", "note"]

STUB_WORDS = 30  # a note below this has hardly begun


@dataclass(frozen=True)
class Orphan:
    """One note or attachment without links, with a guess at what it is."""

    path: str
    lacks: OrphanClass
    guess: OrphanGuess
    reason: str  # a sentence
    links_in: int
    links_out: int


@dataclass(frozen=True)
class Excluded:
    """A file that would be an orphan and is not called one."""

    path: str
    reason: str  # daily, template, generated


@dataclass(frozen=True)
class Orphans:
    """All orphans of a vault, and what was left out of them."""

    orphans: tuple[Orphan, ...]  # sorted by path
    excluded: tuple[Excluded, ...]  # sorted by path

    def count_classes(self) -> dict[str, int]:
        """Return how many orphans there are of each class, by name."""
        classes: tuple[OrphanClass, ...] = ("neither", "nothing_in", "nothing_out")
        return {name: sum(orphan.lacks == name for orphan in self.orphans) for name in classes}


def find_orphans(model: VaultModel) -> Orphans:
    """Return what has no links in, none out, or neither; links of generated indexes and templates count for nothing."""
    reasons = {path: name_exclusion(note, model) for path, note in model.notes.items()}
    silent = {path for path, reason in reasons.items() if reason in ("generated", "template")}
    orphans: list[Orphan] = []
    excluded = [Excluded(file.path, "template") for file in model.files if file.reason == "template"]
    for path, note in model.notes.items():
        links_in, links_out = _count_in(path, model, silent), len(model.out_links[path])
        lacks = _classify(links_in, links_out)
        if reasons[path]:
            # A daily note that leads on and is led to is nobody's orphan; it need not be listed.
            if lacks:
                excluded.append(Excluded(path, reasons[path]))
        elif lacks:
            guess, reason = guess_kind(note)
            orphans.append(Orphan(path, lacks, guess, reason, links_in, links_out))
    orphans += [_make_unused(file) for file in model.files if _is_unused(file, model, silent)]
    return Orphans(
        tuple(sorted(orphans, key=lambda orphan: orphan.path)),
        tuple(sorted(excluded, key=lambda item: item.path)),
    )


def guess_kind(note: VaultNote) -> tuple[OrphanGuess, str]:
    """Return what a note without links might be, and the sentence that says why."""
    folders = split_folders(note.path)
    tags = {fold_folder(tag) for tag in note.tags}
    if (folders | tags) & ARCHIVE:
        return "archive", "It lies in an archive."
    if (folders | tags | {fold_folder(find_stem(note.path))}) & INBOX:
        return "inbox", "It waits in an inbox, or is one."
    if note.words < STUB_WORDS:
        return "stub", f"It has {note.words} words."
    if note.kind not in ("note", "canvas", "daily") or folders & IMPORT:
        return "import", f"It was brought in from elsewhere ({note.kind})."
    if note.day is not None and note.day in note.path:
        return "daily", "It is named by a day."
    if folders & REFERENCE or note.authorship == "other":
        return "reference", "It holds what others wrote, or lies among references."
    return "note", "Nothing tells it from a note of your own that was never linked."


def _count_in(path: str, model: VaultModel, silent: set[str]) -> int:
    return sum(source not in silent for source in model.back_links.get(path, ()))


def _classify(links_in: int, links_out: int) -> OrphanClass | None:
    if links_in and links_out:
        return None
    if links_in or links_out:
        return "nothing_out" if links_in else "nothing_in"
    return "neither"


def _is_unused(file: VaultFile, model: VaultModel, silent: set[str]) -> bool:
    return file.reason == "attachment" and not _count_in(file.path, model, silent)


def _make_unused(file: VaultFile) -> Orphan:
    return Orphan(file.path, "nothing_in", "attachment", "No note embeds or links this file.", 0, 0)
