"""One run at a time on one folder; the system frees the lock when its holder dies, so none goes stale."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import BusyError


@contextmanager
def hold_lock(path: Path, *, what: str) -> Iterator[None]:
    """Hold a lock for the length of the block; raises BusyError that names the holder at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    holder = path.with_suffix(".holder")
    lock = FileLock(path)
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        name = holder.read_text(encoding="utf-8").strip() if holder.is_file() else "another run"
        message = f"{what} is in use by {name}"
        raise BusyError(message, hint="wait until it has ended; a killed run holds nothing") from error
    try:
        holder.write_text(f"process {os.getpid()}\n", encoding="utf-8")
        yield
    finally:
        holder.unlink(missing_ok=True)
        lock.release()
