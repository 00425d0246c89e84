"""The work files of a topic, read as one: what became of every document that answered a query."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..candidates import Candidate, Ranked
from ..decisions import Decision, Decisions
from ..entries import Vetoed
from ..errors import ParamsError
from ..findings import Dropped, Round
from ..memory.contents import select_ranked
from ..plans import Plan, Query
from ..project.artifacts import read_json
from ..project.params import BuildIndexParams
from ..project.records import from_record
from ..project.workspace import UNROLLED_ROUNDS, TopicFiles


@dataclass(frozen=True)
class Work:
    """All that the stages wrote of one topic, without any text."""

    plan: Plan
    queries: Mapping[str, Query]  # by id
    themes: Mapping[str, str]  # names by id
    candidates: tuple[Candidate, ...]  # best first; what is vetoed comes last
    ranked: Mapping[str, Ranked]  # by id; without what is vetoed
    vetoed: Mapping[str, Vetoed]  # by id
    places: Mapping[str, int]  # of each source of the memory, counted from 1
    left_out: Mapping[str, str]  # why, by id of the other candidates
    dropped: tuple[Dropped, ...]  # documents that answered a query and are no candidates, sorted
    decisions: Mapping[str, Decision] | None  # by id; None where there is no article

    def find_candidate(self, document_id: str) -> Candidate | None:
        """Return the candidate that is this document or stands for it."""
        return next((item for item in self.candidates if document_id in list_ids(item)), None)


def list_ids(candidate: Candidate) -> list[str]:
    """Return the ids of a candidate and of all that it stands for."""
    return [candidate.document.id, *(copy.document.id for copy in candidate.also_in)]


def load_work(files: TopicFiles, params: BuildIndexParams) -> Work:
    """Return what the stages wrote; raises ParamsError before the first run, ArtifactError for a broken file."""
    if not files.ranking.is_file():
        slug = files.root.name
        raise ParamsError(f"{slug}: nothing is ranked yet", hint=f"run `florilegium run {slug}` first")
    plan = from_record(read_json(files.plan, "plan"), Plan)
    last = from_record(read_json(files.round(UNROLLED_ROUNDS), "round"), Round)
    candidates = from_record(read_json(files.candidates, "candidates")["candidates"], tuple[Candidate, ...])
    ranking = read_json(files.ranking, "ranking")
    ranked = from_record(ranking["ranked"], tuple[Ranked, ...])
    vetoed = from_record(ranking["vetoed"], tuple[Vetoed, ...])
    order = {item.candidate.document.id: place for place, item in enumerate(ranked)}
    limit = params.limit if plan.knobs.limit is None else plan.knobs.limit
    kept = select_ranked(ranked, minimum=params.minimum, limit=limit).kept
    places = {item.candidate.document.id: place for place, item in enumerate(kept, start=1)}
    known = {name for item in candidates for name in list_ids(item)}
    return Work(
        plan=plan,
        queries={query.id: query for query in last.asked},
        themes={theme.id: theme.name for theme in (*plan.themes, *last.themes)},
        candidates=tuple(sorted(candidates, key=lambda item: order.get(item.document.id, len(order)))),
        ranked={item.candidate.document.id: item for item in ranked},
        vetoed={item.id: item for item in vetoed},
        places=places,
        left_out={name: _explain_left(ranked[order[name]], params, limit) for name in order.keys() - places.keys()},
        dropped=tuple(item for item in _iter_dropped(files) if item.id not in known),
        decisions=_load_decisions(files),
    )


def _explain_left(ranked: Ranked, params: BuildIndexParams, limit: int) -> str:
    if ranked.score < params.minimum:
        return f"below {params.minimum:g}, the least score (build_index.minimum)"
    return f"beyond the {limit} best (build_index.limit)"


def _iter_dropped(files: TopicFiles) -> Iterator[Dropped]:
    found: set[Dropped] = set()
    for number in range(UNROLLED_ROUNDS):
        record = read_json(files.research(number) / "findings.json", "findings")
        found.update(from_record(record["dropped"], tuple[Dropped, ...]))
    yield from sorted(found, key=lambda item: (item.id, item.reason))


def _load_decisions(files: TopicFiles) -> Mapping[str, Decision] | None:
    if not files.decisions.is_file():
        return None
    decisions = from_record(read_json(files.decisions, "decisions"), Decisions)
    return {item.id: item for item in decisions.decisions}
