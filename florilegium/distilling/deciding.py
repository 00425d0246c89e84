"""Distilling: every source of a memory put before a distiller, and its answer checked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..decisions import Decision, Decisions
from ..entries import Entry
from ..errors import ArtifactError
from ..roles import Distiller
from .articles import Article
from .attribution.verdicts import judge_weight
from .quotations import verify_decision


@dataclass(frozen=True)
class Layers:
    """One source of a memory with its texts."""

    entry: Entry
    full: str
    highlights: str  # "" where the reader marked nothing


def decide_all(
    topic: str, article: Article, sources: Sequence[Layers], distiller: Distiller, *, used: float, borderline: float
) -> Decisions:
    """Return the decisions in the order of the memory's index; raises ArtifactError for an answer on another source."""
    decisions = [_decide(article, source, distiller, used=used, borderline=borderline) for source in sources]
    return Decisions(
        topic=topic,
        article=article.title,
        article_sha256=article.sha256,
        sources=len(decisions),
        used=sum(decision.verdict == "used" for decision in decisions),
        borderline=sum(decision.verdict == "borderline" for decision in decisions),
        decisions=tuple(decisions),
    )


def _decide(article: Article, source: Layers, distiller: Distiller, *, used: float, borderline: float) -> Decision:
    entry = source.entry
    decision = distiller.decide(entry, text=source.full, highlights=source.highlights)
    if decision.id != entry.id:
        raise ArtifactError(
            f"{entry.id}: the distiller answered on {decision.id}", hint="run `dvc repro --force distill`"
        )
    layers = {"highlights": source.highlights, "full": source.full, "summary": entry.summary}
    checked = verify_decision(decision, article=article.text, layers=layers)
    verdict = judge_weight(checked.weight, used=used, borderline=borderline)
    how = "" if verdict == "unused" else checked.how or "traceable"
    return replace(checked, title=entry.title, verdict=verdict, how=how)
