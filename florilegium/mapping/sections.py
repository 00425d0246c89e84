"""Sections: the folders of a vault, each with what it seems to be for and the reason."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..discovering.folder_names import ARCHIVE, IMPORT, INBOX, MAP, REFERENCE, TEMPLATE, fold_folder
from ..vault.model import VaultModel, VaultNote
from ..vault.notes import find_stem

KINDS = (
    "archive", "attachments", "clippings", "inbox", "journal", "maps", "mixed", "notes", "people", "projects",
    "reference", "templates",
)  # fmt: skip
CLEAR = 0.6  # share of a section's notes that tells what it is
MANY = 0.3  # share that is too much to be passed over
LEAST_NOTES = 3  # below this notes tell nothing of their folder, and its name alone does
DENSE = 8.0  # links a note, from which on notes are lists of links
LARGE = 0.5  # share of the vault's notes from which on a folder's own folders are main sections beside it
TAGS = 5
GENERATED = frozenset({"agents", "claude", "vault_index"})

_NAMES = {
    "archive": ARCHIVE,
    "templates": TEMPLATE,
    "inbox": INBOX,
    "journal": frozenset(
        {
            "journal",
            "journals",
            "journal intime",
            "daily",
            "dailies",
            "diary",
            "diario",
            "tagebuch",
            "dagbok",
            "logbook",
        }
        | {"daily notes", "daily log", "weekly", "weekly notes", "periodic notes"}
    ),
    "people": frozenset("people person persons contacts contact crm personen personnes personas kontakte".split()),
    "projects": frozenset("project projects projekte projekt projets proyectos clients work".split()),
    "clippings": IMPORT,
    "maps": MAP | {"mocs", "maps", "categories", "indexes"},
    "reference": REFERENCE,
    "attachments": frozenset(
        "attachments attachment assets images files media pdfs anhange bilder fichiers adjuntos".split()
    ),
}
_TAGS = {
    "people": frozenset({"person", "people", "contact"}),
    "projects": frozenset({"project", "projects"}),
    "inbox": frozenset({"inbox"}),
    "archive": frozenset({"archive", "archived"}),
    "templates": frozenset({"template", "templates"}),
    "maps": frozenset({"moc", "map", "index"}),
    "reference": frozenset({"reference", "references", "source", "literature"}),
}
_TELLING = {
    "journal": "are notes of a day",
    "clippings": "were saved from elsewhere",
    "maps": f"hold {DENSE:.0f} links or more, a link in every few words",
}
_DATE = re.compile(r"(?<!\d)\d{4}[-_. ]?(?:0[1-9]|1[0-2])(?:[-_. ]?(?:0[1-9]|[12]\d|3[01]))?(?!\d)")
WORDS_A_LINK = 12  # at most, in a note that is a list of links


@dataclass(frozen=True)
class Section:
    """One folder of a vault with all that lies below it."""

    path: str  # relative to the vault; "" for the notes that lie in no folder
    kind: str  # one of KINDS
    reason: str  # a sentence
    notes: int  # below it, those of its own folders included
    files: int  # below it, that are no notes
    words: int
    links: int  # that lead to notes
    first_day: str | None
    last_day: str | None
    tags: tuple[str, ...]  # the most frequent first


def leave_generated(model: VaultModel) -> VaultModel:
    """Return a vault without the pages of a map, so that an installed map does not change the next one."""
    notes = {path: note for path, note in sorted(model.notes.items()) if find_stem(path).casefold() not in GENERATED}
    files = tuple(file for file in model.files if find_stem(file.path).casefold() not in GENERATED)
    return VaultModel(model.source, notes, files)


def list_sections(model: VaultModel) -> tuple[Section, ...]:
    """Return every folder that holds notes or templates, sorted, "" first where notes lie in no folder."""
    below: dict[str, list[VaultNote]] = {}
    for note in model.notes.values():
        for folder in _iter_folders(note.path):
            below.setdefault(folder, []).append(note)
    files: dict[str, Counter[str]] = {}
    for file in model.files:
        for folder in _iter_folders(file.path):
            files.setdefault(folder, Counter())[file.reason] += 1
    folders = sorted({*below, *(folder for folder, reasons in files.items() if folder and _is_shown(reasons))})
    return tuple(_describe(folder, below.get(folder, []), files.get(folder, Counter()), model) for folder in folders)


def choose_main(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Return the sections at the top, and those within a folder that holds most of the vault."""
    whole = sum(section.notes for section in sections if "/" not in section.path)
    notes = {section.path: section.notes for section in sections}
    wanted = {section.path for section in sections if "/" not in section.path}
    for section in sections:
        parent = section.path.rpartition("/")[0]
        if parent in wanted and parent and notes[parent] >= LARGE * whole:
            wanted.add(section.path)
    return tuple(section for section in sections if section.path in wanted)


def group_notes(model: VaultModel) -> dict[str, tuple[str, ...]]:
    """Return the notes of each section, those below it included, sorted."""
    found: dict[str, list[str]] = {}
    for path in sorted(model.notes):
        for folder in _iter_folders(path):
            found.setdefault(folder, []).append(path)
    return {folder: tuple(paths) for folder, paths in found.items()}


def _iter_folders(path: str) -> Iterator[str]:
    parts = path.split("/")[:-1]
    if not parts:
        yield ""
    for number in range(1, len(parts) + 1):
        yield "/".join(parts[:number])


def _is_shown(reasons: Counter[str]) -> bool:
    return reasons["template"] + reasons["attachment"] > 0


def _describe(path: str, notes: Sequence[VaultNote], files: Counter[str], model: VaultModel) -> Section:
    kind, reason = _classify(path, notes, files)
    days = sorted(note.day for note in notes if note.day)
    tags = Counter(tag for note in notes for tag in note.tags)
    return Section(
        path=path,
        kind=kind,
        reason=reason,
        notes=len(notes),
        files=sum(files.values()),
        words=sum(note.words for note in notes),
        links=sum(len(model.out_links[note.path]) for note in notes),
        first_day=days[0] if days else None,
        last_day=days[-1] if days else None,
        tags=tuple(sorted(tags, key=lambda tag: (-tags[tag], tag))[:TAGS]),
    )


def _classify(path: str, notes: Sequence[VaultNote], files: Counter[str]) -> tuple[str, str]:
    """Return what a folder is and why: by its name, else by its notes, else by the folder above it."""
    if not notes:
        return _classify_files(files)
    name = path.rpartition("/")[2]
    if path and (kind := _name_kind(fold_folder(name))):
        return kind, f"Its name says so: {name}."
    counts = Counter(kind for note in notes for kind in _tell_note(note))
    if len(notes) >= LEAST_NOTES and counts:
        best = min(counts, key=lambda kind: (-counts[kind], kind))
        if counts[best] >= CLEAR * len(notes):
            return best, f"{counts[best]} of its {len(notes)} notes {_TELLING.get(best, f'are tagged as {best}')}."
    above = next((kind for part in path.split("/")[:-1] if (kind := _name_kind(fold_folder(part)))), "")
    if above:
        return above, "It lies in a folder whose name says so."
    strong = sorted(kind for kind, count in counts.items() if count >= max(LEAST_NOTES, MANY * len(notes)))
    if strong:
        shares = ", ".join(f"{counts[kind]} {_TELLING.get(kind, f'are tagged as {kind}')}" for kind in strong)
        return "mixed", f"Of its {len(notes)} notes {shares}."
    return "notes", "Neither its name nor its notes tell of another use."


def _classify_files(files: Counter[str]) -> tuple[str, str]:
    if files["template"] >= files["attachment"]:
        return "templates", f"It holds {files['template']} templates and no notes."
    return "attachments", f"It holds {sum(files.values())} files and no notes."


def _name_kind(name: str) -> str:
    return next((kind for kind, names in _NAMES.items() if name in names), "")


def _tell_note(note: VaultNote) -> Iterator[str]:
    """Yield the kinds of section that one note speaks for."""
    if note.kind == "daily" or _DATE.match(find_stem(note.path)):
        yield "journal"
    elif note.authorship == "other" or note.kind == "clipping":
        yield "clippings"
    elif len(note.links) >= DENSE and note.words <= WORDS_A_LINK * len(note.links):
        yield "maps"
    tags = {tag.casefold().split("/")[0] for tag in note.tags}
    yield from (kind for kind, names in _TAGS.items() if tags & names)
