"""One Markdown file of Readwise: its metadata, its highlights with their notes, and the text around them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ..drafts import Highlight
from ..vault.front_matter import FrontMatter, parse_front_matter, split_front_matter
from ..vault.properties import fold_key
from .characters import clean_line
from .dates import read_date
from .readwise_highlights import Mark, clean_tags, split_actions

Section = Literal["head", "metadata", "full", "highlights", "chapter", "other"]

# The fields of `## Metadata`; a bullet with any other name is prose.
FIELDS = frozenset(
    """author authors category date document_note document_tags full_title last_highlighted last_synced published
    published_date publisher readwise_url site source source_url summary tags title url cover image""".split()
)
_LONG_FIELDS = frozenset({"document_note", "summary"})
_END = "## Highlights"  # closes the last section
_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_FIELD = re.compile(r"[-*+]\s+(?:\*\*)?([A-Za-z][A-Za-z ]{1,24}?)(?:\*\*)?\s*:(?:\*\*)?(?:\s+(.*))?$")
_BULLET = re.compile(r"([ \t]*)[-*+]\s+(.*)$")
_OWN = re.compile(r"(?:\*\*)?(note|tags)(?:\*\*)?\s*:(?:\*\*)?\s*(.*)$", re.IGNORECASE)
_COVER = re.compile(r"!\[rw-book-cover[^\]]*\]\([^)]*\)\s*$")
_FULL_LINK = re.compile(r"\s*!?\[\[[^\]]*Full Document Contents/[^\]]*\]\]\s*$", re.IGNORECASE)
_LINK = re.compile(r"\s*\(?\[([^\[\]\n]{1,80})\]\((https?://[^\s()]+(?:\([^\s()]*\))?[^\s()]*)\)\)?\s*$")
_PLACE = re.compile(r"(location|page|time)\s+(.+)$", re.IGNORECASE)
_BLOCK_ID = re.compile(r"\s+\^(?:rw)?([A-Za-z0-9-]+)\s*$")
_HIGHLIGHTS = re.compile(r"(?:highlights?\b|new highlights? added\b)", re.IGNORECASE)
_SYNCED = re.compile(r"(?:first synced by|added by)\b.*?\[\[([^\]]*\d{4}[^\]]*)\]\]", re.IGNORECASE)
_TAG_LINK = re.compile(r"\[\[([^\[\]]+)\]\]|#([^\s#,\[\]]+)")


@dataclass
class ReadwiseNote:
    """What one file says; `body` and `full` hold none of the reader's own words that Readwise wrote into it."""

    front: FrontMatter = field(default_factory=FrontMatter)
    heading: str = ""  # the first heading of level 1
    fields: dict[str, str] = field(default_factory=dict)  # of the metadata section, by folded name
    marks: list[Mark] = field(default_factory=list)
    body: list[str] = field(default_factory=list)  # lines outside the full document and the metadata
    other: list[str] = field(default_factory=list)  # lines that Readwise did not write
    full: list[str] = field(default_factory=list)  # lines of the section "Full Document"
    synced: str | None = None  # day of the first synchronisation, where a heading names it


@dataclass
class _Item:
    """A highlight while its lines come in."""

    lines: list[str]
    raw: list[str]  # the same lines and all others, as they are
    note: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    own: Literal["", "note", "tags"] = ""  # to which of the reader's words the next line belongs
    own_indent: int = 0


def parse_readwise_note(text: str, *, is_full: bool = False) -> ReadwiseNote:
    """Part a file of Readwise's plugin or Markdown export; never raises.

    In a file of full text, `is_full`, all that follows "Full Document" is the text, whatever its headings say.
    """
    raw, body, _ = split_front_matter(text)
    note = ReadwiseNote(front=parse_front_matter(raw) if raw is not None else FrontMatter())
    section: Section = "head"
    held: list[str] = []
    for line in [*body.split("\n"), _END]:
        following = _find_section(line, section)
        if following is None or (is_full and section == "full" and line is not _END):
            held.append(line)
            continue
        _close_section(note, section, held)
        held, section = [line], following
    return note


def _find_section(line: str, current: Section) -> Section | None:
    """Return the section that a line opens, None where it belongs to the current one."""
    match = _HEADING.match(line)
    if match is None or len(match[1]) > 3:
        return None
    name = match[2].casefold()
    if name == "metadata" and current in ("head", "metadata"):
        return "metadata"
    if name == "full document" and current != "full":
        return "full"
    if _HIGHLIGHTS.match(name):
        return "highlights"
    if current == "full" or len(match[1]) == 3:
        return None
    if current in ("highlights", "chapter"):
        return "chapter"
    return "other" if len(match[1]) == 2 and current != "head" else None


def _close_section(note: ReadwiseNote, section: Section, lines: list[str]) -> None:
    if section == "metadata":
        note.fields.update(_read_fields(lines[1:]))
    elif section == "full":
        note.full += [line for line in lines[1:] if not _FULL_LINK.match(line)]
    elif section == "highlights":
        match = _SYNCED.search(lines[0])
        note.synced = note.synced or (read_date(match[1]) if match else None)
        marks, kept, strange = _read_highlights(lines[1:], linked_only=False)
        note.marks += marks
        note.body += ["", *kept, *strange]
    elif section == "chapter":
        marks, kept, strange = _read_highlights(lines, linked_only=True)
        note.marks += marks
        note.body += ["", *kept] if marks else []
        note.other += ["", *(strange if marks else lines)]
    elif section == "other":
        note.other += ["", *lines]
    else:
        _read_head(note, lines)


def _read_head(note: ReadwiseNote, lines: list[str]) -> None:
    """Take what stands before the first section: title, cover, and in some templates the highlights."""
    held: list[str] = []
    for line in lines:
        match = _HEADING.match(line)
        if match and len(match[1]) == 1 and not note.heading:
            note.heading = clean_line(match[2])
        elif not _COVER.match(line):
            held.append(line)
    marks, kept, strange = _read_highlights(held, linked_only=True)
    note.marks += marks
    note.body += kept if marks else held
    note.other += strange if marks else []


def _read_fields(lines: list[str]) -> dict[str, str]:
    """Return the metadata; the lines of a long value may follow it, since the template prints them as they are."""
    found: dict[str, str] = {}
    current = ""
    for line in lines:
        match = _FIELD.match(line)
        name = fold_key(match[1]) if match else ""
        if match and name in FIELDS:
            current = name if name not in found else ""
            found.setdefault(name, (match[2] or "").strip())
        elif current in _LONG_FIELDS:
            found[current] += f"\n{line.strip()}"
    return {name: value.strip() for name, value in found.items() if value.strip()}


def _read_highlights(lines: list[str], *, linked_only: bool) -> tuple[list[Mark], list[str], list[str]]:
    """Return (highlights, lines without the reader's own words, lines that belong to no highlight).

    With `linked_only` an item without a link back to its account is something that somebody else wrote.
    """
    marks: list[Mark] = []
    kept: list[str] = []
    strange: list[str] = []
    for item in _iter_items(lines):
        if isinstance(item, str):
            (strange if linked_only and not _HEADING.match(item) else kept).append(item)
            continue
        made = _make_mark(item)
        if made is None or (linked_only and not made[1]):
            strange += item.raw
            continue
        marks.append(made[0])
        kept += _indent_item(made[0].highlight.text)
    return marks, kept, strange


def _iter_items(lines: list[str]) -> Iterator[_Item | str]:
    """Yield each highlight with its lines, and each line that belongs to none."""
    item: _Item | None = None
    for line in lines:
        bullet = _BULLET.match(line)
        if _HEADING.match(line):
            if item:
                yield item
            item = None
            yield line
        elif bullet and not bullet[1]:
            if item:
                yield item
            item = _Item([bullet[2]], [line])
        elif item is None:
            yield line
        else:
            _extend_item(item, line, bullet)
    if item:
        yield item


def _extend_item(item: _Item, line: str, bullet: re.Match[str] | None) -> None:
    """Add a line to what it continues: the passage, or the note on it."""
    item.raw.append(line)
    own = _OWN.match(bullet[2]) if bullet else None
    indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
    if own:
        item.own = "note" if own[1].lower() == "note" else "tags"
        item.own_indent = indent
        (item.note if item.own == "note" else item.tags).append(own[2])
    elif item.own == "note" and (indent > item.own_indent or not line.strip()):
        item.note.append(line.strip())
    elif item.own == "tags" and indent > item.own_indent:
        item.tags.append(line)
    elif item.own and bullet is None and line.strip() and indent == 0:
        item.note.append(line.strip())  # a note of several lines, printed as it is
    else:
        item.own = ""
        item.lines.append(_dedent(line))


def _dedent(line: str) -> str:
    """Return a line of a list item without the item's indentation, which is two spaces or four."""
    expanded = line.expandtabs(4)
    indent = len(expanded) - len(expanded.lstrip())
    return expanded[min(indent, 4 if indent >= 4 else 2) :].rstrip()


def _make_mark(item: _Item) -> tuple[Mark, bool] | None:
    """Return a highlight, and whether it is linked to where it was made; None where it has no words."""
    passage = "\n".join(item.lines).strip()
    key, place, linked = "", "", False
    if match := _BLOCK_ID.search(passage):
        key, passage, linked = match[1], passage[: match.start()], True
    if match := _LINK.search(passage):
        link_key, place = _read_link(match[1], match[2])
        key, passage, linked = link_key or key, passage[: match.start()].rstrip(), True
    if not passage:
        return None
    actions = split_actions("\n".join(item.note))
    tags = clean_tags([*_read_tags("\n".join(item.tags)), *actions.tags])
    highlight = Highlight(text=passage, note=actions.note, tags=tags, location=place, key=key)
    return Mark(highlight, frozenset({key} if key else ())), linked


def _indent_item(passage: str) -> Iterator[str]:
    for number, line in enumerate(passage.split("\n")):
        yield f"- {line}" if number == 0 else f"  {line}".rstrip()


def _read_link(label: str, url: str) -> tuple[str, str]:
    """Return (id of the highlight or "", place in the work or "") of the link after a passage."""
    place = _PLACE.match(label.strip())
    shown = f"{place[1].lower()} {clean_line(place[2])}" if place else ""
    is_own = re.match(r"https?://(?:read\.readwise\.io/|readwise\.io/open/)", url)
    return (url.partition("?")[0].rstrip("/").rpartition("/")[2] if is_own else ""), shown


def _read_tags(text: str) -> list[str]:
    if "[[" in text or "#" in text:
        return [(match[1] or match[2]).partition("|")[0] for match in _TAG_LINK.finditer(text)]
    return re.split(r"[,\n]", text)


def read_tag_field(text: str) -> tuple[str, ...]:
    """Return the tags of a metadata field such as `#pricing #b2b` or `[[pricing]]`."""
    return clean_tags(_read_tags(text))
