"""The pages of a map: VAULT_INDEX.md, and CLAUDE.md with its twin AGENTS.md at the root and in each section."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..forecasting.estimates import estimate_tokens
from ..wording.markup import escape_line, escape_text, quote_code
from .entries import EntryNote
from .harness import Harness
from .marking import mark_page
from .questions import PURPOSES
from .sections import Section
from .surveying import Survey

INDEX_NAME = "VAULT_INDEX.md"
TWINS = ("AGENTS.md", "CLAUDE.md")
MAX_TOKENS = 4000  # of a page, its mark included
SHOWN_LINKED = 8


@dataclass(frozen=True)
class Room:
    """How much of each kind a page may show."""

    rows: int  # sections or notes
    entries: int
    terms: int
    reasons: bool


ROOMS = (
    Room(60, 5, 10, True),
    Room(60, 3, 8, True),
    Room(60, 2, 6, False),
    Room(40, 2, 5, False),
    Room(25, 1, 4, False),
    Room(12, 1, 3, False),
    Room(5, 1, 2, False),
    Room(0, 0, 0, False),
)


def build_pages(survey: Survey, harness: Harness | None) -> dict[str, str]:
    """Return the pages of a map by their paths relative to the vault, each within MAX_TOKENS."""
    teller = _Teller(survey, harness)
    pages = {INDEX_NAME: _fit(teller.tell_vault)}
    root = _fit(teller.tell_root)
    pages |= {name: root for name in TWINS}
    for section in survey.paged:
        page = _fit(lambda room, section=section: teller.tell_section(section, room))  # type: ignore[misc]
        pages |= {f"{section.path}/{name}": page for name in TWINS}
    return {path: pages[path] for path in sorted(pages)}


def _fit(render: Callable[[Room], str]) -> str:
    """Return a page that shows as much as fits."""
    for room in ROOMS:
        page = mark_page(render(room))
        if estimate_tokens(page) <= MAX_TOKENS:
            break
    return page


@dataclass(frozen=True)
class _Teller:
    """Writes what a survey and the owner's answers say."""

    survey: Survey
    harness: Harness | None

    def tell_vault(self, room: Room) -> str:
        """Return the map of the whole vault."""
        return _join(
            "# Vault index",
            "What this vault holds, as it was found; it says how the vault is, not how it should be.",
            self._tell_source(),
            "## In figures",
            "\n".join(self._list_figures(room)),
            *_title("## Entry notes", self._list_entries(room)),
            *_title("## Sections", self._list_sections(room, deep=True)),
        )

    def tell_root(self, room: Room) -> str:
        """Return the orientation for an agent that begins at the vault's root."""
        return _join(
            "# This vault",
            f"An Obsidian vault; `{INDEX_NAME}` is its map, and each section has a page like this one.",
            self._tell_source(),
            "\n".join(self._list_figures(room)),
            *_title("## Entry notes", self._list_entries(room)),
            *_title("## Sections", self._list_sections(room, deep=False)),
        )

    def tell_section(self, section: Section, room: Room) -> str:
        """Return the map of one section."""
        entries = self.survey.section_entries[section.path][: 3 * room.entries]
        children = [item for item in self.survey.sections if item.path.rpartition("/")[0] == section.path]
        paths = [path for path in self.survey.inside[section.path] if path.rpartition("/")[0] == section.path]
        return _join(
            f"# {escape_line(section.path)}",
            self._tell_use(section),
            "\n".join(self._list_section_figures(section, room)),
            *_title("## Entry notes", [_tell_entry(entry, room) for entry in entries]),
            *_title("## Folders", self._list_children(children, room)),
            *_title("## Notes", _cut([f"- {quote_code(path)}" for path in paths], room.rows, "notes")),
        )

    def _tell_source(self) -> str:
        if self.harness is None:
            return "What the sections are for is a guess from their names and notes; nobody was asked."
        return "What the sections are for was said by the vault's owner, or confirmed."

    def _list_figures(self, room: Room) -> list[str]:
        model = self.survey.model
        notes = model.notes.values()
        states = Counter(link.state for note in notes for link in note.links)
        days = sorted(note.day for note in notes if note.day)
        languages = self.harness.languages if self.harness else self.survey.languages
        terms = self.harness.terms if self.harness else self.survey.terms
        lines = [
            f"- {_count(len(notes), 'note')} with {_count(sum(note.words for note in notes), 'word')} in "
            f"{_count(sum(bool(item.path) for item in self.survey.sections), 'folder')}",
            f"- links: {', '.join(f'{states[state]:,} {state}' for state in sorted(states)) or 'none'}",
            f"- days: {days[0]} to {days[-1]}" if days else "",
            _name_words("languages", languages, room.terms),
            _name_words("words", terms, 2 * room.terms),
            self._tell_folders("templates", self.harness.templates if self.harness else None, room),
            self._tell_folders("archive", self.harness.archive if self.harness else None, room),
        ]
        return [line for line in lines if line]

    def _tell_folders(self, kind: str, said: Sequence[str] | None, room: Room) -> str:
        """Return the folders of templates or the archive, as said or as found."""
        known = {item.path for item in self.survey.sections}
        found = [item.path for item in self.survey.main if item.kind == kind and item.path]
        folders = [path for path in (found if said is None else said) if path in known][: room.rows]
        return f"- {kind}: {', '.join(quote_code(f'{path}/') for path in folders)}" if folders else ""

    def _list_entries(self, room: Room) -> list[str]:
        entries = self.survey.entries
        if self.harness and self.harness.entries:
            known = {entry.path: entry for entry in entries}
            said = [path for path in self.harness.entries if path in self.survey.model.notes]
            entries = tuple(known.get(path, EntryNote(path, 0.0, "")) for path in said)
        return [_tell_entry(entry, room) for entry in entries[: 3 * room.entries]]

    def _list_sections(self, room: Room, *, deep: bool) -> list[str]:
        """Return the main sections, of too many the largest, in the order of their names."""
        largest = sorted(self.survey.main, key=lambda item: (-item.notes, item.path))[: room.rows]
        rows = [self._tell_row(item, room, deep=deep) for item in sorted(largest, key=lambda item: item.path)]
        left = len(self.survey.main) - len(rows)
        return [*rows, f"- {left:,} smaller sections are not shown here"] if left else rows

    def _tell_row(self, section: Section, room: Room, *, deep: bool) -> str:
        entries = self.survey.section_entries.get(section.path, ())[: room.entries]
        terms = self.survey.section_terms.get(section.path, ())[: room.terms]
        use = self._name_use(section)
        size = _count(section.notes, "note") if section.notes else _count(section.files, "file")
        parts = [*([escape_text(use)] if use != section.kind else []), size]
        if deep:
            parts += [_count(section.links, "link")] if section.notes else []
            parts += [f"enter by {', '.join(quote_code(entry.path) for entry in entries)}"] if entries else []
            parts += [f"words: {escape_text(', '.join(terms))}"] if terms else []
        return f"- {_name_folder(section)} ({section.kind}): {'; '.join(parts)}"

    def _tell_use(self, section: Section) -> str:
        use = self._name_use(section)
        said = f"{escape_line(use[:1].upper() + use[1:])}. " if use != section.kind else ""
        return f"{said}Taken for {section.kind}. {escape_text(section.reason)}"

    def _name_use(self, section: Section) -> str:
        said = {item.folder: item.purpose for item in self.harness.sections} if self.harness else {}
        return said.get(section.path, PURPOSES[section.kind])

    def _list_section_figures(self, section: Section, room: Room) -> list[str]:
        lines = [
            f"- {_count(section.notes, 'note')} with {_count(section.words, 'word')}, {_count(section.links, 'link')}",
            f"- days: {section.first_day} to {section.last_day}" if section.first_day else "",
            _name_words("words", self.survey.section_terms[section.path], 2 * room.terms),
            _name_words("tags", [f"#{tag}" for tag in section.tags], room.terms),
            self._tell_neighbours(section, room),
        ]
        return [line for line in lines if line]

    def _tell_neighbours(self, section: Section, room: Room) -> str:
        """Return the main sections that notes of this one link to, most links first."""
        model = self.survey.model
        targets = [
            target
            for path in self.survey.inside[section.path]
            for target in model.out_links[path]
            if target in model.notes
        ]
        tops = Counter(target.partition("/")[0] for target in targets if "/" in target)
        tops.pop(section.path.partition("/")[0], None)
        best = sorted(tops, key=lambda top: (-tops[top], top))[: min(room.rows, SHOWN_LINKED)]
        named = [f"{quote_code(top + '/')} ({tops[top]:,})" for top in best]
        return f"- links to: {', '.join(named)}" if named else ""

    def _list_children(self, children: Sequence[Section], room: Room) -> list[str]:
        rows = [
            f"- {_name_folder(item)}: {escape_text(self._name_use(item))}, {_count(item.notes, 'note')}"
            for item in children
        ]
        return _cut(rows, room.rows, "folders")


def _name_folder(section: Section) -> str:
    return quote_code(f"{section.path}/") if section.path else "(no folder)"


def _tell_entry(entry: EntryNote, room: Room) -> str:
    reason = f": {escape_text(entry.reason)}" if room.reasons and entry.reason else ""
    return f"- {quote_code(entry.path)}{reason}"


def _name_words(name: str, words: Iterable[str], limit: int) -> str:
    shown = list(words)[:limit]
    return f"- {name}: {escape_text(', '.join(shown))}" if shown else ""


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _cut(rows: Sequence[str], limit: int, noun: str) -> list[str]:
    return [*rows[:limit], f"- {len(rows) - limit:,} more {noun}"] if len(rows) > limit else list(rows)


def _title(title: str, lines: Sequence[str]) -> tuple[str, ...]:
    return (title, "\n".join(lines)) if lines else ()


def _join(*blocks: str) -> str:
    return "\n\n".join(block for block in blocks if block) + "\n"
