"""Who decides which sources an article used."""

from collections.abc import Sequence

from ..distilling.articles import Article
from ..distilling.attribution.corpus import Source
from ..local.distiller import LocalDistiller
from ..project.params import DistillParams
from ..project.stage import Run
from ..roles import Distiller
from . import is_claude, open_voice


def make_distiller(params: DistillParams, run: Run, article: Article, sources: Sequence[Source]) -> Distiller:
    """Return the distiller that the params name; raises ParamsError for an unknown one."""
    local = LocalDistiller(article, sources, used=params.used, borderline=params.borderline)
    if not is_claude(params.engine):
        return local
    from ..claude.distiller import ClaudeDistiller

    voice = open_voice(run, "distiller")
    return ClaudeDistiller(voice, local, article, used=params.used, borderline=params.borderline)
