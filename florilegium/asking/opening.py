"""The asker of a stage, from its params and its environment; nothing is paid for what is not asked."""

import logging
import math
import os
import random  # noqa: TID251 (only pauses between calls depend on it)
import time
from dataclasses import replace
from pathlib import Path

from ..errors import ParamsError
from ..project.params import ClaudeParams
from .askers import BUDGET_USD, OFFLINE
from .batching import BatchDesk
from .calling import Caller
from .ledger import Ledger, Limits
from .patience import Clock, Patience
from .prices import check_models
from .servers import Server
from .store import ResponseStore
from .stored_asker import StoredAsker
from .tallies import Tally


def open_clock() -> Clock:
    """Return the real clock and real chance."""
    return Clock(now=time.time, sleep=time.sleep, chance=random.random)


def open_asker(
    stage: str, params: ClaudeParams, folder: Path, log: logging.Logger, *, clock: Clock | None = None
) -> StoredAsker:
    """Return the asker of a stage over the store in a folder; raises ParamsError for a model without a price."""
    prices = check_models(params)
    params, limits = apply_environment(params)
    clock = clock or open_clock()

    def open_server() -> Server:
        # Over a second of import, which a stage with all answers stored does not pay.
        from ..llm import open_server

        return open_server(timeout_s=params.timeout_s, now=clock.now)

    caller = Caller(
        stage,
        open_server,
        store=ResponseStore(folder),
        ledger=Ledger(folder / "ledger.jsonl", limits),
        patience=Patience(clock, log, cap_s=params.retry_after_cap_s),
        prices=prices,
    )
    desk = BatchDesk(folder / "batches", caller, clock, log, opens=params.batch)
    return StoredAsker(stage, params, caller, desk, Tally(prices))


def apply_environment(params: ClaudeParams) -> tuple[ClaudeParams, Limits]:
    """Return params and limits as the options of `florilegium run` change them."""
    offline = params.offline or os.environ.get(OFFLINE) == "1"
    usd = os.environ.get(BUDGET_USD)
    limits = Limits(_read_dollars(usd) if usd else params.budget_usd, params.budget_tokens)
    return replace(params, offline=offline), limits


def _read_dollars(text: str) -> float:
    """Return the dollars in a variable that a person may have set by hand."""
    try:
        usd = float(text)
    except ValueError:
        usd = math.nan
    if not (math.isfinite(usd) and usd >= 0):
        message = f"the environment variable {BUDGET_USD} is {text!r}, which is no number of dollars"
        raise ParamsError(message, hint="unset it, and use `florilegium run --budget-usd X`")
    return usd
