"""Who judges coverage and asks on."""

from ..local.gap_analyst import LocalGapAnalyst
from ..project.stage import Run
from ..roles import GapAnalyst
from . import is_claude, open_voice


def make_gap_analyst(engine: str, run: Run) -> GapAnalyst:
    """Return the gap analyst of an engine; raises ParamsError for an unknown one."""
    if not is_claude(engine):
        return LocalGapAnalyst()
    from ..claude.gap_analyst import ClaudeGapAnalyst

    return ClaudeGapAnalyst(open_voice(run, "gap_analyst"), LocalGapAnalyst())
