"""One round of research: every query to a researcher of its own, and what they bring back made one."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from .documents import Document
from .drafts import split_highlights
from .errors import ArtifactError
from .findings import Dropped, Finding, Harvest, Round, merge_findings
from .library import Library
from .local.summariser import keep_summary
from .plans import Query, Theme
from .project.artifacts import write_json
from .project.folders import clear_folder
from .project.records import to_record
from .roles import Researcher, Summariser
from .texts import TextStore
from .wording.prose import strip_markup


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


def retell_findings(found: Yield, library: Library, summariser: Summariser) -> Yield:
    """Return the findings with summaries by another summariser; a source's own summary stays as it is."""
    told = [item for item in found.findings if not keep_summary(library.documents[item.document.id].summary)]
    pairs = [_choose_text(library, item.document.id) for item in told]
    summaries = dict(zip((item.document.id for item in told), summariser.summarise_all(pairs), strict=True))
    return replace(found, findings=tuple(_retell(item, summaries) for item in found.findings))


def _choose_text(library: Library, document_id: str) -> tuple[Document, str]:
    """Return a document as its source gave it, with its text; where that is empty, with what the reader marked."""
    text = library.texts.read_text(document_id)
    marked, _ = ("", "") if strip_markup(text).strip() else split_highlights(library.texts.read_highlights(document_id))
    return library.documents[document_id], marked or text


def _retell(finding: Finding, summaries: Mapping[str, str]) -> Finding:
    summary = summaries.get(finding.document.id) or finding.document.summary
    return replace(finding, document=replace(finding.document, summary=summary))


def store_round(folder: Path, state: Round, found: Yield, texts: TextStore) -> None:
    """Replace a round's folder by the findings and their texts; the findings come last, so they vouch for the rest."""
    clear_folder(folder)
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
