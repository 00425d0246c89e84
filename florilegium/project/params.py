"""The params of a run: read once, checked by schema, handed on as frozen records."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import yaml

from ..errors import ParamsError
from .regular_files import read_regular
from .schemas import find_problems


@dataclass(frozen=True)
class SourceParams:
    """One configured source."""

    name: str
    kind: str
    path: str


@dataclass(frozen=True)
class PrivateParams:
    """What never leaves the vault."""

    folders: tuple[str, ...]
    tags: tuple[str, ...]
    flag: str


@dataclass(frozen=True)
class SnapshotSourcesParams:
    """Block of the stage snapshot_sources."""

    sources: tuple[SourceParams, ...]
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    templates: tuple[str, ...]
    private: PrivateParams
    strict: bool


@dataclass(frozen=True)
class CollectQueriesParams:
    """Block of the stage collect_queries."""

    engine: str
    themes: int
    queries: int


@dataclass(frozen=True)
class ResearchParams:
    """Block of the stage research."""

    engine: str
    rounds: int
    findings: int
    walk: bool
    workers: int


@dataclass(frozen=True)
class GapAnalysisParams:
    """Block of the stage gap_analysis."""

    engine: str
    queries: int


@dataclass(frozen=True)
class DedupParams:
    """Block of the stage dedup."""

    similarity: float


@dataclass(frozen=True)
class RerankParams:
    """Block of the stage rerank."""

    engine: str
    sure: float
    read: int
    encoder: str


@dataclass(frozen=True)
class BuildIndexParams:
    """Block of the stage build_index."""

    minimum: float
    limit: int


@dataclass(frozen=True)
class DistillParams:
    """Block of the stage distill."""

    engine: str
    used: float
    borderline: float
    quotes: int


@dataclass(frozen=True)
class MapVaultParams:
    """Block of the stage map_vault."""

    vaults: tuple[str, ...]  # names of sources
    answers: Mapping[str, Mapping[str, Any]]  # by vault, in the form of a harness file


@dataclass(frozen=True)
class DiscoverLinksParams:
    """Block of the stage discover_links."""

    vaults: tuple[str, ...]  # names of sources


@dataclass(frozen=True)
class ModelParams:
    """Which model plays a role."""

    model: str
    effort: str | None
    max_tokens: int


@dataclass(frozen=True)
class ModelsParams:
    """The models of all roles."""

    planner: ModelParams
    researcher: ModelParams
    gap_analyst: ModelParams
    reranker: ModelParams
    summariser: ModelParams
    distiller: ModelParams


@dataclass(frozen=True)
class PriceParams:
    """US dollars per million tokens of a model that florilegium/prices.yaml does not list."""

    input: float
    output: float
    cache_read: float | None = None
    cache_write: float | None = None


@dataclass(frozen=True)
class ClaudeParams:
    """How models are asked; of no stage, but of each whose engine is claude."""

    models: ModelsParams
    prices: dict[str, PriceParams]
    batch: bool
    workers: int
    budget_usd: float | None
    budget_tokens: int | None
    offline: bool
    timeout_s: int
    retry_after_cap_s: int


@dataclass(frozen=True)
class Params:
    """All of params.yaml."""

    topics: tuple[str, ...]
    articles: tuple[str, ...]
    snapshot_sources: SnapshotSourcesParams
    collect_queries: CollectQueriesParams
    research: ResearchParams
    gap_analysis: GapAnalysisParams
    dedup: DedupParams
    rerank: RerankParams
    build_index: BuildIndexParams
    distill: DistillParams
    map_vault: MapVaultParams
    discover_links: DiscoverLinksParams
    claude: ClaudeParams


class _Loader(yaml.CSafeLoader):
    """Refuses a key that is given twice, which YAML forbids and PyYAML lets pass."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping; raises ConstructorError for a key that stands there twice."""
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key.value!r} is given twice", key.start_mark
                )
            seen.add(key.value if isinstance(key, yaml.ScalarNode) else "")
        return super().construct_mapping(node, deep)


def load_params(path: Path) -> Params:
    """Return the checked params of a file; raises ParamsError that lists every problem."""
    try:
        text = read_regular(path).decode("utf-8")
    except (OSError, ValueError) as error:
        raise ParamsError(f"{path}: cannot be read: {error}", hint="run in the project's folder") from error
    params = parse_params(text, str(path))
    sources = tuple(replace(item, path=os.path.expanduser(item.path)) for item in params.snapshot_sources.sources)
    return replace(params, snapshot_sources=replace(params.snapshot_sources, sources=sources))


def parse_params(text: str, name: str = "params.yaml") -> Params:
    """Return the checked params of a text; `name` stands in the messages."""
    try:
        value = yaml.load(text, Loader=_Loader)  # noqa: TID251, S506 (params are no artifact; the loader is a safe one)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ParamsError(f"{name}: this is not YAML: {error}", hint="correct the line named") from error
    problems = find_problems(value, "params")
    if problems:
        lines = [f"{problem.path}: {problem.message}" for problem in problems[:10]]
        raise ParamsError("\n  ".join([f"{name}: {len(problems)} problem(s)", *lines]), hint="see docs/params.md")
    try:
        params = msgspec.convert(value, Params)
    except msgspec.ValidationError as error:  # to JSON Schema 4.0 is an integer
        raise ParamsError(f"{name}: {error}", hint="write a whole number without a point") from error
    _refuse_contradictions(params, name)
    return params


def _refuse_contradictions(params: Params, name: str) -> None:
    strangers = sorted(set(params.articles) - set(params.topics))
    if strangers:
        message = f"{name}: $.articles: {', '.join(strangers)}: not among $.topics"
        raise ParamsError(message, hint="name the topic in both lists")
    names = [source.name for source in params.snapshot_sources.sources]
    twins = sorted({item for item in names if names.count(item) > 1})
    if twins:
        message = f"{name}: $.snapshot_sources.sources: two sources are named {', '.join(twins)}"
        raise ParamsError(message, hint="give each source a name of its own")
    if params.distill.borderline > params.distill.used:
        message = f"{name}: $.distill.borderline is above $.distill.used"
        raise ParamsError(message, hint="a borderline source has less evidence than a used one")


def choose_topics(wanted: tuple[str, ...], params: Params) -> tuple[str, ...]:
    """Return the topics that a command was given, all where there are none; raises ParamsError for an unknown one."""
    unknown = [topic for topic in wanted if topic not in params.topics]
    if unknown:
        message = f"params.yaml: $.topics has no {', '.join(unknown)}"
        raise ParamsError(message, hint=f"topics there: {', '.join(params.topics) or 'none'}")
    return wanted or params.topics


def list_engines(params: Params) -> list[str]:
    """Return the stages that ask a model, in the order of params.yaml."""
    return [name for name, block in vars(params).items() if getattr(block, "engine", "") == "claude"]
