"""The distiller without a model: explicit references and traceable ideas, weighed over the whole memory."""

from collections.abc import Sequence
from functools import cached_property

from ..decisions import Decision, Layers
from ..distilling.articles import Article
from ..distilling.attribution.corpus import Corpus, Source
from ..distilling.attribution.paragraphs import Weighed
from ..distilling.attribution.verdicts import judge_weight, make_decision
from ..distilling.attribution.weighing import weigh_sources
from ..entries import Entry


class LocalDistiller:
    """Decides on one source in the light of all: what several share goes to the one that explains it best."""

    def __init__(self, article: Article, sources: Sequence[Source], *, used: float, borderline: float) -> None:
        self._article = article
        self._corpus = Corpus(tuple(sources))
        self._used = used
        self._borderline = borderline

    @cached_property
    def _weighed(self) -> dict[str, Weighed]:
        return weigh_sources(self._article, self._corpus, used=self._used)

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {source.entry.id: source.entry.title for source in self._corpus.sources}

    def decide(self, entry: Entry, *, text: str, highlights: str) -> Decision:
        """Return whether the article used this source, with evidence; raises KeyError for a source not given."""
        weighed = self._weighed[entry.id]
        return make_decision(
            entry,
            weighed,
            article=self._article,
            layers={"highlights": highlights, "full": text, "summary": entry.summary},
            titles=self._titles,
            verdict=judge_weight(weighed.weight, used=self._used, borderline=self._borderline),
        )

    def decide_all(self, sources: Sequence[Layers]) -> list[Decision]:
        """Return the decisions on many sources, in their order."""
        return [self.decide(item.entry, text=item.full, highlights=item.highlights) for item in sources]
