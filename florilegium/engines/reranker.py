"""Who scores candidates."""

from ..encoders.opening import open_encoder
from ..encoders.reranker import FusedReranker
from ..local.reranker import LocalReranker
from ..project.params import RerankParams
from ..project.stage import Run
from ..roles import Reranker
from . import is_claude, open_voice


def make_reranker(params: RerankParams, run: Run) -> Reranker:
    """Return the reranker that the params name; raises ParamsError for what there is not."""
    first: Reranker = LocalReranker(sure=params.sure, read=params.read)
    if is_claude(params.engine):
        from ..claude.reranker import ClaudeReranker

        first = ClaudeReranker(open_voice(run, "reranker"), first, params.read)
    encoder = open_encoder(params.encoder, root=run.workspace.root, cache=run.workspace.vectors)
    return first if encoder is None else FusedReranker(first, encoder)
