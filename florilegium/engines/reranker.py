"""Who scores candidates."""

from ..local.reranker import LocalReranker
from ..roles import Reranker
from . import refuse_unknown


def make_reranker(engine: str, *, sure: float, read: int) -> Reranker:
    """Return the reranker of an engine; raises ParamsError for an unknown one."""
    refuse_unknown(engine)
    return LocalReranker(sure=sure, read=read)
