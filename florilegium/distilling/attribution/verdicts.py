"""Verdicts: from the weight of the evidence to a decision that a person can check."""

from collections.abc import Mapping, Sequence

from ...decisions import Decision, Evidence
from ...entries import Entry
from ..articles import Article
from .clues import Clue
from .paragraphs import Weighed
from .reasons import explain_weight

MOST_EVIDENCE = 8
MOST_UNUSED = 2


def judge_weight(weight: float, *, used: float, borderline: float) -> str:
    """Return used, borderline or unused."""
    return "used" if weight >= used else "borderline" if weight >= borderline else "unused"


def make_decision(
    entry: Entry,
    weighed: Weighed,
    *,
    article: Article,
    layers: Mapping[str, str],
    titles: Mapping[str, str],
    verdict: str,
) -> Decision:
    """Return the decision on one source with its evidence cut from the texts themselves."""
    limit = MOST_UNUSED if verdict == "unused" else MOST_EVIDENCE
    chosen = _choose_clues(weighed.clues, limit)
    how = "" if verdict == "unused" else "explicit" if weighed.explicit else "traceable"
    return Decision(
        id=entry.id,
        title=entry.title,
        verdict=verdict,
        how=how,
        weight=weighed.weight,
        reason=explain_weight(weighed, verdict, article, titles),
        evidence=tuple(_make_evidence(clue, article, layers, most=weighed.weight) for clue in chosen),
        dropped_quotes=0,
    )


def _choose_clues(clues: Sequence[Clue], limit: int) -> list[Clue]:
    """Return the strongest clues; the same place by the same rule once."""
    seen: set[tuple[str, int, int]] = set()
    chosen = []
    for clue in clues:
        place = (clue.rule, clue.start, clue.source_start)
        if place not in seen:
            seen.add(place)
            chosen.append(clue)
    return chosen[:limit]


def _make_evidence(clue: Clue, article: Article, layers: Mapping[str, str], *, most: float) -> Evidence:
    """Return the evidence with both quotations; no part weighs more than the whole."""
    return Evidence(
        rule=clue.rule,
        explicit=clue.explicit,
        article_line=article.find_line(clue.start),
        article_quote=article.text[clue.start : clue.end],
        source_layer=clue.layer,
        source_line=clue.source_line,
        source_quote=layers.get(clue.layer, "")[clue.source_start : clue.source_end],
        weight=min(clue.weight, most),
    )
