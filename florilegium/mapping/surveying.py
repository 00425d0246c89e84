"""The survey of a vault: all that its map tells, found once from its model and texts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..discovering.gathering import Gathered
from ..discovering.hubs import find_hubs
from ..vault.model import VaultModel
from .entries import EntryNote, find_section_entries, find_vault_entries
from .sections import Section, choose_main, group_notes, leave_generated, list_sections
from .vocabulary import choose_common, choose_terms, find_languages, list_note_terms, spell_terms, spell_words

ENTRIES = 12  # of a section
TERMS = 24
CHOSEN = 300  # terms, of which the everyday words fall away
HUBS = 200  # that may be entry notes
PAGE_NOTES = 20  # of a section, from which on it has a page of its own though it is no main one
PAGE_DEPTH = 2


@dataclass(frozen=True)
class Survey:
    """What is known of a vault without asking anybody."""

    model: VaultModel  # without the pages of an earlier map
    sections: tuple[Section, ...]  # all of them, sorted
    main: tuple[Section, ...]
    inside: Mapping[str, tuple[str, ...]]  # the notes of each section, those below it included
    entries: tuple[EntryNote, ...]  # of the whole vault
    section_entries: Mapping[str, tuple[EntryNote, ...]]  # by section, of those that have a page
    terms: tuple[str, ...]  # of the whole vault
    section_terms: Mapping[str, tuple[str, ...]]  # by section, of those that have a page
    languages: tuple[str, ...]

    @property
    def paged(self) -> tuple[Section, ...]:
        """Return the sections that have a page of their own."""
        return _choose_paged(self.sections, self.main)


def survey_vault(model: VaultModel, texts: Mapping[str, str]) -> Survey:
    """Return the survey of a vault; `texts` holds the text of each note."""
    model = leave_generated(model)
    sections = list_sections(model)
    main = choose_main(sections)
    hubs = {hub.path: hub for hub in find_hubs(model, Gathered(model, texts).mentioned, texts, limit=HUBS)}
    inside = group_notes(model)
    told = _leave_templates(model, main)
    words = _Words({path: list_note_terms(texts[path]) for path in told}, spell_words(texts[path] for path in told))
    paged = _choose_paged(sections, main)
    return Survey(
        model=model,
        sections=sections,
        main=main,
        inside=inside,
        entries=find_vault_entries(model, hubs, limit=ENTRIES),
        section_entries={
            section.path: find_section_entries(section, inside[section.path], model, hubs, limit=ENTRIES)
            for section in paged
        },
        terms=words.tell_vault(),
        section_terms={section.path: words.tell_section(inside[section.path]) for section in paged},
        languages=find_languages({path: texts[path] for path in told}),
    )


def _choose_paged(sections: Iterable[Section], main: Iterable[Section]) -> tuple[Section, ...]:
    known = {section.path for section in main}
    return tuple(
        section
        for section in sections
        if section.path
        and section.notes
        and (section.path in known or (section.notes >= PAGE_NOTES and section.path.count("/") < PAGE_DEPTH))
    )


def _leave_templates(model: VaultModel, main: Iterable[Section]) -> list[str]:
    """Return the notes that tell of the words of a vault: forms repeat theirs in each note made from them."""
    forms = tuple(f"{section.path}/" for section in main if section.kind == "templates")
    return [path for path in model.notes if not path.startswith(forms)]


@dataclass(frozen=True)
class _Words:
    """The terms of each note, and how each is written."""

    terms: Mapping[str, frozenset[str]]  # by path
    spellings: Mapping[str, str]

    @cached_property
    def everywhere(self) -> Counter[str]:
        """Count the notes that hold a term."""
        return Counter(term for held in self.terms.values() for term in held)

    def tell_vault(self) -> tuple[str, ...]:
        """Return the words of the whole vault."""
        chosen = choose_common(self.everywhere, max(1, len(self.terms)), limit=CHOSEN)
        return spell_terms(chosen, self.spellings, limit=TERMS)

    def tell_section(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the words of these notes that others have not."""
        inside = [self.terms[path] for path in paths if path in self.terms]
        counts = Counter(term for held in inside for term in held)
        chosen = choose_terms(counts, len(inside), self.everywhere, len(self.terms), limit=CHOSEN)
        return spell_terms(chosen, self.spellings, limit=TERMS)
