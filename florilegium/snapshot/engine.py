"""One snapshot from beginning to end: look, read what changed, put together, write."""

import dataclasses
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import SourceUnavailableError
from ..project.artifacts import write_bytes
from ..project.collector import slow_collector
from ..project.progress import show_progress
from ..sources.reader import Row
from ..sources.registry import Source
from .past import Past, forget_state, hide_private, recall_past
from .reading import NewDocument, Outcome, keep_whole, refuse_document, take_step
from .report import count_outcomes, make_report
from .shelf import Shelf, Stock
from .state import KnownDocument, KnownSource, KnownUnit, State, hash_code, save_state
from .survey import Step, Survey, plan_steps, sort_row, survey_source
from .writing import Gathered, iter_known_documents, write_library

STATE_NAME = "snapshot.json"
MARKER_NAME = "snapshot.unfinished"
SHOWN_ROWS = 10


@dataclass(frozen=True)
class Desk:
    """Where a snapshot works, and how."""

    library: Path
    cache: Path  # folder of the disposable state
    strict: bool
    started_ns: int  # the clock when the run began
    log: logging.Logger


@dataclass
class _Book:
    """Which unit each id belongs to, and what was made for it."""

    trusting: bool  # some units are taken over without having been read
    owners: dict[str, tuple[str, str]] = field(default_factory=dict)
    new: dict[str, NewDocument] = field(default_factory=dict)
    contested: bool = False


class _CollisionError(Exception):
    """Two units claim one id, so which of them was there first must be found out by reading all."""


@slow_collector()
def take_snapshot(sources: Sequence[Source], desk: Desk) -> dict[str, int]:
    """Bring the library up to date and return what the run counts.

    Raises SourceUnavailableError where no source can be reached and none was kept, and under `strict`
    for anything that cannot be read; then nothing is written.
    """
    shelf, marker = Shelf(desk.library), desk.cache / MARKER_NAME
    code = hash_code()
    unfinished = marker.exists()
    stock = shelf.list_stock()
    past = recall_past(shelf, stock, desk.cache / STATE_NAME, code=code, unfinished=unfinished)
    surveys = [survey_source(source, desk.log) for source in sources]
    _refuse_missing(surveys, past, strict=desk.strict)
    for survey in surveys:
        known = past.sources.get(survey.source.name)
        if known is not None and known.settings != survey.settings:
            past = hide_private(past, survey.source.name, shelf, survey.source.hides)
    plans = _plan(surveys, past)
    trusting = past.state is not None and not unfinished and not past.broken
    if past.state is not None and trusting and _is_unchanged(surveys, plans, past.state, stock):
        if desk.strict:
            _refuse_failed([row for source in past.state.sources for row in _iter_rows(source)])
        return {**past.state.counts, "read": 0, "parsed": 0}
    gathered = _gather(surveys, plans, past, desk)
    if desk.strict:
        _refuse_failed([row for source in gathered.sources for row in _iter_rows(source)])
    marker.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(marker, b"")
    state = write_library(shelf, gathered, past, code, desk.started_ns)
    save_state(desk.cache / STATE_NAME, state)
    marker.unlink()
    return dict(gathered.counts)


def _refuse_missing(surveys: Sequence[Survey], past: Past, *, strict: bool) -> None:
    lost = [survey for survey in surveys if survey.scan is None]
    if lost and strict:
        raise lost[0].error or SourceUnavailableError(f"{lost[0].source.name} cannot be reached")
    kept = [source for source in past.sources.values() if source.units and source.name in {s.source.name for s in lost}]
    if len(lost) == len(surveys) and not kept:
        names = "; ".join(str(survey.error) for survey in lost)
        message = f"no source can be reached, and there is no earlier snapshot to keep: {names}"
        raise SourceUnavailableError(message, hint="correct the paths in params.yaml, or mount what they name")


def _plan(surveys: Iterable[Survey], past: Past) -> list[list[Step]]:
    since_ns = past.state.started_ns if past.state else None
    return [
        plan_steps(survey, past.sources.get(survey.source.name), broken=past.broken, since_ns=since_ns)
        for survey in surveys
    ]


def _is_unchanged(surveys: Sequence[Survey], plans: Sequence[Sequence[Step]], state: State, stock: Stock) -> bool:
    """Tell whether a run would write what is there already; only names, sizes and times are compared."""
    if [survey.source.name for survey in surveys] != [source.name for source in state.sources]:
        return False
    for survey, steps, known in zip(surveys, plans, state.sources, strict=True):
        if survey.source.kind != known.kind:
            return False
        if survey.scan is None:
            if known.state == "fresh" or [step.known for step in steps] != list(known.units):
                return False
        elif known.state != "fresh" or survey.scan.rows != known.rows or len(steps) != len(known.units):
            return False
        elif any(step.action != "same" for step in steps):
            return False
    return stock.has_only([document for source in state.sources for document in iter_known_documents(source)])


def _gather(surveys: Sequence[Survey], plans: Sequence[Sequence[Step]], past: Past, desk: Desk) -> Gathered:
    """Carry out all steps; where ids collide, all of them again without what is known."""
    if past.state is None or not past.state.contested:
        try:
            return _carry_out(surveys, plans, past, desk)
        except _CollisionError:
            desk.log.info("two documents claim one id; everything is read again")
    past = forget_state(past)
    return _carry_out(surveys, _plan(surveys, past), past, desk)


def _carry_out(surveys: Sequence[Survey], plans: Sequence[Sequence[Step]], past: Past, desk: Desk) -> Gathered:
    book = _Book(trusting=past.state is not None)
    tally: Counter[str] = Counter(read=0, parsed=0, kept=0)
    sources = []
    for survey, steps in zip(surveys, plans, strict=True):
        name = survey.source.name
        units, rows = [], list(survey.scan.rows if survey.scan else ())
        for step in _watch(steps, name, desk.log):
            outcome = _take(step, survey, past)
            unit = _settle_ids(outcome, name, book)
            rows += outcome.rows
            if unit is not None:
                units.append(unit)
                tally["kept"] += len(unit.documents) if unit.kept or survey.scan is None else 0
            tally["read"] += outcome.opened
            tally["parsed"] += outcome.parsed
        sources.append(_make_source(survey, past.sources.get(name), tuple(units), tuple(sorted(rows, key=sort_row))))
    report = make_report(sources)
    tally.update(count_outcomes(report))
    return Gathered(tuple(sources), report, book.new, dict(sorted(tally.items())), book.contested)


def _watch(steps: Sequence[Step], name: str, log: logging.Logger) -> Iterable[Step]:
    """Show progress where most units must be opened; steps over the others take no time."""
    if 2 * sum(step.action == "look" for step in steps) < len(steps):
        return steps
    return show_progress(steps, total=len(steps), label=name, log=log)


def _take(step: Step, survey: Survey, past: Past) -> Outcome:
    name = survey.source.name
    if survey.scan is None and step.known is not None:
        return Outcome(keep_whole(step.known, source=name, broken=past.broken))
    return take_step(step, survey.reader, source=name, broken=past.broken)


def _settle_ids(outcome: Outcome, source: str, book: _Book) -> KnownUnit | None:
    """Return the unit with the ids that are its own; the second that claims one gets a failed row."""
    unit = outcome.known
    if unit is None:
        return None
    own: list[KnownDocument] = []
    rows = list(unit.rows)
    for number, document in enumerate(unit.documents):
        made = outcome.documents[number] if outcome.documents else None
        owner = book.owners.get(document.id)
        if owner is None:
            book.owners[document.id] = (source, unit.key)
            own.append(document)
            if made:
                book.new[document.id] = made
            continue
        if owner != (source, unit.key):
            if book.trusting:
                raise _CollisionError
            book.contested = True
        path = made.document.original_path if made else unit.key
        rows = refuse_document(rows, source, path, "duplicate_id", f"{document.id} is taken by {': '.join(owner)}")
    if len(own) == len(unit.documents):
        return unit
    return dataclasses.replace(unit, documents=tuple(own), rows=tuple(sorted(rows, key=sort_row)))


def _make_source(
    survey: Survey, known: KnownSource | None, units: tuple[KnownUnit, ...], rows: tuple[Row, ...]
) -> KnownSource:
    name, kind = survey.source.name, survey.source.kind
    if survey.scan is not None:
        return KnownSource(name, kind, survey.settings, "fresh", rows, units)
    if known is None or not known.units:
        return KnownSource(name, kind, "", "missing", (), ())
    return KnownSource(name, kind, known.settings, "kept", known.rows, units)


def _refuse_failed(rows: Iterable[Row]) -> None:
    failed = [row for row in rows if row.outcome == "failed"]
    if failed:
        lines = [f"{row.source}: {row.path}: {row.reason}: {row.detail}" for row in failed[:SHOWN_ROWS]]
        if len(failed) > SHOWN_ROWS:
            lines.append(f"… and {len(failed) - SHOWN_ROWS} more")
        message = "\n  ".join([f"strict: {len(failed)} file(s) cannot be read; nothing was written", *lines])
        raise SourceUnavailableError(message, hint="correct or exclude them, or set snapshot_sources.strict to false")


def _iter_rows(source: KnownSource) -> Iterator[Row]:
    yield from source.rows
    for unit in source.units:
        yield from unit.rows
