"""Many requests at once through the Message Batches API."""

import logging
from collections.abc import Mapping
from pathlib import Path

from .calling import Caller
from .patience import Clock
from .requests import Request
from .store import Entry


class BatchDesk:
    """Hands in batches and brings their results back."""

    def __init__(self, folder: Path, caller: Caller, clock: Clock, log: logging.Logger) -> None:
        self._folder = folder
        self._caller = caller
        self._clock = clock
        self._log = log

    def ask(self, missing: Mapping[str, Request]) -> dict[str, Entry]:
        """Return the entries that a batch gave; what is missing among them must be asked singly."""
        return {}
