"""A voice: how one role asks, what is kept from its requests, and word of what became of the answers."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ..asking.askers import Asker, Failure
from ..asking.requests import Request, Tool
from ..asking.structured import (
    Answered,
    Check,
    Outcome,
    Refused,
    Truncated,
    accept_all,
    ask_structured,
    ask_structured_all,
    render_schema,
)
from .fences import fence
from .prompts import load_prompt, load_rules
from .redaction import Redactor

T = TypeVar("T")


@dataclass(frozen=True)
class Voice:
    """One role's way to its model."""

    asker: Asker
    role: str
    redactor: Redactor
    log: logging.Logger

    def redact(self, text: str) -> str:
        """Return a text without what looks like a key or is private."""
        clean, number = self.redactor.redact(text)
        if number:
            self.asker.note(self.role, "redacted", number)
        return clean

    def enclose(self, text: str) -> str:
        """Return a text from outside as data: redacted, between marks that it cannot hold."""
        return fence(self.redact(text))

    def write_request(
        self, prompt: str, schema: Mapping[str, Any], values: Mapping[str, str], *, tools: tuple[Tool, ...] = ()
    ) -> Request:
        """Return a request made from a prompt; data among the values are enclosed already."""
        chosen = self.asker.choose_model(self.role)
        fixed = {"rules": load_rules(), "schema": render_schema(schema)}
        filled = {name: self.redact(value) for name, value in values.items()}
        system, turn = load_prompt(prompt).fill({**fixed, **filled})
        return Request(
            role=self.role,
            model=chosen.model,
            system=system,
            turns=(turn,),
            max_tokens=chosen.max_tokens,
            tools=tools,
            schema=schema,
            effort=chosen.effort,
        )

    def ask(self, request: Request, check: Check = accept_all) -> Outcome | Failure:
        """Return what one answer amounts to."""
        return ask_structured(self.asker, request, check)

    def ask_split(
        self, batches: Sequence[Sequence[T]], write: Callable[[Sequence[T]], Request]
    ) -> list[tuple[Sequence[T], Outcome | Failure]]:
        """Ask about batches of items side by side; what is too much at once is halved until it is one item."""
        done: list[tuple[Sequence[T], Outcome | Failure]] = []
        waiting = [batch for batch in batches if batch]
        while waiting:
            outcomes = ask_structured_all(self.asker, [write(batch) for batch in waiting])
            halves: list[Sequence[T]] = []
            for batch, outcome in zip(waiting, outcomes, strict=True):
                if is_too_much(outcome) and len(batch) > 1:
                    halves += [batch[: len(batch) // 2], batch[len(batch) // 2 :]]
                else:
                    done.append((batch, outcome))
            waiting = halves
        return done

    def replace(self, what: str, why: str, *, items: int = 1, detail: str = "") -> str:
        """Count and tell that the local role does some items; return why, as it stands in an item's reason."""
        self.asker.note(self.role, "replaced", items)
        self.log.warning("LOCAL ROLE for %s of %s: %s%s", self.role, what, why, f" ({detail})" if detail else "")
        return f"by the local role, since {why}"

    def replace_failed(self, what: str, outcome: Outcome | Failure, *, items: int = 1) -> str:
        """Count and tell that the local role does items whose answer cannot be used."""
        return self.replace(what, explain_outcome(outcome), items=items, detail=_find_detail(outcome))

    def refuse_ids(self, unknown: int) -> None:
        """Count ids that the model was not shown."""
        if unknown:
            self.asker.note(self.role, "unknown_ids", unknown)


def is_too_much(outcome: Outcome | Failure) -> bool:
    """Tell whether less must be asked at once."""
    return isinstance(outcome, Truncated) or (isinstance(outcome, Failure) and outcome.is_too_large)


def explain_outcome(outcome: Outcome | Failure) -> str:
    """Return in a few words why an answer cannot be used; the same words wherever and whenever it happens."""
    if isinstance(outcome, Answered):
        return "the model left it open"
    if isinstance(outcome, Refused):
        return "the model refused"
    if isinstance(outcome, Truncated):
        return "the model's answer was cut off"
    if isinstance(outcome, Failure):
        return "no answer came"
    return "the model's answer was of no use"


def _find_detail(outcome: Outcome | Failure) -> str:
    """Return what only the log tells: the words of servers differ from time to time."""
    if isinstance(outcome, Failure):
        return outcome.reason
    problems = getattr(outcome, "problems", ())
    return problems[0] if problems else ""
