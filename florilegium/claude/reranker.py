"""The reranker played by a model: metadata first, then head and tail, then the whole text, in batches on one scale."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..asking.requests import Request
from ..asking.structured import Answered
from ..candidates import Candidate, Ranked
from ..plans import Plan, Theme
from ..project.schemas import load_schema
from ..relevance.evidence import cut_text
from ..roles import Reading, Reranker
from .cards import describe_document, describe_themes, shorten_reason
from .voice import Voice

PROMPT = "reranker.md"
METADATA_BATCH = 12
TEXT_CHARACTERS = 60_000  # of a whole text; what is beyond is not shown
BATCH_CHARACTERS = 40_000  # of texts in one request
HIGHLIGHTS_CHARACTERS = 4_000


@dataclass(frozen=True)
class Depth:
    """One signal: how much of a document is shown."""

    signal: str
    shown: str  # in the words of the prompt
    told: str  # in the words of a reason


DEPTHS = (
    Depth("metadata", "the metadata", "metadata was enough"),
    Depth("head_tail", "the metadata, the reader's marks, head and tail of the text", "head and tail were read"),
    Depth("full", "the metadata, the reader's marks and the whole text", "the whole text was read"),
)


@dataclass(frozen=True)
class ClaudeReranker:
    """Asks a model about batches of candidates; what it leaves open, the local role scores."""

    voice: Voice
    local: Reranker
    read: int  # words of head and of tail

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        """Return every candidate with a score and a reason."""
        if not candidates:
            return []
        job = _Job(self, tuple(candidates), plan, tuple(themes), texts)
        return job.run()


@dataclass(frozen=True)
class _Job:
    """One ranking."""

    role: ClaudeReranker
    candidates: tuple[Candidate, ...]
    plan: Plan
    themes: tuple[Theme, ...]
    texts: Reading

    def run(self) -> list[Ranked]:
        ranked: dict[str, Ranked] = {}
        failed: dict[str, str] = {}
        waiting = sorted(self.candidates, key=lambda item: item.document.id)
        for depth in DEPTHS:
            deeper: list[Candidate] = []
            batches = self._make_batches(waiting, depth)
            for batch, outcome in self.role.voice.ask_split(batches, self._make_writer(depth)):
                if not isinstance(outcome, Answered):
                    told = f"{len(batch)} candidate(s) from {_name(batch[0])} on"
                    why = self.role.voice.replace_failed(told, outcome, items=len(batch))
                    failed.update({_name(item): why for item in batch})
                    continue
                answers = self._collect_answers(batch, outcome.value)
                for item in batch:
                    answer = answers.get(_name(item), {"outcome": "unknown"})
                    if answer["outcome"] == "score":
                        ranked[_name(item)] = self._make_ranked(item, answer, depth)
                    elif answer["outcome"] == "need_more" and depth is not DEPTHS[-1]:
                        deeper.append(item)
                    else:
                        failed[_name(item)] = self.role.voice.replace(_name(item), "the model left it open")
            waiting = sorted(deeper, key=_name)
        return [ranked.get(_name(item)) or self._rank_locally(item, failed[_name(item)]) for item in self.candidates]

    def _make_batches(self, items: Sequence[Candidate], depth: Depth) -> list[list[Candidate]]:
        """Return the candidates in batches that fit a request; which they are depends on the candidates alone."""
        if depth is DEPTHS[0]:
            return [list(items[at : at + METADATA_BATCH]) for at in range(0, len(items), METADATA_BATCH)]
        batches: list[list[Candidate]] = []
        room = 0
        for item in items:
            size = len(self._cut_text(item, depth)) + HIGHLIGHTS_CHARACTERS
            if size > room:
                batches.append([])
                room = BATCH_CHARACTERS
            batches[-1].append(item)
            room -= size
        return batches

    def _make_writer(self, depth: Depth) -> Callable[[Sequence[Candidate]], Request]:
        def write(batch: Sequence[Candidate]) -> Request:
            voice = self.role.voice
            values = {
                "title": voice.enclose(self.plan.title),
                "brief": voice.enclose(self.plan.summary),
                "themes": voice.enclose(describe_themes(self.themes)),
                "shown": depth.shown,
                "documents": "\n\n".join(self._describe(item, depth) for item in batch),
            }
            return voice.write_request(PROMPT, load_schema("answer_scores"), values)

        return write

    def _describe(self, item: Candidate, depth: Depth) -> str:
        queries = len({hit.query for hit in item.hits})
        card = f"{describe_document(item.document, item.key_terms)}\nfound by: {queries} queries"
        parts = [self.role.voice.enclose(card)]
        if depth is not DEPTHS[0]:
            marked = self.texts.read_highlights(_name(item))[:HIGHLIGHTS_CHARACTERS]
            parts += ["what the reader marked:", self.role.voice.enclose(marked)] if marked else []
            parts += ["text:", self.role.voice.enclose(self._cut_text(item, depth))]
        return "\n".join(parts)

    def _cut_text(self, item: Candidate, depth: Depth) -> str:
        text = self.texts.read_text(_name(item))
        return cut_text(text, self.role.read)[0] if depth.signal == "head_tail" else text[:TEXT_CHARACTERS]

    def _collect_answers(self, batch: Sequence[Candidate], answer: Any) -> dict[str, Any]:
        """Return the first answer on each document shown; the others are refused and counted."""
        shown = {_name(item) for item in batch}
        self.role.voice.refuse_ids(len({item["id"] for item in answer["scores"]} - shown))
        return {item["id"]: item for item in reversed(answer["scores"]) if item["id"] in shown}

    def _make_ranked(self, item: Candidate, answer: Any, depth: Depth) -> Ranked:
        known = {theme.id for theme in self.themes}
        reason = shorten_reason(answer["reason"]) or "scored by the model, without a reason"
        return Ranked(
            candidate=item,
            score=round(float(answer["score"]), 4),
            signal=depth.signal,
            themes=tuple(sorted(set(answer["themes"]) & known)),
            reason=f"{reason}; {depth.told}",
        )

    def _rank_locally(self, item: Candidate, why: str) -> Ranked:
        found = self._local[_name(item)]
        return Ranked(item, found.score, found.signal, found.themes, f"{found.reason}; {why}")

    @cached_property
    def _local(self) -> dict[str, Ranked]:
        """The local role's ranking: of all, since it looks at each among the others."""
        ranked = self.role.local.rank(self.candidates, self.plan, self.themes, self.texts)
        return {_name(item.candidate): item for item in ranked}


def _name(item: Candidate) -> str:
    return item.document.id
