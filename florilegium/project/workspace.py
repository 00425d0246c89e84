"""Where everything lies in a project: the only module that knows the folder layout."""

from dataclasses import dataclass
from pathlib import Path

FORECAST = "FLORILEGIUM_FORECAST"  # set by `florilegium plan`: the folder into which the stages write
UNROLLED_ROUNDS = 3  # as many as dvc.yaml has; those beyond the rounds wanted pass everything on unchanged


@dataclass(frozen=True)
class TopicFiles:
    """The files of one topic."""

    root: Path  # topics/<slug>
    scratch: Path | None = None  # where a forecast puts what the stages make; None in a run

    @property
    def made(self) -> Path:
        """The folder of all that the stages make."""
        return self.scratch or self.root

    @property
    def brief(self) -> Path:
        """The brain dump; yours."""
        return self.root / "brief.md"

    @property
    def article(self) -> Path:
        """The finished article; yours."""
        return self.root / "article.md"

    @property
    def choices(self) -> Path:
        """What is pinned and vetoed; yours."""
        return self.root / "choices.yaml"

    @property
    def plan(self) -> Path:
        """Written by collect_queries."""
        return self.made / "work" / "plan.json"

    @property
    def seeds(self) -> Path:
        """Texts of the seeds, a text store written by collect_queries."""
        return self.made / "work" / "seeds"

    @property
    def pins(self) -> Path:
        """Folder written by collect_queries: pins.json beside a text store of what is pinned."""
        return self.made / "work" / "pins"

    def round(self, number: int) -> Path:
        """Round 0 is written by collect_queries, the later ones by gap_analysis."""
        return self.made / "work" / f"round-{number}.json"

    def research(self, number: int) -> Path:
        """Folder written by research: findings.json beside a text store of what was found."""
        return self.made / "work" / f"research-{number}"

    @property
    def candidates(self) -> Path:
        """Written by dedup."""
        return self.made / "work" / "candidates.json"

    @property
    def ranking(self) -> Path:
        """Written by rerank."""
        return self.made / "work" / "ranking.json"

    @property
    def memory(self) -> Path:
        """Folder written by build_index."""
        return self.made / "memory"

    @property
    def decisions(self) -> Path:
        """Written by distill."""
        return self.made / "work" / "decisions.json"

    @property
    def research_md(self) -> Path:
        """Written by distill."""
        return self.made / "research.md"

    def metrics(self, stage: str, number: int | None = None) -> Path:
        """Counts of one stage, for `dvc metrics show`."""
        suffix = "" if number is None else f"-{number}"
        return self.made / "work" / "metrics" / f"{stage}{suffix}.json"


@dataclass(frozen=True)
class Workspace:
    """The folders of one project."""

    root: Path
    scratch: Path | None = None  # where a forecast puts what the stages make; None in a run

    def topic(self, slug: str) -> TopicFiles:
        """Return the files of one topic."""
        return TopicFiles(self.root / "topics" / slug, self.scratch and self.scratch / slug)

    @property
    def forecast(self) -> Path:
        """What a forecast makes; disposable."""
        return self.cache / "forecast"

    @property
    def params(self) -> Path:
        """Every dial."""
        return self.root / "params.yaml"

    @property
    def library(self) -> Path:
        """The normalised copy of all sources, written by snapshot_sources."""
        return self.root / "library"

    @property
    def saved(self) -> Path:
        """The files beside the briefs, by hash, written by snapshot_sources: it looks at the outside on every run."""
        return self.library / "saved.jsonl"

    def choices(self, slug: str) -> Path:
        """What is pinned and vetoed for a topic, checked by snapshot_sources; there also where nothing is."""
        return self.library / "choices" / f"{slug}.json"

    @property
    def code(self) -> Path:
        """One file a stage with the hashes of the code that it reaches, written by snapshot_sources."""
        return self.library / "code"

    @property
    def vault_maps(self) -> Path:
        """Written by map_vault, a folder a vault."""
        return self.root / "vaults" / "maps"

    @property
    def vault_links(self) -> Path:
        """Written by discover_links, a folder a vault."""
        return self.root / "vaults" / "links"

    def metrics(self, stage: str) -> Path:
        """Counts of a stage that belongs to no topic."""
        return self.root / "metrics" / f"{stage}.json"

    @property
    def cache(self) -> Path:
        """Disposable: search index, state of the last snapshot, locks, timings; never versioned."""
        return self.root / ".florilegium"

    @property
    def index(self) -> Path:
        """The search index over the library."""
        return self.cache / "index"

    @property
    def vectors(self) -> Path:
        """What an encoder read, by hash."""
        return self.cache / "vectors"

    @property
    def responses(self) -> Path:
        """Models' answers by the keys of their requests, and what they cost; of no stage, so that DVC removes none."""
        return self.root / "responses"

    @property
    def failure(self) -> Path:
        """Word of the last stage that failed, for `florilegium run` to end with its exit code."""
        return self.cache / "failure.json"
