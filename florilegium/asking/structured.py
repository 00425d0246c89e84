"""From replies to answers of a known form: each request ends in exactly one outcome, whatever the model said."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..project.schemas import find_misfits
from .askers import Asker, Failure
from .json_values import Misread, iter_values
from .replies import Reply, TextBlock
from .requests import Part, Request, Turn

# A stage whose roles read answers depends on all of the asking layer, which it reaches by this name only.
OPENER = "florilegium.asking.opening"
SHOWN_PROBLEMS = 10
THOUGHT = "</think>"
CUT_OFF = ("max_tokens", "model_context_window_exceeded")


@dataclass(frozen=True)
class Answered:
    """A value that fits the schema and passed the check of its role."""

    value: Any
    repaired: bool = False  # it took a second call


@dataclass(frozen=True)
class Refused:
    """The model would not answer."""


@dataclass(frozen=True)
class Truncated:
    """The answer was cut off: less must be asked at once."""


@dataclass(frozen=True)
class Unusable:
    """No value that fits, also after a repair."""

    problems: tuple[str, ...]


Outcome = Answered | Refused | Truncated | Unusable
Check = Callable[[Any], Sequence[str]]  # what is wrong with a value that fits the schema, [] for nothing


def accept_all(value: Any) -> Sequence[str]:
    """Find nothing wrong."""
    return ()


def read_reply(reply: Reply, schema: Mapping[str, Any], check: Check = accept_all) -> Outcome:
    """Return what a reply amounts to; its stop reason tells refusal and truncation from bad JSON."""
    if reply.stop_reason == "refusal":
        return Refused()
    if reply.stop_reason in CUT_OFF:
        return Truncated()
    return read_text(reply.text, schema, check)


def read_text(text: str, schema: Mapping[str, Any], check: Check = accept_all) -> Answered | Unusable:
    """Return the first value in a text that fits; else what is wrong with the first one, or why there is none."""
    # Some models think aloud first, and what they try out there may look like an answer.
    text = text.rpartition(THOUGHT)[2]
    told: list[str] = []
    misread: list[str] = []
    opening = {"object": "{", "array": "["}.get(str(schema.get("type")), "{[")
    for value in iter_values(text, opening):
        if isinstance(value, Misread):
            misread.append(value.problem)
            continue
        problems = [f"{problem.path}: {problem.message}" for problem in find_misfits(value, schema)]
        problems = problems or list(check(value))
        if not problems:
            return Answered(value)
        told = told or problems
    return Unusable(tuple((told or misread or ["there is no JSON in the answer"])[:SHOWN_PROBLEMS]))


def ask_structured(asker: Asker, request: Request, check: Check = accept_all) -> Outcome | Failure:
    """Ask for a value that fits the request's schema; an answer that does not fit gets one call for a repair."""
    return ask_structured_all(asker, [request], [check])[0]


def ask_structured_all(
    asker: Asker, requests: Sequence[Request], checks: Sequence[Check] = ()
) -> list[Outcome | Failure]:
    """Ask for many such values side by side, then for all repairs; the outcomes have the order of the requests."""
    checks = checks or [accept_all] * len(requests)
    replies = asker.ask_all(requests)
    outcomes = [_read(*item) for item in zip(replies, requests, checks, strict=True)]
    broken = [number for number, outcome in enumerate(outcomes) if isinstance(outcome, Unusable)]
    repairs = [make_repair(requests[number], replies[number], outcomes[number]) for number in broken]
    for number, reply in zip(broken, asker.ask_all(repairs) if repairs else (), strict=True):
        outcome = _read(reply, requests[number], checks[number])
        # A repair that got no reply leaves the first outcome as it is.
        if not isinstance(outcome, Failure):
            outcomes[number] = replace(outcome, repaired=True) if isinstance(outcome, Answered) else outcome
    for request, outcome in zip(requests, outcomes, strict=True):
        _note(asker, request.role, outcome)
    return outcomes


def _read(reply: Reply | Failure, request: Request, check: Check) -> Outcome | Failure:
    return reply if isinstance(reply, Failure) else read_reply(reply, request.schema or {}, check)


def make_repair(request: Request, reply: Reply | Failure, outcome: Outcome | Failure) -> Request:
    """Return the request that shows the model its own answer and what is wrong with it."""
    problems = outcome.problems if isinstance(outcome, Unusable) else ()
    said = reply.text.strip() if isinstance(reply, Reply) else ""
    lines = "\n".join(f"- {problem}" for problem in problems)
    wanted = (
        f"That answer cannot be used:\n{lines}\n"
        "Give the whole answer again, as one JSON value that fits the schema, with nothing before or after it."
    )
    turns = (Turn("assistant", (TextBlock(said),)), Turn("user", (Part(wanted),))) if said else ()
    return replace(request, turns=(*request.turns, *turns)) if turns else _ask_again(request, wanted)


def _ask_again(request: Request, wanted: str) -> Request:
    """Return the request with one more part: a model that said nothing has no turn that could be shown."""
    *before, last = request.turns
    return replace(request, turns=(*before, replace(last, blocks=(*last.blocks, Part(wanted)))))


def _note(asker: Asker, role: str, outcome: Outcome | Failure) -> None:
    if isinstance(outcome, Answered) and outcome.repaired:
        asker.note(role, "repaired")
    elif isinstance(outcome, Refused):
        asker.note(role, "refused")
    elif isinstance(outcome, Truncated):
        asker.note(role, "truncated")


def render_schema(schema: Mapping[str, Any]) -> str:
    """Return a schema as it stands in a prompt: compact, without the names that only files need."""
    shown = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    return json.dumps(shown, ensure_ascii=False, indent=1)
