"""Who judges coverage and asks on."""

from ..local.gap_analyst import LocalGapAnalyst
from ..roles import GapAnalyst
from . import refuse_unknown


def make_gap_analyst(engine: str) -> GapAnalyst:
    """Return the gap analyst of an engine; raises ParamsError for an unknown one."""
    refuse_unknown(engine)
    return LocalGapAnalyst()
