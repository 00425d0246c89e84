"""One entry a work: what Readwise's two interfaces tell about it, joined."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..drafts import Highlight
from ..sameness.urls import canonicalise_url, names_document
from .characters import clean_line
from .dates import read_date
from .readwise_highlights import Mark, clean_tags, describe_place, join_notes, split_actions
from .readwise_records import Record, get_line, get_list, get_tags, get_text


@dataclass
class Entry:
    """A work in the account; `document` comes from v3, `book` from v2, and one of them may be empty."""

    document: Mapping[str, Any] = field(default_factory=dict)
    book: Mapping[str, Any] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # the reader's, on the whole work
    guessed: bool = False  # the document is known only from a highlight that names it

    @property
    def path(self) -> str:
        """Where the work lies in the account: by its v3 id, else by its v2 id."""
        document_id = get_line(self.document, "id")
        return f"reader/{document_id}" if document_id else f"books/{get_book_id(self.book)}"


@dataclass
class Dropped:
    """Something that the account holds and the library does not."""

    path: str
    reason: str  # deleted, discarded, orphan
    detail: str = ""


@dataclass
class Account:
    """All works of an account, and what was left out."""

    entries: list[Entry] = field(default_factory=list)
    dropped: list[Dropped] = field(default_factory=list)


def join_records(records: Sequence[Record]) -> Account:
    """Return one entry a work; a v2 book joins its v3 document by id, else by address where that is unambiguous."""
    account = Account()
    documents = _take_documents(records, account)
    books = _take_books(records, account)
    children = _pick_latest([record.value for record in records if record.kind == "child"], "id")
    entries = _pair(documents, books)
    dead = _add_book_marks(entries.values(), records, books, account)
    _add_children(entries, children, dead, account)
    account.entries = sorted(entries.values(), key=lambda entry: entry.path)
    account.dropped.sort(key=lambda item: (item.path, item.reason))
    return account


def get_book_id(book: Mapping[str, Any]) -> str:
    """Return the id of a v2 book in either of its forms."""
    return get_line(book, "user_book_id", "id")


def _pick_latest(values: Iterable[Mapping[str, Any]], *keys: str) -> dict[str, Mapping[str, Any]]:
    """Return the newest telling of each item; a full text of an older one is kept, since not every answer has it."""
    latest: dict[str, dict[str, Any]] = {}
    for value in values:
        key = get_line(value, *keys)
        known = latest.get(key, {})
        older, newer = sorted((known, value), key=lambda item: get_line(item, "updated_at", "updated"))
        merged = dict(newer)
        for name in ("html_content", "content"):
            if not get_text(merged, name) and get_text(older, name):
                merged[name] = older[name]
        latest[key] = merged
    return dict(latest)


def _take_documents(records: Sequence[Record], account: Account) -> dict[str, Mapping[str, Any]]:
    found = _pick_latest([record.value for record in records if record.kind == "document"], "id")
    account.dropped += [
        Dropped(f"reader/{key}", "deleted") for key, value in found.items() if is_true(value, "is_deleted")
    ]
    return {key: value for key, value in found.items() if not is_true(value, "is_deleted")}


def _take_books(records: Sequence[Record], account: Account) -> dict[str, dict[str, Any]]:
    """Return the books, each with the highlights of all answers that tell of it."""
    books: dict[str, dict[str, Any]] = {}
    for record in records:
        if record.kind == "book":
            key = get_book_id(record.value)
            earlier = get_list(books.get(key, {}), "highlights")
            books[key] = {**record.value, "highlights": [*earlier, *get_list(record.value, "highlights")]}
    for record in records:
        if record.kind == "highlight":
            key = get_line(record.value, "book_id")
            if key in books:
                books[key]["highlights"].append(record.value)
            else:
                account.dropped.append(Dropped(f"books/{key}/highlights/{get_line(record.value, 'id')}", "orphan"))
    account.dropped += [
        Dropped(f"books/{key}", "deleted") for key, value in books.items() if is_true(value, "is_deleted")
    ]
    return {key: value for key, value in books.items() if not is_true(value, "is_deleted")}


def _pair(documents: Mapping[str, Mapping[str, Any]], books: Mapping[str, Mapping[str, Any]]) -> dict[str, Entry]:
    """Return the entries by v3 id, or by "book <v2 id>" where no v3 document is stored."""
    entries = {key: Entry(document=value) for key, value in documents.items()}
    by_url = _index_urls(documents, "source_url")
    books_by_url = _index_urls(books, "source_url")
    for key, book in books.items():
        target = next((name for name in list_reader_ids(book) if name in documents), "")
        if not target:
            url = _read_url_key(book)
            same = by_url.get(url, [])
            target = same[0] if url and len(same) == 1 and len(books_by_url[url]) == 1 else ""
        if target and not entries[target].book:
            entries[target].book = book
        else:
            entries[f"book {key}"] = Entry(book=book)
    return entries


def list_reader_ids(value: Mapping[str, Any]) -> list[str]:
    """Return the ids under which v3 knows a v2 item: its external id, and the end of its link into Reader."""
    ids = [get_line(value, "external_id")]
    for key in ("unique_url", "url"):
        url = get_line(value, key)
        if "read.readwise.io/" in url:
            ids.append(url.partition("?")[0].rstrip("/").rpartition("/")[2])
    return [item for item in dict.fromkeys(ids) if item]


def is_true(value: Mapping[str, Any], key: str) -> bool:
    """Tell whether a field says yes."""
    return value.get(key) is True


def _index_urls(items: Mapping[str, Mapping[str, Any]], key: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, item in items.items():
        url = _read_url_key(item)
        if url:
            found.setdefault(url, []).append(name)
    return found


def _read_url_key(item: Mapping[str, Any]) -> str:
    canonical = canonicalise_url(get_line(item, "source_url"))
    return canonical if names_document(canonical) else ""


def _add_book_marks(
    entries: Iterable[Entry], records: Sequence[Record], books: Mapping[str, Mapping[str, Any]], account: Account
) -> frozenset[str]:
    """Give each entry its v2 highlights; return the ids of those that the reader does not want any more."""
    dead: set[str] = set()
    for entry in entries:
        latest = _pick_latest([item for item in get_list(entry.book, "highlights") if isinstance(item, dict)], "id")
        for key, item in latest.items():
            actions = split_actions(get_text(item, "note"))
            reason = "deleted" if is_true(item, "is_deleted") else ""
            if not reason and (is_true(item, "is_discard") or actions.discards):
                reason = "discarded"
            if reason:
                dead |= _list_ids(item)
                account.dropped.append(Dropped(f"books/{get_book_id(entry.book)}/highlights/{key}", reason))
            elif get_text(item, "text"):
                entry.marks.append(_make_book_mark(item))
            elif actions.note:
                entry.notes.append(actions.note)
    return frozenset(dead)


def _list_ids(item: Mapping[str, Any]) -> set[str]:
    return {f"v2 {get_line(item, 'id')}", *(f"v3 {name}" for name in list_reader_ids(item))}


def _make_book_mark(item: Mapping[str, Any]) -> Mark:
    actions = split_actions(get_text(item, "note"))
    favorite = ["favorite"] if is_true(item, "is_favorite") else []
    place = item.get("location")
    known = isinstance(place, int | float) and not isinstance(place, bool)
    made = get_line(item, "highlighted_at")
    reader_ids = list_reader_ids(item)
    return Mark(
        Highlight(
            text=get_text(item, "text"),
            note=actions.note,
            tags=clean_tags([*get_tags(item.get("tags")), *actions.tags, *favorite]),
            location=describe_place(get_line(item, "location_type"), get_line(item, "location")),
            made=read_date(made),
            key=reader_ids[0] if reader_ids else get_line(item, "id"),
        ),
        frozenset(_list_ids(item)),
        (float(place) if known and place is not None else float("inf"), made),
    )


def _add_children(
    entries: dict[str, Entry], children: Mapping[str, Mapping[str, Any]], dead: frozenset[str], account: Account
) -> None:
    """Attach v3's highlights to their documents and its notes to what they are on."""
    by_reader_id = {key: entry for key, entry in entries.items() if not key.startswith("book ")}
    for entry in entries.values():
        for name in list_reader_ids(entry.book):
            by_reader_id.setdefault(name, entry)
    gone = {item.path.removeprefix("reader/") for item in account.dropped if item.path.startswith("reader/")}
    live = {
        key: value for key, value in children.items() if f"v3 {key}" not in dead and not is_true(value, "is_deleted")
    }
    notes = _group_notes(live)
    for key, value in sorted(live.items()):
        parent = get_line(value, "parent_id")
        if parent in gone or value.get("category") == "note" and parent in children:
            continue
        if parent not in by_reader_id:
            if value.get("category") == "note":
                account.dropped.append(Dropped(f"reader/{key}", "orphan"))
                continue
            by_reader_id[parent] = entries[parent] = _guess_entry(parent, value)
        _add_child(by_reader_id[parent], value, notes.get(key, []), account)


def _group_notes(children: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the texts of notes by what they are on, oldest first."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for key, value in children.items():
        if value.get("category") == "note":
            made = get_line(value, "created_at", "saved_at")
            found.setdefault(get_line(value, "parent_id"), []).append((made, key, get_text(value, "content", "notes")))
    return {parent: [text for _, _, text in sorted(notes)] for parent, notes in found.items()}


def _guess_entry(parent: str, child: Mapping[str, Any]) -> Entry:
    """Return the entry of a document of which only a highlight is stored; the highlight names title and author."""
    kept = {key: child.get(key) for key in ("title", "author", "source_url", "site_name")}
    return Entry(document={**kept, "id": parent}, guessed=True)


def _add_child(entry: Entry, value: Mapping[str, Any], notes: Sequence[str], account: Account) -> None:
    actions = [split_actions(note) for note in (get_text(value, "notes"), *notes)]
    text, key = get_text(value, "content"), get_line(value, "id")
    made = get_line(value, "created_at", "saved_at")
    if any(item.discards for item in actions):
        account.dropped.append(Dropped(f"reader/{key}", "discarded"))
    elif value.get("category") == "note" or not text:
        entry.notes += [item.note for item in [split_actions(text), *actions] if item.note]
    else:
        tags = clean_tags([*get_tags(value.get("tags")), *(tag for item in actions for tag in item.tags)])
        note = join_notes(item.note for item in actions)
        highlight = Highlight(text=text, note=note, tags=tags, made=read_date(made), key=clean_line(key))
        entry.marks.append(Mark(highlight, frozenset({f"v3 {key}"}), (float("inf"), made)))
