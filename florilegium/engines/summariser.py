"""Who writes two or three sentences on a document."""

from ..local.summariser import LocalSummariser
from ..project.stage import Run
from ..roles import Summariser
from . import is_claude, open_voice


def make_summariser(engine: str, run: Run) -> Summariser:
    """Return the summariser of an engine; raises ParamsError for an unknown one."""
    if not is_claude(engine):
        return LocalSummariser()
    from ..claude.summariser import ClaudeSummariser

    return ClaudeSummariser(open_voice(run, "summariser"), LocalSummariser())
