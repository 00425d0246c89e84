"""Who scores candidates."""

from pathlib import Path

from ..encoders.opening import open_encoder
from ..encoders.reranker import FusedReranker
from ..local.reranker import LocalReranker
from ..project.params import RerankParams
from ..roles import Reranker
from . import refuse_unknown


def make_reranker(params: RerankParams, *, root: Path, cache: Path) -> Reranker:
    """Return the reranker that the params name; raises ParamsError for what there is not."""
    refuse_unknown(params.engine)
    first = LocalReranker(sure=params.sure, read=params.read)
    encoder = open_encoder(params.encoder, root=root, cache=cache)
    return first if encoder is None else FusedReranker(first, encoder)
