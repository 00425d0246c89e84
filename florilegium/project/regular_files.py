"""Files that others put there, opened so that a pipe or a device in their place neither blocks nor never ends."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_regular(path: str | Path, *, follow: bool = True) -> BinaryIO:
    """Open a regular file for reading; raises OSError for all else, and for a link that is not to be followed."""
    handle, _ = _open(path, follow=follow)
    return os.fdopen(handle, "rb")


def read_regular(path: str | Path, *, follow: bool = True, limit: int = -1) -> bytes:
    """Return the bytes of a regular file, the first `limit` of them where one is set; raises OSError."""
    # The system's calls alone: a vault has thousands of files, and a buffered stream takes twice as long.
    handle, size = _open(path, follow=follow)
    try:
        content = os.read(handle, size + 1 if limit < 0 else limit)
        # A call may give less than there is.
        while limit < 0 or len(content) < limit:
            more = os.read(handle, _BLOCK if limit < 0 else limit - len(content))
            if not more:
                break
            content += more
        return content
    finally:
        os.close(handle)


_BLOCK = 1 << 16


def _open(path: str | Path, *, follow: bool) -> tuple[int, int]:
    """Return handle and size of a regular file."""
    # Without O_NONBLOCK a named pipe would wait for its writer for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags)
    try:
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "this is a pipe, socket or device", str(path))
    except BaseException:
        os.close(handle)
        raise
    return handle, found.st_size
