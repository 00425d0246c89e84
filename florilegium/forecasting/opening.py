"""The forecaster of a stage, from its params and its environment."""

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..asking.opening import open_clock
from ..asking.prices import check_models
from ..asking.servers import Fault, ServerError
from ..asking.store import ResponseStore
from ..errors import ModelError
from ..project.params import ClaudeParams
from .estimates import estimate_body
from .forecaster import Forecaster

COUNT = "FLORILEGIUM_FORECAST_COUNT"  # set by `florilegium plan --count`
CALLS = "calls.jsonl"


def open_forecaster(stage: str, params: ClaudeParams, responses: Path, folder: Path) -> Forecaster:
    """Return the forecaster of a stage; raises ParamsError for a model without a price."""
    check_models(params)
    logging.getLogger(f"florilegium.{stage}").setLevel(logging.ERROR)  # that local roles take over is no news here
    store = ResponseStore(responses) if (responses / "answers.sqlite").is_file() else None
    count = _open_counter(params) if os.environ.get(COUNT) == "1" else estimate_body
    return Forecaster(stage, params, count, store=store, record=folder / CALLS)


def _open_counter(params: ClaudeParams) -> Callable[[Mapping[str, Any]], int]:
    """Return what asks the server for the count, and estimates where it has no such endpoint."""
    from ..llm import open_server

    server = open_server(timeout_s=params.timeout_s, now=open_clock().now)

    def count(body: Mapping[str, Any]) -> int:
        try:
            return server.count_tokens(body)
        except ServerError as error:
            if error.fault in (Fault.NO_MODEL, Fault.INVALID):
                return estimate_body(body)
            raise ModelError(f"plan --count: {error}", hint="leave --count out: tokens are estimated then") from error

    return count
