"""What a memory holds: the selection from the ranking, with its texts, themes and queries put in words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..candidates import Duplicate, Ranked
from ..documents import Document, hash_text
from ..entries import AlsoIn, Entry, Index, ThemeCoverage, Vetoed, name_state
from ..errors import ArtifactError
from ..findings import Round
from ..plans import Plan
from ..roles import Reading
from .folder import Contents
from .highlights import Copy, United, unite_highlights

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Selection:
    """Which candidates a memory holds, and how many it leaves out."""

    kept: tuple[Ranked, ...]  # seeds first, then by descending score, ties by id; pinned ones at their score
    below: int  # below the minimum score
    beyond: int  # good enough, but beyond the limit


def select_ranked(ranked: Sequence[Ranked], *, minimum: float, limit: int) -> Selection:
    """Return all seeds and pins, and of the other candidates the best `limit` that reach the minimum score."""
    ordered = sorted(ranked, key=lambda item: (not item.candidate.seed, -item.score, item.candidate.document.id))
    others = [item for item in ordered if not item.candidate.seed and not item.pinned]
    enough = [item for item in others if item.score >= minimum]
    out = {item.candidate.document.id for item in others} - {item.candidate.document.id for item in enough[:limit]}
    kept = tuple(item for item in ordered if item.candidate.document.id not in out)
    return Selection(kept, len(others) - len(enough), len(enough[limit:]))


def build_contents(
    plan: Plan, last: Round, selection: Selection, texts: Reading, vetoed: Sequence[Vetoed] = ()
) -> Contents:
    """Return the memory of a topic; raises ArtifactError where ranking, round and texts do not fit together."""
    themes = {theme.id: theme.name for theme in (*plan.themes, *last.themes)}
    queries = {query.id: query.text for query in last.asked}
    entries: list[Entry] = []
    full: dict[str, str] = {}
    highlights: dict[str, str] = {}
    for ranked in selection.kept:
        document = ranked.candidate.document
        united = _unite(ranked, texts)
        entries.append(_make_entry(ranked, united, themes=themes, queries=queries))
        full[document.id] = _read_checked(document, texts)
        if united.text:
            highlights[document.id] = united.text
    index = replace(_make_index(plan, last, selection, tuple(entries)), vetoed=tuple(vetoed))
    return Contents(index, full, highlights)


def _make_index(plan: Plan, last: Round, selection: Selection, entries: tuple[Entry, ...]) -> Index:
    names = {theme.id: theme.name for theme in (*plan.themes, *last.themes)}
    bearing = Counter(theme for ranked in selection.kept for theme in ranked.themes)
    return Index(
        schema_version=SCHEMA_VERSION,
        topic=plan.topic,
        title=plan.title,
        brief=plan.summary,
        rounds=len({query.id.partition("-")[0] for query in last.asked}),
        sources=len(entries),
        origins=dict(sorted(Counter(entry.origin for entry in entries).items())),
        coverage=tuple(ThemeCoverage(name, name_state(bearing[key]), bearing[key]) for key, name in names.items()),
        left_out=selection.below + selection.beyond,
        entries=entries,
    )


def _make_entry(ranked: Ranked, united: United, *, themes: Mapping[str, str], queries: Mapping[str, str]) -> Entry:
    candidate, document = ranked.candidate, ranked.candidate.document
    found_by = [_look_up(queries, hit.query, document) for hit in candidate.hits]
    return Entry(
        id=document.id,
        title=document.title,
        authors=document.authors,
        origin=document.origin,
        location=document.location,
        kind=document.kind,
        authorship=document.authorship,
        publication=document.publication,
        published=document.published,
        saved=document.saved,
        tags=document.tags,
        notebook=document.notebook,
        relevance_score=round(ranked.score, 4),
        seed=candidate.seed,
        themes=tuple(_look_up(themes, theme, document) for theme in ranked.themes),
        found_by=tuple(dict.fromkeys(found_by)),
        signal=ranked.signal,
        summary=document.summary,
        uri_highlights=f"highlights/{document.id}.md" if united.text else None,
        uri_full=f"full/{document.id}.md",
        original_path=document.original_path,
        source_url=document.source_url,
        also_in=tuple(_describe_place(duplicate) for duplicate in candidate.also_in),
        words=document.words,
        highlights=document.highlights + united.passages,
        own_notes=document.own_notes + united.notes,
        sha256=document.sha256,
        reason=f"pinned: {ranked.pinned}; {ranked.reason}" if ranked.pinned else ranked.reason,
        pinned=bool(ranked.pinned),
        highlights_sha256=hash_text(united.text) if united.text else None,
    )


def _describe_place(duplicate: Duplicate) -> AlsoIn:
    document = duplicate.document
    return AlsoIn(
        id=document.id,
        origin=document.origin,
        location=document.location,
        original_path=document.original_path,
        source_url=document.source_url,
        reason=duplicate.reason,
    )


def _unite(ranked: Ranked, texts: Reading) -> United:
    document = ranked.candidate.document
    copies = [
        Copy(f"{_describe_origin(item.document)}: {item.document.original_path}", _read_marked(item.document, texts))
        for item in ranked.candidate.also_in
    ]
    return unite_highlights(_read_marked(document, texts), copies, title=document.title)


def _describe_origin(document: Document) -> str:
    return ", ".join(filter(None, [document.origin, document.location]))


def _read_marked(document: Document, texts: Reading) -> str:
    """Return the highlights file as it was catalogued, "" where the reader marked nothing."""
    if document.highlights_sha256 is None:
        return ""
    return _check(texts.read_highlights(document.id), document.highlights_sha256, document, "highlights")


def _read_checked(document: Document, texts: Reading) -> str:
    return _check(texts.read_text(document.id), document.sha256, document, "full text")


def _check(text: str, sha256: str, document: Document, what: str) -> str:
    if hash_text(text) != sha256:
        message = f"{document.id} ({document.original_path}): its stored {what} is not the one that was catalogued"
        raise ArtifactError(message, hint="run `dvc repro --force`: the earlier stages store it again")
    return text


def _look_up(names: Mapping[str, str], key: str, document: Document) -> str:
    try:
        return names[key]
    except KeyError as error:
        message = f"{document.id}: ranking.json names {key!r}, which neither plan.json nor the last round knows"
        raise ArtifactError(message, hint="run `dvc repro`: ranking and rounds are of different runs") from error
