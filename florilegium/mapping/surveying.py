"""The survey of a vault: all that its map tells, found once from its model and texts."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..discovering.hubs import Hub, find_hubs
from ..mentions.finding import find_mentions
from ..mentions.names import NoteNames, build_names
from ..vault.model import VaultModel
from .entries import EntryNote, find_section_entries, find_vault_entries
from .sections import Section, choose_main, leave_generated, list_sections
from .vocabulary import choose_common, choose_terms, find_languages, list_note_terms, spell_terms

ENTRIES = 12  # of a section
TERMS = 24
HUBS = 200  # that may be entry notes
PAGE_NOTES = 20  # of a section, from which on it has a page of its own though it is no main one
PAGE_DEPTH = 3


@dataclass(frozen=True)
class Survey:
    """What is known of a vault without asking anybody."""

    model: VaultModel  # without the pages of an earlier map
    sections: tuple[Section, ...]  # all of them, sorted
    main: tuple[Section, ...]
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
    hubs = {hub.path: hub for hub in find_hubs(model, _find_mentioning(model, texts), texts, limit=HUBS)}
    terms = {path: list_note_terms(texts[path]) for path in model.notes}
    everywhere = Counter(term for held in terms.values() for term in held)
    paged = _choose_paged(sections, main)
    common = choose_common(everywhere, max(1, len(terms)), limit=TERMS)
    return Survey(
        model=model,
        sections=sections,
        main=main,
        entries=find_vault_entries(model, hubs, limit=ENTRIES),
        section_entries=_find_entries(paged, model, hubs),
        terms=_spell(common, sorted(model.notes), terms, texts),
        section_terms=_find_terms(paged, terms, everywhere, texts),
        languages=find_languages({path: texts[path] for path in model.notes}),
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


def _find_mentioning(model: VaultModel, texts: Mapping[str, str]) -> Mapping[str, tuple[str, ...]]:
    """Return for every note those that name it in their prose and do not link it."""
    table = build_names(NoteNames(note.path, note.title, note.aliases) for note in model.notes.values())
    found: dict[str, list[str]] = {}
    for path in model.notes:
        for mention in find_mentions(path, texts[path], table, frozenset(model.out_links[path])):
            found.setdefault(mention.target, []).append(path)
    return {path: tuple(sources) for path, sources in found.items()}


def _find_entries(
    paged: Iterable[Section], model: VaultModel, hubs: Mapping[str, Hub]
) -> dict[str, tuple[EntryNote, ...]]:
    return {section.path: find_section_entries(section, model, hubs, limit=ENTRIES) for section in paged}


def _find_terms(
    paged: Iterable[Section],
    terms: Mapping[str, frozenset[str]],
    everywhere: Counter[str],
    texts: Mapping[str, str],
) -> dict[str, tuple[str, ...]]:
    found = {}
    for section in paged:
        inside = [path for path in sorted(terms) if path.startswith(f"{section.path}/")]
        counts = Counter(term for path in inside for term in terms[path])
        chosen = choose_terms(counts, len(inside), everywhere, len(terms), limit=TERMS)
        found[section.path] = _spell(chosen, inside, terms, texts)
    return found


def _spell(
    chosen: list[str], paths: list[str], terms: Mapping[str, frozenset[str]], texts: Mapping[str, str]
) -> tuple[str, ...]:
    """Return terms as they are written, looked up in notes that hold most of them."""
    wanted = frozenset(chosen)
    holding = sorted(
        (path for path in paths if terms[path] & wanted), key=lambda path: (-len(terms[path] & wanted), path)
    )
    return spell_terms(chosen, [texts[path] for path in holding])
