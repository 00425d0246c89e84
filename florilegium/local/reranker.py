"""The local reranker: scores by the cheapest signal that suffices."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..candidates import Candidate, Ranked
from ..documents import Document
from ..plans import Plan, Theme
from ..relevance import evidence as relevance
from ..relevance.evidence import Field, Target
from ..relevance.scoring import Features, saturate, score_features
from ..roles import Reading

MIDDLE = 0.5
LINK_SHARE = 0.5  # a note reached by a link is related to what was found, but did not answer itself
QUERIES_HALF = 2.0
MARKS_HALF = 4.0
NOTE_MARKS = 2  # one note of the reader tells as much as two marked passages
MARKS_MOST = 0.8  # below the reader's own document, however much is marked in another's
MIXED_HUMAN = 0.3  # a chat is half the reader's words
SIGNAL_PHRASES = {
    "metadata": "metadata was enough",
    "head_tail": "head and tail were read",
    "full": "the whole text was read",
}


@dataclass(frozen=True)
class LocalReranker:
    """Scores candidates by features; opens a document only where its metadata leave the matter open."""

    sure: float  # distance from the middle from which a score stands
    read: int  # words of head and of tail

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        """Return every candidate with a score; raises ArtifactError where a text that it needs is missing."""
        targets = relevance.make_targets(themes, candidates)
        brief = relevance.make_brief_target(plan, candidates)
        return [self._rank_one(candidate, targets, brief, texts) for candidate in candidates]

    def _rank_one(self, candidate: Candidate, targets: tuple[Target, ...], brief: Target, texts: Reading) -> Ranked:
        fields = relevance.read_metadata(candidate)
        features = _describe(targets, brief, fields, _describe_finding(candidate, len(targets)))
        if self._is_sure(features):
            return _make_ranked(candidate, features, "metadata", targets, fields)
        text = texts.read_text(candidate.document.id)
        highlights = texts.read_highlights(candidate.document.id)
        part, is_whole = relevance.cut_text(text, self.read)
        signal = "head_tail"
        opened = (*fields, *relevance.read_text(part, highlights))
        features = _describe_text(targets, brief, opened, features)
        if not is_whole and not self._is_sure(features):
            signal = "full"
            whole, _ = relevance.cut_text(text, len(text))
            opened = (*fields, *relevance.read_text(whole, highlights))
            features = _describe_text(targets, brief, opened, features)
        return _make_ranked(candidate, features, signal, targets, opened)

    def _is_sure(self, features: Features) -> bool:
        return abs(score_features(features) - MIDDLE) >= self.sure


def _describe_finding(candidate: Candidate, themes: int) -> Features:
    """Return the features that come from the search and from the reader."""
    best = max((_weigh_rank(hit.rank, hit.via) for hit in candidate.hits), default=0.0)
    queries = {hit.query for hit in candidate.hits}
    found = {hit.theme for hit in candidate.hits}
    human = _weigh_human(candidate)
    members = [candidate.document, *(item.document for item in candidate.also_in)]
    in_feed = all(document.location == "feed" for document in members)
    return Features(
        rank=best,
        queries=saturate(len(queries), QUERIES_HALF),
        spread=min(1.0, max(0, len(found) - 1) / max(1, min(themes, 4) - 1)),
        human=human,
        feed=1.0 if in_feed and human == 0.0 else 0.0,
    )


def _weigh_rank(rank: int, via: str) -> float:
    weight = 1.0 / math.sqrt(rank)
    return weight if via == "search" else weight * LINK_SHARE


def _weigh_human(candidate: Candidate) -> float:
    """Return the human signal of a candidate; a merged copy's marks count as its own."""
    if candidate.document.authorship == "own":
        return 1.0
    marks = max(_count_marks(item) for item in (candidate.document, *(copy.document for copy in candidate.also_in)))
    base = MIXED_HUMAN if candidate.document.authorship == "mixed" else 0.0
    return max(base, MARKS_MOST * saturate(marks, MARKS_HALF))


def _count_marks(document: Document) -> int:
    return document.highlights + NOTE_MARKS * document.own_notes


def _describe(targets: Sequence[Target], brief: Target, fields: Sequence[Field], features: Features) -> Features:
    """Return the features with those that come from the fields."""
    coverages = sorted((relevance.cover_target(target, fields) for target in targets), reverse=True)
    return replace(
        features,
        theme=coverages[0] if coverages else 0.0,
        breadth=sum(coverages[:3]) / 3,
        brief=relevance.cover_target(brief, fields),
        phrase=saturate(relevance.weigh_phrases(targets, fields), 1.0),
    )


def _describe_text(targets: Sequence[Target], brief: Target, fields: Sequence[Field], features: Features) -> Features:
    described = _describe(targets, brief, fields, features)
    return replace(described, focus=relevance.measure_focus(targets, fields), read=1.0)


def _make_ranked(
    candidate: Candidate, features: Features, signal: str, targets: Sequence[Target], fields: Sequence[Field]
) -> Ranked:
    return Ranked(
        candidate=candidate,
        score=score_features(features),
        signal=signal,
        themes=relevance.find_bearing(targets, fields),
        reason=_explain(candidate, signal, targets, fields),
    )


def _explain(candidate: Candidate, signal: str, targets: Sequence[Target], fields: Sequence[Field]) -> str:
    document = candidate.document
    parts = [
        relevance.describe_hits(candidate),
        relevance.name_terms(targets, fields),
        "your own words" if document.authorship == "own" else "",
        relevance.count_things(document.highlights, "highlight"),
        relevance.count_things(document.own_notes, "note of yours", "notes of yours"),
        "feed" if document.location == "feed" else "",
        SIGNAL_PHRASES[signal],
    ]
    return "; ".join(part for part in parts if part)
