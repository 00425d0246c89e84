"""Who turns a brief into themes and first queries."""

from ..local.planner import LocalPlanner
from ..project.stage import Run
from ..roles import Planner
from . import is_claude, open_voice


def make_planner(engine: str, run: Run) -> Planner:
    """Return the planner of an engine; raises ParamsError for an unknown one."""
    if not is_claude(engine):
        return LocalPlanner()
    from ..claude.planner import ClaudePlanner

    return ClaudePlanner(open_voice(run, "planner"), LocalPlanner())
