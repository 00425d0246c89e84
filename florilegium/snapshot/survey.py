"""A look at each source: what is there by name, size and time, and which units must be opened."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ..errors import FlorilegiumError, LoginExpiredError, SourceUnavailableError
from ..sources.reader import Reader, Row, Scan, Unit
from ..sources.registry import Source
from .state import KnownSource, KnownUnit

# A file changed this shortly before a scan may change again without a new time: its bytes are looked at.
RECENT_NS = 2_000_000_000


@dataclass(frozen=True)
class Survey:
    """What one look at a source gave."""

    source: Source
    reader: Reader | None
    settings: str  # "" where they are not known either
    scan: Scan | None  # None where the source could not be reached
    error: FlorilegiumError | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """What is done about one unit."""

    action: Literal["same", "look", "keep"]
    key: str
    unit: Unit | None = None
    known: KnownUnit | None = None
    reusable: bool = False  # the same bytes would give what is known


def survey_source(source: Source, log: logging.Logger) -> Survey:
    """List what a source holds; one that cannot be reached is told loudly and does not end the run."""
    settings = ""
    try:
        reader = source.open()
        settings = f"{source.kind}\n{reader.settings}"
        return Survey(source, reader, settings, _clean_scan(reader.scan(), source.name))
    except (SourceUnavailableError, LoginExpiredError) as error:
        failure: FlorilegiumError = error
    except OSError as error:
        failure = SourceUnavailableError(f"{source.name}: {error}", hint="make it reachable and run again")
    log.warning("SOURCE %s CANNOT BE REACHED: %s", source.name, failure)
    return Survey(source, None, settings, None, failure)


def plan_steps(
    survey: Survey, known: KnownSource | None, *, broken: frozenset[str], since_ns: int | None
) -> list[Step]:
    """Return what is done about each unit, sorted by key.

    `since_ns` is when the last scan began, or None where nothing that is known can be reused.
    """
    old = {unit.key: unit for unit in known.units} if known else {}
    if survey.scan is None:
        return [Step("keep", unit.key, known=unit) for unit in old.values()]
    if known is None or known.settings != survey.settings:
        since_ns = None
    steps = []
    for unit in survey.scan.units:
        past = old.pop(unit.key, None)
        reusable = since_ns is not None and past is not None and not past.kept and _is_whole(past, broken)
        if reusable and past is not None and _has_same_inputs(unit, past, (since_ns or 0) - RECENT_NS):
            steps.append(Step("same", unit.key, unit, past))
        else:
            steps.append(Step("look", unit.key, unit, past, reusable))
    hidden = [unit for unit in old.values() if _lies_in(unit, survey.scan.unreadable)]
    steps += [Step("keep", unit.key, known=unit) for unit in hidden]
    return sorted(steps, key=lambda step: step.key)


def clean_text(text: str) -> str:
    """Return a text that UTF-8 can hold: what a file name or JSON smuggled in is written out."""
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def clean_row(row: Row) -> Row:
    """Return a row that can be written."""
    if row.path.isascii() and row.detail.isascii():
        return row
    return Row(row.source, clean_text(row.path), row.outcome, row.reason, clean_text(row.detail), row.files)


def _clean_scan(scan: Scan, name: str) -> Scan:
    """Turn units whose names no artifact can hold into failed rows."""
    units, rows = [], [clean_row(row) for row in scan.rows]
    for unit in scan.units:
        names = "".join([unit.key, *(file.path for file in unit.inputs)])
        if names.isascii() or clean_text(names) == names:
            units.append(unit)
        else:
            detail = "its name is not valid UTF-8; rename it"
            rows.append(Row(name, clean_text(unit.key), "failed", "bad_name", detail, len(unit.inputs)))
    rows += _name_unreadable(scan.unreadable, rows, name)
    return Scan(tuple(units), tuple(sorted(rows, key=sort_row)), scan.unreadable)


def _name_unreadable(folders: Iterable[str], rows: Iterable[Row], name: str) -> list[Row]:
    """Return a row for each folder that could not be listed and that the reader gave none for."""
    named = {row.path.rstrip("/") for row in rows if row.outcome == "failed"}
    detail = "this folder cannot be listed; its documents are kept as of the last snapshot"
    paths = (clean_text(folder).rstrip("/") for folder in folders)
    return [Row(name, path, "failed", "unreadable", detail) for path in paths if path not in named]


def sort_row(row: Row) -> tuple[str, str, str, str, str]:
    """Return what rows are sorted by."""
    return (row.source, row.path, row.outcome, row.reason, row.detail)


def _is_whole(unit: KnownUnit, broken: frozenset[str]) -> bool:
    return not broken or not any(document.id in broken for document in unit.documents)


def _has_same_inputs(unit: Unit, past: KnownUnit, recent_ns: int) -> bool:
    if len(unit.inputs) != len(past.inputs):
        return False
    for now, then in zip(unit.inputs, past.inputs, strict=True):
        if now.size != then.size or now.mtime_ns != then.mtime_ns or now.path != then.path:
            return False
        if now.mtime_ns >= recent_ns:
            return False
    return True


def _lies_in(unit: KnownUnit, folders: Iterable[str]) -> bool:
    """Tell whether a unit has a file in one of the folders; "" and "." are the whole source."""
    prefixes = ["" if folder in ("", ".") else folder.rstrip("/") + "/" for folder in folders]
    return any(file.path.startswith(prefix) for file in unit.inputs for prefix in prefixes)
