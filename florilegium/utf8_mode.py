"""File names and output in UTF-8, whatever the locale says."""

import os
import sys


def ensure_utf8() -> None:
    """Start this very command again in Python's UTF-8 mode where the locale would spell file names otherwise.

    A vault's names are UTF-8 on every system that is met today, and ids of documents are made from them.
    """
    if sys.getfilesystemencoding() == "utf-8" or os.environ.get("PYTHONUTF8") == "1":
        return
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, "PYTHONUTF8": "1"})
