"""Who plays which role: one module a role, so that a stage reaches only those that it needs."""

from ..errors import ParamsError

ENGINES = ("local",)


def refuse_unknown(engine: str) -> None:
    """Raise ParamsError for an engine that there is not."""
    if engine not in ENGINES:
        raise ParamsError(f"there is no engine {engine!r}", hint=f"engines there are: {', '.join(ENGINES)}")
