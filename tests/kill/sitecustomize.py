"""Kills its whole process group at the N-th file that any process of the group opens for writing or renames.

Python imports this by itself where its folder is on PYTHONPATH: production code has no hook for it.
"""

import os
import signal
import sys
from typing import Any

LIMIT = int(os.environ.get("KILL_AFTER", "0"))


def _arm() -> None:
    counter = os.open(os.environ["KILL_COUNTER"], os.O_CREAT | os.O_APPEND | os.O_RDWR)

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        writes = event == "open" and bool(arguments[2] & (os.O_WRONLY | os.O_RDWR))
        if event == "os.rename" or writes:
            os.write(counter, b".")
            if os.fstat(counter).st_size >= LIMIT:
                os.killpg(os.getpgrp(), signal.SIGKILL)

    sys.addaudithook(count)


if LIMIT:
    _arm()
