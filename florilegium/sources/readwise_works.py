"""One work of Readwise's Markdown, from its texts to a draft."""

from collections.abc import Mapping
from dataclasses import replace

from ..drafts import Draft
from ..vault.front_matter import FrontMatter
from ..vault.notes import parse_note
from ..vault.privacy import PrivacyRules
from ..vault.properties import PUBLICATION_KEYS, SUMMARY_KEYS, read_authors, read_tags, read_text
from .characters import clean_line, clean_text, fold_name
from .dates import read_date
from .html import add_title, list_headings, tidy_markdown
from .readwise_drafts import find_url
from .readwise_folders import is_full
from .readwise_highlights import KINDS, NO_TEXT, clean_tags, join_notes, merge_marks, split_actions
from .readwise_note import ReadwiseNote, parse_readwise_note, read_tag_field


def find_private_rule(texts: Mapping[str, str], rules: PrivacyRules) -> str:
    """Return the rule that makes a work private: a tag or property in any of its files, a tag on any highlight."""
    for path, text in texts.items():
        note = parse_readwise_note(text)
        tags = [*read_tag_field(note.fields.get("document_tags", "")), *read_tag_field(note.fields.get("tags", ""))]
        tags += [tag for mark in note.marks for tag in mark.highlight.tags]
        rule = rules.find_rule(parse_note(path, text), text) or rules.find_tag(tags)
        if rule:
            return rule
    return ""


def draft_vault_work(main: str, texts: Mapping[str, str], diagnostics: tuple[str, ...]) -> Draft:
    """Return the draft of a work that lies in a vault, with the links by which the vault's notes know each other."""
    clean = {path: clean_text(text) for path, text in texts.items()}
    full = next((path for path in sorted(clean) if path != main and is_full(path)), "")
    draft = draft_work(main, clean[main], clean.get(full, ""), diagnostics)
    return replace(draft, links=parse_note(main, texts[main]).links)


def draft_work(path: str, text: str, full_text: str, diagnostics: tuple[str, ...]) -> Draft:
    """Return the draft of a work from its file, and from that of its full text, "" for none; never raises."""
    note = parse_readwise_note(text, is_full=is_full(path))
    full = parse_readwise_note(full_text, is_full=True) if full_text else None
    front, fields = note.front, {**(full.fields if full else {}), **note.fields}
    stem = path.rpartition("/")[2].rpartition(".")[0]
    title = clean_line(fields.get("full_title", "")) or front.title or note.heading or clean_line(stem) or "Untitled"
    kind = _find_kind(path, fields, front)
    highlights = merge_marks(note.marks)
    summary = clean_line(fields.get("summary", "")) or read_text(front.get(*SUMMARY_KEYS))
    stored = _find_full(note, full, is_full_file=is_full(path))
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
