"""Quotations: each is found byte for byte where it claims to come from, or it is dropped and counted."""

from collections.abc import Mapping
from dataclasses import replace

from ..decisions import Decision, Evidence

METADATA = "metadata"


def find_line(text: str, quote: str, *, near: int | None = None) -> int | None:
    """Return the line, counted from 1, on which a quotation begins; of several the one nearest to `near`."""
    if not quote.strip():
        return None
    lines: list[int] = []
    at, line, passed = text.find(quote), 1, 0
    while at >= 0:
        line, passed = line + text.count("\n", passed, at), at
        lines.append(line)
        at = text.find(quote, at + 1)
    return min(lines, key=lambda found: (abs(found - (near or 0)), found)) if lines else None


def verify_evidence(evidence: Evidence, *, article: str, layers: Mapping[str, str]) -> Evidence | None:
    """Return the evidence with its lines put right, or None where a quotation is not in its text."""
    article_line = find_line(article, evidence.article_quote, near=evidence.article_line)
    if article_line is None:
        return None
    if evidence.source_layer == METADATA:
        return None if evidence.source_quote else replace(evidence, article_line=article_line, source_line=None)
    text = layers.get(evidence.source_layer, "")
    source_line = find_line(text, evidence.source_quote, near=evidence.source_line)
    if source_line is None:
        return None
    shown = None if evidence.source_layer == "summary" else source_line
    return replace(evidence, article_line=article_line, source_line=shown)


def verify_decision(decision: Decision, *, article: str, layers: Mapping[str, str]) -> Decision:
    """Return the decision with verified evidence only; its weight falls to what is left where some was dropped."""
    checked = [verify_evidence(item, article=article, layers=layers) for item in decision.evidence]
    kept = tuple(item for item in checked if item is not None)
    dropped = len(checked) - len(kept)
    if not dropped:
        return replace(decision, evidence=kept)
    doubt = 1.0
    for item in kept:
        doubt *= 1.0 - item.weight
    return replace(
        decision,
        evidence=kept,
        weight=round(min(decision.weight, 1.0 - doubt), 4),
        dropped_quotes=decision.dropped_quotes + dropped,
    )
