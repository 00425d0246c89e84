"""Who turns a brief into themes and first queries."""

from ..local.planner import LocalPlanner
from ..roles import Planner
from . import refuse_unknown


def make_planner(engine: str) -> Planner:
    """Return the planner of an engine; raises ParamsError for an unknown one."""
    refuse_unknown(engine)
    return LocalPlanner()
