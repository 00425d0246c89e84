"""Who writes two or three sentences on a document."""

from ..local.summariser import LocalSummariser
from ..roles import Summariser
from . import refuse_unknown


def make_summariser(engine: str) -> Summariser:
    """Return the summariser of an engine; raises ParamsError for an unknown one."""
    refuse_unknown(engine)
    return LocalSummariser()
