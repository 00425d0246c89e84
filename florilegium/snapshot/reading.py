"""One unit's way from its files to records and texts of the library."""

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from ..documents import Document
from ..drafts import Draft, make_document, render_highlights
from ..project.schemas import find_problems
from ..sources.reader import Reader, Reading, Row, Unit
from .shelf import StoredText
from .state import KnownDocument, KnownInput, KnownUnit
from .survey import Step, clean_row, clean_text, sort_row

KEPT = "kept as of the last snapshot"
REPLACED = "held characters that no text can hold; each was replaced"
MAX_DETAIL = 300


@dataclass(frozen=True, slots=True)
class NewDocument:
    """One document on its way to the library."""

    known: KnownDocument
    document: Document
    line: bytes  # of the catalogue
    links: bytes  # line of the links, b"" where it has none
    stored: StoredText


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step gave."""

    known: KnownUnit | None  # None where nothing of the unit is known or can be kept
    documents: tuple[NewDocument, ...] = ()  # only those that were made now
    rows: tuple[Row, ...] = ()  # of a unit that no record names
    opened: bool = False
    parsed: bool = False


def take_step(step: Step, reader: Reader | None, *, source: str, broken: frozenset[str]) -> Outcome:
    """Carry out one step; whatever a reader does, the run goes on."""
    if step.action == "same":
        return Outcome(step.known)
    if step.unit is None or reader is None:
        # The folder around it is unreadable; a source that cannot be reached does not come here.
        return _keep_unit(step, Row(source, step.key, "failed", "unreadable", KEPT), broken)
    contents: dict[str, bytes] = {}
    for file in step.unit.inputs:
        try:
            contents[file.path] = reader.load(file)
        except OSError as error:
            why = f"{type(error).__name__}: {error.strerror or 'cannot be read'}"
            row = Row(source, file.path, "failed", "unreadable", why, len(step.unit.inputs))
            return _keep_unit(step, row, broken)
    inputs = _describe_inputs(step.unit, contents)
    if step.reusable and step.known is not None and _have_same_bytes(inputs, step.known.inputs):
        return Outcome(dataclasses.replace(step.known, inputs=inputs), opened=True)
    try:
        reading = reader.read(step.unit, contents)
    except Exception as error:  # noqa: BLE001 (one bad unit must not stop a run; its row says what happened)
        if step.known is not None and step.known.is_private:
            return Outcome(dataclasses.replace(step.known, kept=True), opened=True)
        detail = _shorten(f"{type(error).__name__}: {error}")
        reading = Reading((), (Row(source, step.key, "failed", "internal", detail, len(inputs)),))
    return _make_outcome(reading, step.unit, inputs, source)


def keep_whole(unit: KnownUnit, *, source: str, broken: frozenset[str]) -> KnownUnit:
    """Return a unit of a source that cannot be reached, without the documents whose stored texts are lost."""
    lost = sum(document.id in broken for document in unit.documents)
    if not lost:
        return unit
    whole = tuple(document for document in unit.documents if document.id not in broken)
    row = Row(source, unit.key, "failed", "lost", "cannot be read now, and its stored text is damaged", lost)
    return KnownUnit(unit.key, unit.inputs, whole, (row,), kept=True)


def _keep_unit(step: Step, row: Row, broken: frozenset[str]) -> Outcome:
    """Keep what an earlier snapshot found in a unit that cannot be read now."""
    past = step.known
    opened = step.unit is not None
    if past is None:
        return Outcome(None, rows=(clean_row(row),), opened=opened)
    if past.is_private:
        return Outcome(dataclasses.replace(past, kept=True), opened=opened)
    whole = keep_whole(past, source=row.source, broken=broken)
    if whole is not past:
        return Outcome(whole, opened=opened)
    detail = row.detail if row.detail == KEPT else f"{row.detail}; {KEPT}"
    kept = dataclasses.replace(row, detail=detail, files=len(past.inputs))
    return Outcome(dataclasses.replace(past, rows=(clean_row(kept),), kept=True), opened=opened)


def _describe_inputs(unit: Unit, contents: Mapping[str, bytes]) -> tuple[KnownInput, ...]:
    return tuple(
        KnownInput(file.path, file.size, file.mtime_ns, hashlib.sha256(contents[file.path]).hexdigest())
        for file in unit.inputs
    )


def _have_same_bytes(now: tuple[KnownInput, ...], then: tuple[KnownInput, ...]) -> bool:
    return [(file.path, file.sha256) for file in now] == [(file.path, file.sha256) for file in then]


def _make_outcome(reading: Reading, unit: Unit, inputs: tuple[KnownInput, ...], source: str) -> Outcome:
    documents = []
    rows = [_withhold_name(clean_row(row), unit) for row in reading.rows]
    for draft in reading.drafts:
        try:
            made = _make_safely(draft, source)
        except Exception as error:  # noqa: BLE001 (a draft that is no draft is a reader's fault: one row, no end)
            rows = refuse_document(rows, source, draft.original_path, "internal", f"{type(error).__name__}: {error}")
            continue
        problems = find_problems(msgspec.json.decode(made.line), "document")
        if made.links:
            problems += find_problems(msgspec.json.decode(made.links), "links")
        if problems:
            detail = "; ".join(f"{problem.path}: {problem.message}" for problem in problems[:3])
            rows = refuse_document(rows, source, draft.original_path, "internal", detail)
        else:
            documents.append(made)
    known = tuple(item.known for item in documents)
    ordered = tuple(sorted(rows, key=sort_row))
    return Outcome(KnownUnit(unit.key, inputs, known, ordered), tuple(documents), opened=True, parsed=True)


def _withhold_name(row: Row, unit: Unit) -> Row:
    """Return a private note's row without the note's name, should a reader have left it there."""
    if row.reason == "private" and row.path in (unit.key, *(file.path for file in unit.inputs)):
        return dataclasses.replace(row, path="")
    return row


def refuse_document(rows: list[Row], source: str, path: str, reason: str, detail: str) -> list[Row]:
    """Return the rows with a failed one in place of that of a document that was taken."""
    path = clean_text(path)
    left = [row for row in rows if row.path != path or row.outcome != "taken"]
    return [*left, Row(source, path, "failed", reason, _shorten(detail))]


def _make_safely(draft: Draft, source: str) -> NewDocument:
    try:
        return _make_document(draft, source)
    except UnicodeEncodeError:
        whole: Draft = _replace_surrogates(draft)
        return _make_document(dataclasses.replace(whole, diagnostics=(*whole.diagnostics, REPLACED)), source)


def _make_document(draft: Draft, source: str) -> NewDocument:
    highlights = render_highlights(draft)
    document = make_document(draft, source=source, text=draft.text, highlights=highlights)
    line = msgspec.json.encode(document) + b"\n"
    links = msgspec.json.encode({"id": document.id, "links": draft.links}) + b"\n" if draft.links else b""
    stored = StoredText(document.id, draft.text.encode("utf-8"), highlights.encode("utf-8"))
    known = KnownDocument(document.id, len(stored.text), len(stored.highlights))
    return NewDocument(known, document, line, links, stored)


def _replace_surrogates(value: Any) -> Any:
    """Return a value with U+FFFD in place of each lone surrogate, in its fields and theirs."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, tuple):
        return tuple(_replace_surrogates(item) for item in value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: _replace_surrogates(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return dataclasses.replace(value, **fields)
    return value


def _shorten(text: str) -> str:
    flat = " ".join(clean_text(text).split())
    return flat if len(flat) <= MAX_DETAIL else flat[: MAX_DETAIL - 1] + "…"
