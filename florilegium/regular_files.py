"""Files that others put there, opened so that a pipe or a device in their place neither blocks nor never ends."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_regular(path: str | Path, *, follow: bool = True) -> BinaryIO:
    """Open a regular file for reading; raises OSError for all else, and for a link that is not to be followed."""
    # Without O_NONBLOCK a named pipe would wait for its writer for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not follow:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags)
    try:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "this is a pipe, socket or device", str(path))
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def read_regular(path: str | Path, *, follow: bool = True, limit: int = -1) -> bytes:
    """Return the bytes of a regular file, the first `limit` of them where one is set; raises OSError."""
    with open_regular(path, follow=follow) as stream:
        return stream.read(limit)
