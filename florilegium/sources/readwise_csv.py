"""The reader of Readwise's CSV files: the export in both generations of its header, and the import form."""

import csv
import io
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..drafts import Draft, Highlight
from ..vault.privacy import PrivacyRules
from .account_files import AccountReader
from .bylines import split_authors
from .characters import clean_line, clean_text, fold_name
from .dates import read_date
from .decoding import decode_text
from .reader import Reading, Row, Scan, Unit
from .readwise_drafts import find_url
from .readwise_highlights import (
    NO_TEXT,
    Mark,
    clean_tags,
    compose_text,
    describe_place,
    find_earliest,
    join_notes,
    merge_marks,
    split_actions,
)

EXPORT_HEADER = (
    "Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,"
    "Location Type,Location,Highlighted at,Document tags"
)
IMPORT_HEADER = "Highlight,Title,Author,URL,Note,Location,Date"
# What the import form calls a column, under the name that the export has for it.
_SAME_COLUMNS = {"title": "book title", "author": "book author", "date": "highlighted at"}
_MAX_FIELD = 50_000_000


@dataclass(frozen=True)
class Line:
    """One record of a CSV file."""

    number: int  # line on which it ends, counted from 1
    values: Mapping[str, str]  # by column, in lower case, under the export's names


@dataclass
class Book:
    """What the lines tell about one work."""

    title: str
    author: str
    marks: list[Mark] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)

    @property
    def holds_words(self) -> bool:
        """Tell whether anything is left of it besides what the reader discarded."""
        return bool(self.marks) or any(self.notes)


@dataclass(frozen=True)
class ReadwiseCsvReader(AccountReader):
    """One CSV file, or a folder of them, read as a whole: two files may tell of one book."""

    def scan(self) -> Scan:
        """List the CSV files as one unit; raises SourceUnavailableError, also where a folder cannot be listed."""
        return self.list_whole((".csv", ".tsv", ".txt"))

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn all files into one draft a book; a broken record gets a failed row and costs no other."""
        books: dict[tuple[str, str], Book] = {}
        rows: list[Row] = []
        for path in sorted(contents):
            for line in self._read_table(path, contents[path], rows):
                reason = _add_line(line, books)
                if reason:
                    rows.append(self.files.make_row(path, reason, _describe_refusal(line, reason)))
        drafts: list[Draft] = []
        for key in sorted(books):
            rule = self.files.private.find_tag(clean_tags(books[key].tags))
            if rule:
                rows.append(self.files.make_private_row(rule))
            elif books[key].holds_words:
                drafts.append(_draft_book(books[key], self.files.private))
        return Reading(tuple(drafts), tuple(rows))

    def _read_table(self, path: str, content: bytes, rows: list[Row]) -> list[Line]:
        decoded = decode_text(content)
        if decoded.is_binary or not decoded.text.strip():
            rows.append(self.files.make_row(path, "binary" if decoded.is_binary else "empty"))
            return []
        records, fault = _parse_table(decoded.text)
        columns = _read_header(records[0][1]) if records else None
        if columns is None:
            known = f"known are {EXPORT_HEADER!r} (the last column may be missing) and {IMPORT_HEADER!r}"
            found = clean_line(",".join(records[0][1]) if records else "")[:300]
            rows.append(self.files.make_row(path, "unknown_header", f"{found!r}: {known}"))
            return []
        lines: list[Line] = []
        for number, record in records[1:]:
            if len(record) > len(columns):
                detail = f"the record that ends on line {number} has {len(record)} columns, not {len(columns)}"
                rows.append(self.files.make_row(path, "bad_record", detail))
            elif any(value.strip() for value in record):
                lines.append(Line(number, dict(zip(columns, map(clean_text, record), strict=False))))
        rows.append(self.files.make_taken_row(path, (*decoded.diagnostics, *((fault,) if fault else ()))))
        return lines


def _parse_table(text: str) -> tuple[list[tuple[int, list[str]]], str]:
    """Return (line on which each record ends, its values), and what is wrong with the quotation marks."""
    csv.field_size_limit(_MAX_FIELD)
    try:
        return list(_iter_table(text, strict=True)), ""
    except csv.Error as error:
        fault = f"a quotation mark is out of place ({error}), so records may have run together."
    records: list[tuple[int, list[str]]] = []
    try:
        records.extend(_iter_table(text, strict=False))
    except csv.Error as error:
        fault = f"{fault} Reading stopped after record {len(records)}: {error}."
    return records, fault


def _iter_table(text: str, *, strict: bool) -> Iterator[tuple[int, list[str]]]:
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)  # a spreadsheet saves with semicolons in half of Europe
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=strict)
    for record in reader:
        if record:
            yield reader.line_num, record


def _read_header(record: Sequence[str]) -> list[str] | None:
    """Return the columns under the export's names, None where this is no known header."""
    names = [clean_line(name).lower() for name in record]
    columns = [_SAME_COLUMNS.get(name, name) for name in names]
    known = "highlight" in columns and "book title" in columns and len(set(columns)) == len(columns)
    return columns if known else None


def _add_line(line: Line, books: dict[tuple[str, str], Book]) -> str:
    """File one record under its book; return why that was not done, "" where it was."""
    values = line.values
    title, author = clean_line(values.get("book title", "")), clean_line(values.get("book author", ""))
    if not title:
        return "bad_record"
    book = books.setdefault((fold_name(title), fold_name(author)), Book(title, author))
    book.tags += values.get("document tags", "").split(",")
    book.urls.append(values.get("url", ""))
    book.kinds.add(_guess_kind(values))
    actions = split_actions(values.get("note", ""))
    tags = [clean_line(tag) for tag in values.get("tags", "").split(",")]
    if actions.discards or ".discard" in tags:
        return "discarded"
    text = values.get("highlight", "").strip()
    if not text:
        book.notes.append(actions.note)
        book.tags += [*tags, *actions.tags]
        return ""
    made = clean_line(values.get("highlighted at", ""))
    place = clean_line(values.get("location", ""))
    highlight = Highlight(
        text=text,
        note=actions.note,
        tags=clean_tags([*tags, *actions.tags]),
        location=describe_place(values.get("location type", "location"), place),
        made=read_date(made),
    )
    order = float(place) if place.isascii() and place.isdigit() and len(place) < 16 else float("inf")
    book.marks.append(Mark(highlight, frozenset(), (order, made)))
    return ""


def _describe_refusal(line: Line, reason: str) -> str:
    place = f"the record that ends on line {line.number}"
    return f"{place} names no title" if reason == "bad_record" else f"{place} is a highlight that the reader discarded"


def _guess_kind(values: Mapping[str, str]) -> str:
    """Return the kind that a record speaks for: the export does not name it, but places in a text differ by kind."""
    place = values.get("location type", "").strip().lower()
    if values.get("amazon book id", "").strip() or place in ("location", "page"):
        return "book"
    if place == "time_offset":
        return "podcast"
    return "article" if place == "order" or values.get("url", "").strip() else ""


def _draft_book(book: Book, private: PrivacyRules) -> Draft:
    """Return the draft of a book without the highlights that have a private tag."""
    highlights = tuple(item for item in merge_marks(book.marks) if not private.find_tag(item.tags))
    kinds = sorted(kind for kind in book.kinds if kind)
    author = f" ({book.author})" if book.author else ""
    return Draft(
        origin="readwise",
        original_path=unicodedata.normalize("NFC", f"csv/{book.title}{author}"),
        title=book.title,
        text=compose_text(book.title, "", (item.text for item in highlights)),
        location="library",
        kind=kinds[0] if len(kinds) == 1 else "book",
        authorship="other",
        authors=split_authors(book.author),
        saved=find_earliest(highlights),
        tags=clean_tags(book.tags),
        source_url=find_url(*book.urls),
        document_note=join_notes(book.notes),
        highlights=highlights,
        diagnostics=(NO_TEXT,),
    )
