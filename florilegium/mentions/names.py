"""The table of names that a vault's notes go by, made to be looked up word by word."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from .forms import find_gate, find_weakness, fold_name, list_plurals, list_variants, needs_case, split_words

NameKind = Literal["title", "alias", "variant", "heading", "plural"]


@dataclass(frozen=True)
class NoteNames:
    """What one note is called."""

    path: str
    title: str
    aliases: tuple[str, ...] = ()
    heading: str = ""  # its first heading, where that names the note


@dataclass(frozen=True)
class Name:
    """One form of a name, and the notes that it may mean."""

    written: str  # as the note has it
    kind: NameKind
    paths: tuple[str, ...]  # sorted; several where it is ambiguous
    is_weak: bool = False  # one everyday word: it is only meant where it stands as names stand

    @property
    def is_ambiguous(self) -> bool:
        """Tell whether several notes have this name; then none is proposed."""
        return len(self.paths) > 1


@dataclass(frozen=True)
class GatedName:
    """A name that is not looked for, and why."""

    written: str
    path: str
    reason: str


@dataclass(frozen=True)
class NameTable:
    """All names of a vault; equal notes give equal tables, whatever their order."""

    names: Mapping[str, Name]  # by folded form
    forms: Mapping[tuple[str, ...], tuple[str, ...]]  # folded forms by their words, the longest first
    lengths: Mapping[str, tuple[int, ...]]  # by first word: how many words names have, the most first
    gated: tuple[GatedName, ...]

    @property
    def ambiguous(self) -> tuple[Name, ...]:
        """Return the names that several notes share, sorted."""
        return tuple(self.names[form] for form in sorted(self.names) if self.names[form].is_ambiguous)


def build_names(notes: Iterable[NoteNames], common: frozenset[str] = frozenset()) -> NameTable:
    """Return the table of names of these notes; a name of one word in `common` is gated."""
    found: dict[str, dict[str, tuple[str, NameKind]]] = {}
    gated: list[GatedName] = []
    for note in sorted(notes, key=lambda item: item.path):
        for written, kind in _list_names(note):
            reason = find_gate(written, common)
            if reason:
                gated.append(GatedName(written, note.path, reason))
            if not reason or find_weakness(written, common):
                found.setdefault(fold_name(written), {}).setdefault(note.path, (written, kind))
    _add_plurals(found, common)
    names = {form: _make_name(found[form], common) for form in sorted(found)}
    return NameTable(names, *_index_forms(names), tuple(gated))


def _list_names(note: NoteNames) -> list[tuple[str, NameKind]]:
    """Return title, aliases and variants of the title, each form once."""
    listed: dict[str, tuple[str, NameKind]] = {fold_name(note.title): (note.title, "title")}
    for alias in note.aliases:
        listed.setdefault(fold_name(alias), (alias, "alias"))
    for variant in list_variants(note.title):
        if not find_gate(variant):
            listed.setdefault(fold_name(variant), (variant, "variant"))
    if len(split_words(note.heading)) > 1:  # one word is more often the name of a chapter
        listed.setdefault(fold_name(note.heading), (note.heading, "heading"))
    return list(listed.values())


def _add_plurals(found: dict[str, dict[str, tuple[str, NameKind]]], common: frozenset[str]) -> None:
    """Add plurals and singulars; what some note is really called stays its own."""
    added: dict[str, dict[str, tuple[str, NameKind]]] = {}
    for owners in found.values():
        for path, (written, _) in owners.items():
            if find_weakness(written, common):
                continue
            for plural in list_plurals(written):
                form = fold_name(plural)
                if form not in found and not find_gate(plural, common):
                    added.setdefault(form, {}).setdefault(path, (plural, "plural"))
    found.update(added)


def _make_name(owners: Mapping[str, tuple[str, NameKind]], common: frozenset[str]) -> Name:
    """Return a name; what a note is really called is its own, before what only follows from another's title."""
    real = {path: name for path, name in owners.items() if name[1] in ("title", "alias")} or owners
    paths = tuple(sorted(real))
    written, kind = real[paths[0]]
    return Name(written, kind, paths, is_weak=bool(find_weakness(written, common)))


def _index_forms(
    names: Mapping[str, Name],
) -> tuple[dict[tuple[str, ...], tuple[str, ...]], dict[str, tuple[int, ...]]]:
    forms: dict[tuple[str, ...], list[str]] = {}
    lengths: dict[str, set[int]] = {}
    for form in names:
        words = split_words(form)
        forms.setdefault(words, []).append(form)
        lengths.setdefault(words[0], set()).add(len(words))
    by_words = {words: tuple(sorted(found, key=lambda form: (-len(form), form))) for words, found in forms.items()}
    return by_words, {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}


def matches_case(name: Name, text: str) -> bool:
    """Tell whether a text may mean a name by its case: an acronym must stand in capitals."""
    return text.isupper() or not needs_case(name.written)
