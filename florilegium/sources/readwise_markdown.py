"""The reader of Readwise's Markdown: the folder of its Obsidian plugin, or an export."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..drafts import Draft
from ..errors import SourceUnavailableError
from ..params import SnapshotSourcesParams, SourceParams
from ..vault.front_matter import FrontMatter
from ..vault.notes import parse_note
from ..vault.properties import PUBLICATION_KEYS, SUMMARY_KEYS, read_authors, read_tags, read_text
from .account_files import AccountFiles
from .characters import clean_line, clean_text, fold_name
from .dates import read_date
from .decoding import decode_text
from .html import add_title, list_headings, tidy_markdown
from .reader import InputFile, Reading, Scan, Unit
from .readwise_drafts import find_url
from .readwise_highlights import KINDS, NO_TEXT, clean_tags, join_notes, merge_marks, split_actions
from .readwise_note import ReadwiseNote, parse_readwise_note, read_tag_field

FULL_FOLDER = "full document contents"
SYNC_LOG = "readwise syncs.md"


@dataclass(frozen=True)
class ReadwiseMarkdownReader:
    """A folder of Markdown files, one work each; a file of highlights and the full text of the work are one unit."""

    files: AccountFiles

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> "ReadwiseMarkdownReader":
        """Return the reader of a configured folder; `root` is the project, from which relative paths lead."""
        return cls(AccountFiles.from_params(source, params, root))

    @property
    def name(self) -> str:
        """What the user calls the account."""
        return self.files.name

    @property
    def settings(self) -> str:
        """All that changes what it yields, as one text."""
        return self.files.settings

    def scan(self) -> Scan:
        """List the works, each with its full text; raises SourceUnavailableError where the folder is missing."""
        listing = self.files.list_files()
        hidden = next((folder for folder in listing.unreadable if _is_full(folder)), "")
        if hidden:
            raise SourceUnavailableError(
                f"{self.name}: {hidden}: this folder cannot be listed", hint="correct its permissions"
            )
        notes: list[InputFile] = []
        rows = list(listing.rows)
        for file in listing.files:
            reason = _judge_name(file.path)
            if reason:
                rows.append(self.files.make_row(file.path, reason))
            else:
                notes.append(file)
        return Scan(_pair_files(notes), tuple(sorted(rows, key=lambda row: row.path)), listing.unreadable)

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError."""
        return self.files.load(file)

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn one work's files into a draft; a file without text gives a row."""
        rows = []
        texts: dict[str, str] = {}
        diagnostics: list[str] = []
        for path in sorted(contents):
            decoded = decode_text(contents[path])
            if decoded.is_binary or not decoded.text.strip():
                rows.append(self.files.make_row(path, "binary" if decoded.is_binary else "empty"))
                continue
            texts[path] = clean_text(decoded.text)
            diagnostics += decoded.diagnostics
        main = unit.key if unit.key in texts else next(iter(texts), "")
        if not main:
            return Reading((), tuple(rows))
        rule = self._find_rule(texts)
        if rule:
            return Reading((), (*rows, self.files.make_private_row(rule, len(texts))))
        full = next((path for path in texts if path != main and _is_full(path)), "")
        draft = _draft_note(main, texts[main], texts.get(full, ""), tuple(diagnostics))
        repairs = tuple(item for item in draft.diagnostics if item != NO_TEXT)
        rows += [self.files.make_taken_row(path, repairs if path == main else ()) for path in texts]
        return Reading((draft,), tuple(rows))

    def _find_rule(self, texts: Mapping[str, str]) -> str:
        """Return the rule that makes a work private: a tag or property in any of its files, a tag on any highlight."""
        rules = self.files.private
        for path, text in texts.items():
            note = parse_readwise_note(text)
            tags = [*read_tag_field(note.fields.get("document_tags", "")), *read_tag_field(note.fields.get("tags", ""))]
            tags += [tag for mark in note.marks for tag in mark.highlight.tags]
            rule = rules.find_rule(parse_note(path, text), text) or rules.find_tag(tags)
            if rule:
                return rule
        return ""


def _judge_name(path: str) -> str:
    name = fold_name(path.rpartition("/")[2])
    if not name.endswith((".md", ".markdown")):
        return "attachment"
    return "sync_log" if name == SYNC_LOG else ""


def _is_full(path: str) -> bool:
    return FULL_FOLDER in [fold_name(part) for part in path.split("/")]


def _pair_files(files: Sequence[InputFile]) -> tuple[Unit, ...]:
    """Return one unit a work: a file of highlights takes the full text that lies under its own path, or whose name
    only the two of them have."""
    fulls = [file for file in files if _is_full(file.path)]
    notes = [file for file in files if not _is_full(file.path)]
    by_path = _index([*fulls], whole=True)
    by_name, rivals = _index(fulls, whole=False), _index(notes, whole=False)
    units: list[Unit] = []
    used: set[str] = set()
    for note in notes:
        name = _key(note.path, whole=False)
        found = by_path.get(_key(note.path, whole=True), [])
        if not found and len(rivals[name]) == 1:
            found = by_name.get(name, [])
        partner = [file for file in found if len(found) == 1 and file.path not in used]
        used |= {file.path for file in partner}
        units.append(Unit(note.path, (note, *partner)))
    units += [Unit(file.path, (file,)) for file in fulls if file.path not in used]
    return tuple(sorted(units, key=lambda unit: unit.key))


def _index(files: Sequence[InputFile], *, whole: bool) -> dict[str, list[InputFile]]:
    found: dict[str, list[InputFile]] = {}
    for file in files:
        found.setdefault(_key(file.path, whole=whole), []).append(file)
    return found


def _key(path: str, *, whole: bool) -> str:
    """Return the folded path without the folder of full texts, or the folded name alone."""
    parts = [part for part in map(fold_name, path.split("/")) if part != FULL_FOLDER]
    return "/".join(parts) if whole else parts[-1]


def _draft_note(path: str, text: str, full_text: str, diagnostics: tuple[str, ...]) -> Draft:
    note = parse_readwise_note(text, is_full=_is_full(path))
    full = parse_readwise_note(full_text, is_full=True) if full_text else None
    front, fields = note.front, {**(full.fields if full else {}), **note.fields}
    stem = path.rpartition("/")[2].rpartition(".")[0]
    title = clean_line(fields.get("full_title", "")) or front.title or note.heading or clean_line(stem) or "Untitled"
    kind = _find_kind(path, fields, front)
    highlights = merge_marks(note.marks)
    summary = clean_line(fields.get("summary", "")) or read_text(front.get(*SUMMARY_KEYS))
    stored = _find_full(note, full, is_full_file=_is_full(path))
    own = split_actions(join_notes([fields.get("document_note", ""), _read_front_note(front)]))
    rest = tidy_markdown("\n".join(note.other if stored else [*note.body, *note.other]))
    body = add_title(title, "\n\n".join(part for part in (stored or summary, rest) if part))
    names = {clean_line(stem), note.heading} - {title, ""}
    return Draft(
        origin="readwise",
        original_path=path,
        title=title,
        text=body,
        location="library",
        kind=kind,
        authorship="mixed" if any(line.strip() for line in note.other) else "other",
        aliases=tuple(sorted(names)),
        authors=_find_authors(fields, front),
        publication=clean_line(fields.get("publisher", "") or fields.get("site", ""))
        or read_text(front.get(*PUBLICATION_KEYS)),
        published=read_date(fields.get("published") or fields.get("published_date")) or front.published,
        saved=read_date(fields.get("date")) or front.saved or note.synced,
        tags=clean_tags([*_find_tags(fields), *front.tags, *read_tags(front.get("document_tags")), *own.tags]),
        summary=summary,
        headings=tuple(item for item in list_headings(body) if item != title),
        source_url=find_url(fields.get("url", ""), fields.get("source_url", ""), *front.urls),
        document_note=own.note,
        highlights=() if kind == "supplemental" else highlights,
        diagnostics=(*(() if stored else (NO_TEXT,)), *diagnostics, *front.problems),
    )


def _find_full(note: ReadwiseNote, full: ReadwiseNote | None, *, is_full_file: bool) -> str:
    """Return the full text, "" where none is stored: of its own file, else of a section in the file of highlights."""
    for holder, is_alone in ((full, True), (note, is_full_file)):
        if holder is not None:
            text = tidy_markdown("\n".join(holder.full or (holder.body if is_alone else [])))
            if text:
                return text
    return ""


def _find_kind(path: str, fields: Mapping[str, str], front: FrontMatter) -> str:
    """Return the kind of a work: supplied highlights first, then its category, then its folder."""
    category = clean_line(fields.get("category", "") or read_text(front.get("category", "type"))).lstrip("#").lower()
    folders = [fold_name(part) for part in path.split("/")[:-1]]
    names = [category, *reversed(folders)]
    kinds = [KINDS[name] for name in names if name in KINDS]
    if "supplemental" in kinds:
        return "supplemental"
    return kinds[0] if kinds else "article"


def _find_authors(fields: Mapping[str, str], front: FrontMatter) -> tuple[str, ...]:
    named = fields.get("author") or fields.get("authors") or ""
    return read_authors(clean_line(named)) if named else front.authors


def _find_tags(fields: Mapping[str, str]) -> tuple[str, ...]:
    return (*read_tag_field(fields.get("document_tags", "")), *read_tag_field(fields.get("tags", "")))


def _read_front_note(front: FrontMatter) -> str:
    value = front.get("document_note", "note", "notes")
    return clean_text(value) if isinstance(value, str) else ""
