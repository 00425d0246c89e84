"""Who plays which role: one module a role, so that a stage reaches only those that it needs."""

from typing import TYPE_CHECKING

from ..errors import ParamsError

if TYPE_CHECKING:
    from ..claude.voice import Voice
    from ..project.stage import Run

CLAUDE = "claude"
ENGINES = ("local", CLAUDE)


def is_claude(engine: str) -> bool:
    """Tell whether a model plays the role; raises ParamsError for an engine that there is not."""
    if engine not in ENGINES:
        raise ParamsError(f"there is no engine {engine!r}", hint=f"engines there are: {', '.join(ENGINES)}")
    return engine == CLAUDE


def open_voice(run: "Run", role: str) -> "Voice":
    """Return a role's way to its model."""
    # What a model needs is imported where one is chosen: local stages start as quickly as before.
    from ..claude.redaction import make_redactor
    from ..claude.voice import Voice

    return Voice(run.asker, role, make_redactor(run.params.snapshot_sources.private), run.log)
