"""A reranker beside another one: it reads the best candidates' passages and fuses both scores."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..candidates import Candidate, Ranked
from ..plans import Plan, Theme
from ..roles import Reading, Reranker
from .encoder import Encoder
from .fusion import fuse_score
from .likeness import measure_likeness

MOST_READ = 100  # candidates; those behind them keep the score that their words gave
PAIR_QUESTIONS = 2  # a cross-encoder reads every pair anew
SHOWN = 60


@dataclass(frozen=True)
class FusedReranker:
    """Whatever engine scores first, an encoder then reads what came out best."""

    first: Reranker
    encoder: Encoder

    def rank(
        self, candidates: Sequence[Candidate], plan: Plan, themes: Sequence[Theme], texts: Reading
    ) -> list[Ranked]:
        """Return every candidate with a score; raises ArtifactError where a text is missing."""
        scored = self.first.rank(candidates, plan, themes, texts)
        best = sorted(scored, key=lambda item: (-item.score, item.candidate.document.id))
        read = (self._fuse(item, self._list_questions(item, plan, themes), texts) for item in best[:MOST_READ])
        return [*read, *best[MOST_READ:]]

    def _fuse(self, item: Ranked, questions: Sequence[str], texts: Reading) -> Ranked:
        document = item.candidate.document
        found = measure_likeness(self.encoder, questions, title=document.title, text=texts.read_text(document.id))
        if not found.passages:
            return item
        reason = f"{item.reason}; {found.value:.2f} like {_shorten(found.question)!r}; by words alone {item.score:.2f}"
        score = fuse_score(item.score, found.value, self.encoder.kind)
        return replace(item, score=score, signal="passages", reason=reason)

    def _list_questions(self, item: Ranked, plan: Plan, themes: Sequence[Theme]) -> list[str]:
        """Return what to compare a candidate with: the brief's title and its themes, nearest by words first."""
        ordered = sorted(themes, key=lambda theme: theme.id not in item.themes)
        questions = list(dict.fromkeys([plan.title, *(theme.name for theme in ordered)]))
        return questions if self.encoder.kind == "bi" else questions[:PAIR_QUESTIONS]


def _shorten(text: str) -> str:
    return text if len(text) <= SHOWN else text[:SHOWN].rsplit(" ", 1)[0] + " …"
