"""Distilling: every source of a memory put before a distiller, and its answer checked."""

from collections.abc import Sequence
from dataclasses import replace

from ..decisions import Decision, Decisions, Layers
from ..errors import ArtifactError
from ..roles import Distiller
from .articles import Article
from .attribution.verdicts import judge_weight
from .quotations import verify_decision

__all__ = ["Layers", "decide_all"]


def decide_all(
    topic: str, article: Article, sources: Sequence[Layers], distiller: Distiller, *, used: float, borderline: float
) -> Decisions:
    """Return the decisions in the order of the memory's index; raises ArtifactError for an answer on another source."""
    answers = distiller.decide_all(sources)
    pairs = zip(sources, answers, strict=True)
    decisions = [_check(article, source, answer, used=used, borderline=borderline) for source, answer in pairs]
    return Decisions(
        topic=topic,
        article=article.title,
        article_sha256=article.sha256,
        sources=len(decisions),
        used=sum(decision.verdict == "used" for decision in decisions),
        borderline=sum(decision.verdict == "borderline" for decision in decisions),
        decisions=tuple(decisions),
    )


def _check(article: Article, source: Layers, decision: Decision, *, used: float, borderline: float) -> Decision:
    entry = source.entry
    if decision.id != entry.id:
        raise ArtifactError(
            f"{entry.id}: the distiller answered on {decision.id}", hint="run `dvc repro --force distill`"
        )
    layers = {"highlights": source.highlights, "full": source.full, "summary": entry.summary}
    checked = verify_decision(decision, article=article.text, layers=layers)
    verdict = judge_weight(checked.weight, used=used, borderline=borderline)
    how = "" if verdict == "unused" else checked.how or "traceable"
    return replace(checked, title=entry.title, verdict=verdict, how=how)
