"""The distiller played by a model: one source at a time against the article; every quotation is verified in code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..asking.askers import Failure
from ..asking.requests import Request
from ..asking.structured import Answered, Outcome, ask_structured_all
from ..decisions import Decision, Evidence, Layers
from ..distilling.articles import Article
from ..distilling.quotations import METADATA, verify_evidence
from ..entries import Entry
from ..project.schemas import load_schema
from ..roles import Distiller
from .cards import WHOSE, list_facts, shorten_reason
from .naming import names_source
from .sampling import split_parts
from .voice import Voice, explain_outcome

PROMPT = "distiller.md"
PART_CHARACTERS = 60_000
HIGHLIGHTS_CHARACTERS = 20_000
MOST_EVIDENCE = 6
FEWEST_CHARACTERS = 6  # a shorter quotation is found anywhere
EXPLICIT = frozenset({"title", "author", "url", "citation", "file_name", "notebook", "wikilink"})
EXPLICIT_WEIGHT = 0.9
TRACED_WEIGHT = 0.6
ORDER = ("used", "borderline", "unused")


@dataclass(frozen=True)
class _Part:
    """One part of one source, as one request shows it."""

    source: Layers
    number: int
    parts: int
    text: str


@dataclass(frozen=True)
class _Claim:
    """What the model said of one source, with the evidence that was found."""

    verdict: str
    reason: str
    evidence: tuple[Evidence, ...]
    dropped: int


@dataclass(frozen=True)
class ClaudeDistiller:
    """Asks a model about each source; believes a use only where a quotation shows it."""

    voice: Voice
    local: Distiller
    article: Article
    used: float
    borderline: float

    def decide(self, entry: Entry, *, text: str, highlights: str) -> Decision:
        """Return whether the article used this source, with evidence."""
        return self.decide_all([Layers(entry, text, highlights)])[0]

    def decide_all(self, sources: Sequence[Layers]) -> list[Decision]:
        """Return the decisions in the order of the sources, asked side by side; long texts are read by parts."""
        answers = self._ask_parts([part for source in sources for part in _split_source(source, PART_CHARACTERS)])
        return [self._decide(source, answers[source.entry.id]) for source in sources]

    def _ask_parts(self, parts: Sequence[_Part]) -> dict[str, list[Outcome | Failure]]:
        """Return the outcomes of each source's parts; a part that is too large is asked as two."""
        answers: dict[str, list[Outcome | Failure]] = {part.source.entry.id: [] for part in parts}
        waiting = list(parts)
        while waiting:
            outcomes = ask_structured_all(self.voice.asker, [self._write_request(part) for part in waiting])
            smaller: list[_Part] = []
            for part, outcome in zip(waiting, outcomes, strict=True):
                if isinstance(outcome, Failure) and outcome.is_too_large and len(part.text) > HIGHLIGHTS_CHARACTERS:
                    smaller += _halve_part(part)
                else:
                    answers[part.source.entry.id].append(outcome)
            waiting = smaller
        return answers

    def _write_request(self, part: _Part) -> Request:
        highlights = part.source.highlights[:HIGHLIGHTS_CHARACTERS]
        values = {
            "article": self.voice.enclose(self.article.text),
            "card": self.voice.enclose(_describe_entry(part.source.entry)),
            "highlights": self.voice.enclose(highlights) if highlights else "none",
            "part": "" if part.parts == 1 else f", part {part.number} of {part.parts}",
            "text": self.voice.enclose(part.text),
        }
        return self.voice.write_request(PROMPT, load_schema("answer_decision"), values)

    def _decide(self, source: Layers, outcomes: Sequence[Outcome | Failure]) -> Decision:
        answered = [item for item in outcomes if isinstance(item, Answered)]
        claims = [self._check(source, item.value) for item in answered if item.value["verdict"] != "unknown"]
        dropped = sum(claim.dropped for claim in claims)
        proven = [claim for claim in claims if claim.verdict == "unused" or claim.evidence]
        found = min(proven, key=lambda claim: ORDER.index(claim.verdict), default=None)
        open_parts = len(outcomes) - len(proven)
        if found is None or (open_parts and found.verdict == "unused"):
            # An unread part could hold the evidence: nobody has said no as long as one part is open.
            return self._decide_locally(source, self._explain(source, claims, outcomes), dropped)
        evidence = tuple(item for claim in proven for item in claim.evidence)[:MOST_EVIDENCE]
        return self._make_decision(source.entry, replace(found, evidence=evidence, dropped=dropped))

    def _check(self, source: Layers, answer: Mapping[str, Any]) -> _Claim:
        """Return what the model says with only that evidence whose quotations are where it says."""
        layers = {"highlights": source.highlights, "full": source.full, "summary": source.entry.summary}
        given = [_make_evidence(item) for item in answer["evidence"]] if answer["verdict"] != "unused" else []
        checked = [verify_evidence(item, article=self.article.text, layers=layers) for item in given]
        kept = tuple(item for item in checked if item is not None and self._holds(source.entry, item))
        return _Claim(answer["verdict"], answer["reason"], kept, len(given) - len(kept))

    def _holds(self, entry: Entry, evidence: Evidence) -> bool:
        """Tell whether a quotation that was found says enough: it is long enough, or it names the source."""
        if evidence.source_layer == METADATA or evidence.explicit:
            return names_source(self.article, evidence.article_quote, entry)
        return min(len(evidence.article_quote.strip()), len(evidence.source_quote.strip())) >= FEWEST_CHARACTERS

    def _make_decision(self, entry: Entry, claim: _Claim) -> Decision:
        doubt = 1.0
        for item in claim.evidence:
            doubt *= 1.0 - item.weight
        if claim.verdict == "used":
            weight = max(self.used, 1.0 - doubt)
        else:
            weight = (self.used + self.borderline) / 2 if claim.verdict == "borderline" else 0.0
        weight = round(weight, 4)
        explicit = any(item.explicit for item in claim.evidence)
        return Decision(
            id=entry.id,
            title=entry.title,
            verdict=claim.verdict,
            how="" if claim.verdict == "unused" else "explicit" if explicit else "traceable",
            weight=weight,
            reason=shorten_reason(claim.reason) or "Decided by the model, without a reason.",
            evidence=tuple(replace(item, weight=min(item.weight, weight)) for item in claim.evidence),
            dropped_quotes=claim.dropped,
        )

    def _explain(self, source: Layers, claims: Sequence[_Claim], outcomes: Sequence[Outcome | Failure]) -> str:
        unproven = [claim for claim in claims if claim.verdict != "unused" and not claim.evidence]
        if unproven:
            words = f"the model called it {unproven[0].verdict} and none of its quotations was found"
            return self.voice.replace(source.entry.id, words)
        failed = next((item for item in outcomes if not isinstance(item, Answered)), outcomes[0])
        return self.voice.replace(source.entry.id, explain_outcome(failed))

    def _decide_locally(self, source: Layers, why: str, dropped: int) -> Decision:
        found = self.local.decide(source.entry, text=source.full, highlights=source.highlights)
        reason = f"{found.reason.rstrip('.')}; decided {why}."
        return replace(found, reason=reason, dropped_quotes=found.dropped_quotes + dropped)


def _split_source(source: Layers, characters: int) -> list[_Part]:
    texts = split_parts(source.full, characters)
    return [_Part(source, number, len(texts), text) for number, text in enumerate(texts, start=1)]


def _halve_part(part: _Part) -> list[_Part]:
    return [replace(part, text=text) for text in split_parts(part.text, len(part.text) // 2 + 1)]


def _make_evidence(item: Mapping[str, Any]) -> Evidence:
    explicit = item["rule"] in EXPLICIT
    return Evidence(
        rule=item["rule"],
        explicit=explicit,
        article_line=0,
        article_quote=item["article_quote"],
        source_layer=item["source_layer"],
        source_line=None,
        source_quote="" if item["source_layer"] == METADATA else item["source_quote"],
        weight=EXPLICIT_WEIGHT if explicit else TRACED_WEIGHT,
    )


def _describe_entry(entry: Entry) -> str:
    """Return all by which an article could name a source."""
    facts = {
        "title": entry.title,
        "authors": ", ".join(entry.authors),
        "origin": ", ".join(filter(None, [entry.origin, entry.location])),
        "kind": f"{entry.kind}; {WHOSE[entry.authorship]}",
        "publication": entry.publication,
        "published": entry.published or "",
        "address": entry.source_url or "",
        "file": entry.original_path,
        "notebook": entry.notebook or "",
        "summary": entry.summary,
    }
    return list_facts(facts)
