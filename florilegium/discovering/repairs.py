"""Repairs: links that lead nowhere, with the files that were probably meant; several are listed, none is chosen."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from rapidfuzz import process
from rapidfuzz.distance import OSA

from ..vault.model import VaultModel
from ..vault.notes import find_stem
from .kinds import name_exclusion

MIN_LETTERS = 5  # of a name that may be misspelt; shorter ones are too like each other
LETTERS_PER_EDIT = 6  # one edit more for so many letters
MAX_EDITS = 3
MAX_CANDIDATES = 5
CONFIDENCE = {"moved": 0.95, "name": 0.9, "alias": 0.85, "spelling": 0.7}
_VOICED = "\u3099\u309a"  # no accents: they make another kana
_ATTACHMENT = re.compile(
    r"\.(png|jpe?g|gif|webp|svg|bmp|avif|heic|tiff?|pdf|mp3|m4a|wav|ogg|flac|mp4|mov|webm|mkv|base|zip|docx?|xlsx?|pptx?"
    r"|csv|json|html?|css|js|py|txt)\Z",
    re.IGNORECASE,
)
_APART = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Candidate:
    """One file that a link may have meant."""

    path: str
    how: str  # moved, name, alias, spelling
    confidence: float
    reason: str  # a sentence


@dataclass(frozen=True)
class Repair:
    """All links of a vault to one missing target."""

    target: str  # as first written
    sources: tuple[tuple[str, int], ...]  # (note, line) of each link, sorted
    candidates: tuple[Candidate, ...]  # best first; none where the note was never written


def find_repairs(model: VaultModel) -> tuple[Repair, ...]:
    """Return every dangling target once, those that most notes want first."""
    places: dict[str, list[tuple[str, int]]] = {}
    for path in sorted(model.notes):
        if name_exclusion(model.notes[path], model) in ("generated", "template"):
            continue  # what a template links is what its notes will link, and an index asks for no note
        for link in model.notes[path].links:
            if link.state == "dangling":
                written = unquote(link.target) if link.kind == "markdown" else link.target
                places.setdefault(written, []).append((path, link.line))
    names = _Names(model)
    repairs = [Repair(target, tuple(sorted(found)), names.find(target)) for target, found in places.items()]
    return tuple(sorted(repairs, key=lambda repair: (-_count_notes(repair), -len(repair.sources), repair.target)))


def _count_notes(repair: Repair) -> int:
    return len({path for path, _ in repair.sources})


def fold_name(name: str) -> str:
    """Return a name without case, accents, punctuation and word breaks, as two people may write it."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    kept = "".join(letter for letter in plain if letter in _VOICED or not unicodedata.combining(letter))
    return _APART.sub("", unicodedata.normalize("NFC", kept))


class _Names:
    """Knows the files of a vault by their folded names and the notes by their aliases."""

    def __init__(self, model: VaultModel) -> None:
        self._files: dict[str, set[str]] = {}  # by the exact name, case folded
        self._stems: dict[str, set[str]] = {}
        self._aliases: dict[str, set[str]] = {}
        attachments = [file.path for file in model.files if file.reason == "attachment"]
        for path in [*model.notes, *attachments]:
            _add(self._files, find_stem(path).casefold(), path)
            _add(self._stems, fold_name(find_stem(path)), path)
        for path, note in model.notes.items():
            for alias in (note.title, *note.aliases):
                _add(self._aliases, fold_name(alias), path)
        self._known = sorted({*self._stems, *self._aliases})

    def find(self, target: str) -> tuple[Candidate, ...]:
        """Return the files that a target may mean, best first; spelling is asked only where nothing else is known."""
        stem = find_stem(target.strip().rstrip("/"))
        folded = fold_name(stem)
        if not folded:
            return ()
        found: dict[str, Candidate] = {}
        if "/" in target:
            _take(found, self._files.get(stem.casefold(), set()), "moved", "Such a file lies in another folder.")
        _take(found, self._stems.get(folded, set()), "name", "Its name differs in case, accents or punctuation only.")
        _take(found, self._aliases.get(folded, set()), "alias", "It has this title or alias.")
        if not found:
            self._guess_spelling(folded, found)
        kept = [item for item in found.values() if name_extension(item.path) == name_extension(stem)]
        best = sorted(kept, key=lambda item: (-item.confidence, item.path.count("/"), item.path))
        return tuple(best[:MAX_CANDIDATES])

    def _guess_spelling(self, folded: str, found: dict[str, Candidate]) -> None:
        edits = min(MAX_EDITS, len(folded) // LETTERS_PER_EDIT + 1)
        if len(folded) < MIN_LETTERS or folded.isdigit():
            return
        near = process.extract(folded, self._known, scorer=OSA.distance, score_cutoff=edits, limit=None)
        for name, distance, _ in sorted(near, key=lambda item: (item[1], item[0])):
            if len(name) >= MIN_LETTERS and _keep_digits(name) == _keep_digits(folded):
                confidence = round(CONFIDENCE["spelling"] - 0.1 * (int(distance) - 1), 2)
                reason = f"Its name differs by {int(distance)} letter{'s' if distance > 1 else ''}."
                paths = self._stems.get(name, set()) | self._aliases.get(name, set())
                _take(found, paths, "spelling", reason, confidence)


def name_extension(name: str) -> str:
    """Return the extension of an attachment, "" of a note: no note is meant by the name of a picture."""
    match = _ATTACHMENT.search(name)
    return match[1].casefold() if match else ""


def _keep_digits(name: str) -> str:
    """Return the digits of a name: "Report 2023" and "Report 2024" are no two spellings of one name."""
    return "".join(letter for letter in name if letter.isdigit())


def _add(known: dict[str, set[str]], name: str, path: str) -> None:
    if name:
        known.setdefault(name, set()).add(path)


def _take(found: dict[str, Candidate], paths: set[str], how: str, reason: str, confidence: float = 0.0) -> None:
    for path in sorted(paths):
        found.setdefault(path, Candidate(path, how, confidence or CONFIDENCE[how], reason))


def list_sure(repairs: tuple[Repair, ...], *, confidence: float = 0.85) -> Mapping[str, str]:
    """Return by target the one file that is meant, only where no other could be."""
    return {
        repair.target: repair.candidates[0].path
        for repair in repairs
        if len(repair.candidates) == 1 and repair.candidates[0].confidence >= confidence
    }
