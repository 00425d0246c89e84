"""What a snapshot says of itself: the manifest, the report, and the report for a person."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from ..sources.reader import Row
from .state import KnownSource, KnownUnit
from .survey import sort_row

STATES = {
    "fresh": "",
    "kept": "could not be reached; what the last snapshot found in it is kept",
    "missing": "could not be reached, and there is no earlier snapshot of it",
}
SHOWN_ROWS = 50


@dataclass(frozen=True)
class SourceReport:
    """One source in the report."""

    name: str
    kind: str
    state: str
    detail: str
    documents: int
    taken: int
    skipped: int
    failed: int
    reasons: Mapping[str, int]


@dataclass(frozen=True)
class Report:
    """library/report.json."""

    sources: tuple[SourceReport, ...]
    rows: tuple[Row, ...]


def make_report(sources: Sequence[KnownSource]) -> Report:
    """Return the report over all sources, in the order of params.yaml."""
    reports, rows = [], []
    for source in sources:
        own = _merge_private([*source.rows, *(row for unit in source.units for row in unit.rows)])
        documents = sum(len(unit.documents) for unit in source.units)
        reports.append(_make_source_report(source, own, documents))
        rows += own
    return Report(tuple(reports), tuple(sorted(rows, key=sort_row)))


def count_outcomes(report: Report) -> dict[str, int]:
    """Return how many documents the library holds and how many files were taken, skipped and failed."""
    return {
        name: sum(getattr(source, name) for source in report.sources)
        for name in ("documents", "taken", "skipped", "failed")
    }


def make_manifest(sources: Iterable[KnownSource]) -> list[dict[str, Any]]:
    """Return a record a unit, sorted by source and key; private units are in no file of the library."""
    return [
        _make_unit_record(source.name, unit)
        for source in sorted(sources, key=lambda source: source.name)
        for unit in source.units
        if not unit.is_private
    ]


def render_report(report: Report) -> str:
    """Return the report as Markdown for a person: every source, and what was not taken plainly, by reason."""
    lines = ["# What the snapshot took", "", "| source | form | state | documents | taken | skipped | failed |"]
    lines.append("|---|---|---|---:|---:|---:|---:|")
    for source in report.sources:
        counts = f"{source.documents} | {source.taken} | {source.skipped} | {source.failed}"
        lines.append(f"| {source.name} | {source.kind} | {source.state} | {counts} |")
    for source in report.sources:
        rows = [row for row in report.rows if row.source == source.name]
        lines += ["", f"## {source.name}", "", *_render_source(source, rows)]
    return "\n".join(lines) + "\n"


def _make_source_report(source: KnownSource, rows: Iterable[Row], documents: int) -> SourceReport:
    outcomes: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for row in rows:
        outcomes[row.outcome] += row.files
        if row.outcome != "taken":
            reasons[row.reason] += row.files
    return SourceReport(
        source.name,
        source.kind,
        source.state,
        STATES[source.state],
        documents,
        outcomes["taken"],
        outcomes["skipped"],
        outcomes["failed"],
        dict(sorted(reasons.items())),
    )


def _merge_private(rows: Iterable[Row]) -> list[Row]:
    """Return the rows with one for all private notes of a rule: their order would tell their names."""
    merged: Counter[tuple[str, str, str, str]] = Counter()
    others = []
    for row in rows:
        if row.reason == "private":
            merged[(row.source, row.path, row.outcome, row.detail)] += row.files
        else:
            others.append(row)
    private = (
        Row(source, path, outcome, "private", detail, files)
        for (source, path, outcome, detail), files in merged.items()
    )
    return [*others, *private]


def _make_unit_record(source: str, unit: KnownUnit) -> dict[str, Any]:
    return {
        "source": source,
        "key": unit.key,
        "inputs": [{"path": file.path, "sha256": file.sha256} for file in unit.inputs],
        "documents": [document.id for document in unit.documents],
        "rows": list(msgspec.to_builtins(unit.rows)),
    }


def _render_source(source: SourceReport, rows: Sequence[Row]) -> list[str]:
    lines = [f"This source {source.detail}."] if source.detail else []
    plain = sum(row.files for row in rows if row.outcome == "taken" and not row.reason)
    lines.append(f"Taken without remark: {plain}.")
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        if row.outcome != "taken" or row.reason:
            groups.setdefault((row.outcome, row.reason), []).append(row)
    for outcome, reason in sorted(groups):
        group = groups[(outcome, reason)]
        title = f"{outcome.capitalize()}, {reason or 'no reason given'}".replace("_", " ")
        lines += ["", f"### {title}: {sum(row.files for row in group)}", ""]
        lines += [_render_row(row) for row in group[:SHOWN_ROWS]]
        if len(group) > SHOWN_ROWS:
            lines.append(f"- … and {len(group) - SHOWN_ROWS} more: see report.json")
    return lines


def _render_row(row: Row) -> str:
    parts = [_quote(row.path)] if row.path else []
    if row.files != 1:
        parts.append(f"({row.files} files)")
    name = " ".join(parts)
    detail = " ".join(row.detail.split())
    return "- " + ": ".join(part for part in (name, detail) if part)


def _quote(text: str) -> str:
    """Return a name as a code span, whatever backticks it holds."""
    flat = " ".join(text.split())
    longest = max((len(run) for run in re.findall("`+", flat)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {flat} {fence}" if longest else f"`{flat}`"
