"""Writes down every file that this process opens, one path a line.

Python imports this by itself where its folder is on PYTHONPATH: production code has no hook for it.
"""

import os
import sys
from typing import Any

LOG = os.environ.get("WATCH_LOG", "")


def _arm() -> None:
    log = os.open(LOG, os.O_CREAT | os.O_APPEND | os.O_WRONLY)

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        # Removing a tree opens its folders by bare names, relative to a handle that is not told here.
        if event != "open" or sys._getframe(1).f_code.co_name.startswith("_rmtree"):
            return
        if isinstance(arguments[0], str | bytes):
            os.write(log, os.fsencode(os.path.abspath(os.fsdecode(arguments[0]))) + b"\n")

    sys.addaudithook(note)


if LOG:
    _arm()
