"""What a role needs to ask a model; who answers, and whether it was paid for, is not its business."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .replies import Reply
from .requests import Request

# What `florilegium run --offline` and `--budget-usd` tell the stages through the environment.
OFFLINE = "FLORILEGIUM_OFFLINE"
BUDGET_USD = "FLORILEGIUM_BUDGET_USD"  # dollars that the ledger may reach


@dataclass(frozen=True)
class Failure:
    """A request that got no reply after all retries; the run goes on without it."""

    reason: str  # one readable line
    is_too_large: bool = False  # the work must be split: the server would not take so much at once


@dataclass(frozen=True)
class RoleModel:
    """Which model plays a role, and how far it may go."""

    model: str
    max_tokens: int
    effort: str | None = None


class Asker(Protocol):
    """From requests to replies: stored ones first, then the server within budget and limits."""

    def ask(self, request: Request) -> Reply | Failure:
        """Return the reply; raises BudgetError when the budget is spent and ModelError where no call can succeed."""
        ...

    def ask_all(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Return the replies in the order of the requests; side by side, or as one batch at half the price."""
        ...

    def choose_model(self, role: str) -> RoleModel:
        """Return the model of a role as params.yaml has it."""
        ...

    def note(self, role: str, event: str, number: int = 1) -> None:
        """Count what became of answers, for the metrics: repaired, refused, replaced, unknown_ids, redacted."""
        ...
