"""One round of research: every query to a researcher of its own, and what they bring back made one."""

import shutil
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from .errors import ArtifactError
from .findings import Dropped, Finding, Harvest, Round, merge_findings
from .plans import Query, Theme
from .project.artifacts import write_json
from .project.records import to_record
from .roles import Researcher
from .texts import TextStore


@dataclass(frozen=True)
class Yield:
    """What the researchers of one round brought back together."""

    findings: tuple[Finding, ...]  # one a document, sorted by id
    new: int  # of them, documents that no earlier round found
    dropped: tuple[Dropped, ...]  # what no other query kept, sorted by id and reason


def research_round(state: Round, researcher: Researcher, executor: Executor, *, limit: int) -> Yield:
    """Put the queries of a round to researchers, side by side; raises ArtifactError for a query without theme."""
    themes = {theme.id: theme for theme in state.themes}
    pairs = [(query, _find_theme(query, themes)) for query in state.queries]
    waiting = [executor.submit(researcher.research, query, theme, limit=limit) for query, theme in pairs]
    return gather_harvests([future.result() for future in waiting], state.findings)


def gather_harvests(harvests: Sequence[Harvest], known: Iterable[Finding]) -> Yield:
    """Return the harvests as one, whatever their order."""
    findings = merge_findings([finding for harvest in harvests for finding in harvest.findings])
    kept = {finding.document.id for finding in findings}
    dropped = {item for harvest in harvests for item in harvest.dropped if item.id not in kept}
    new = kept - {finding.document.id for finding in known}
    return Yield(findings, len(new), tuple(sorted(dropped, key=lambda item: (item.id, item.reason))))


def store_round(folder: Path, state: Round, found: Yield, texts: TextStore) -> None:
    """Replace a round's folder by the findings and their texts; the findings come last, so they vouch for the rest."""
    shutil.rmtree(folder, ignore_errors=True)
    for layer in ("texts", "highlights"):
        (folder / layer).mkdir(parents=True)
    store = TextStore(folder)
    for finding in found.findings:
        name = finding.document.id
        store.write(name, text=texts.read_text(name), highlights=texts.read_highlights(name))
    record = {
        "topic": state.topic,
        "round": state.number,
        "findings": to_record(found.findings),
        "dropped": to_record(found.dropped),
    }
    write_json(folder / "findings.json", record, "findings")


def _find_theme(query: Query, themes: dict[str, Theme]) -> Theme:
    theme = themes.get(query.theme)
    if theme is None:
        message = f"{query.id}: $.queries: aims at {query.theme!r}, which is no theme of the round"
        raise ArtifactError(message, hint="run `dvc repro --force`: the round is made anew")
    return theme
