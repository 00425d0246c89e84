"""Who decides which sources an article used."""

from collections.abc import Sequence

from ..distilling.articles import Article
from ..distilling.attribution.corpus import Source
from ..local.distiller import LocalDistiller
from ..roles import Distiller
from . import refuse_unknown


def make_distiller(
    engine: str, article: Article, sources: Sequence[Source], *, used: float, borderline: float
) -> Distiller:
    """Return the distiller of an engine; raises ParamsError for an unknown one."""
    refuse_unknown(engine)
    return LocalDistiller(article, sources, used=used, borderline=borderline)
