"""Notes of a vault as files: read as they are, and replaced whole or not at all, never through a link."""

import hashlib
import os
import shutil
import stat
from pathlib import Path

from ..project.regular_files import read_regular

CHANGED = "It changed since it was read."


def read_note(root: Path, path: str) -> bytes:
    """Return the bytes of a note; raises OSError, for a symbolic link as well."""
    return read_regular(root / path, follow=False)


def find_obstacle(root: Path, path: str) -> str:
    """Return why a note is not to be written, a sentence, or "" where nothing stands in the way; raises OSError."""
    parts = path.split("/")
    if not all(parts) or ".." in parts or "." in parts:
        return "It does not lie in the vault."
    place = root
    for name in parts:
        place = place / name
        found = place.lstat()
        if stat.S_ISLNK(found.st_mode):
            return "It is a symbolic link, or lies behind one."
    if not stat.S_ISREG(found.st_mode):
        return "It is no regular file."
    if found.st_nlink > 1:
        return "The file has a second name, which would keep the old text."
    return "" if found.st_mode & stat.S_IWUSR else "It is protected from writing."


def swap_note(root: Path, path: str, before: bytes, after: bytes) -> str:
    """Replace a note that holds these bytes, with its mode kept; returns "", or why it was not done; raises OSError."""
    obstacle = find_obstacle(root, path)
    if obstacle:
        return obstacle
    place, partial = root / path, _name_partial(root, path)
    partial.unlink(missing_ok=True)
    try:
        _write_partial(partial, after)
        _keep_owner(place, partial)
        shutil.copystat(place, partial, follow_symlinks=False)
        os.utime(partial)
        # As late as can be: a sync may have written it meanwhile.
        if find_obstacle(root, path) or read_note(root, path) != before:
            return CHANGED
        os.replace(partial, place)
    finally:
        partial.unlink(missing_ok=True)
    sync_folder(place.parent)
    return ""


def remove_partial(root: Path, path: str) -> None:
    """Remove what a killed run left beside a note."""
    partial = _name_partial(root, path)
    try:
        obstacle = find_obstacle(root, partial.relative_to(root).as_posix())
    except OSError:
        return
    if not obstacle:
        partial.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system has that."""
    try:
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


def hash_bytes(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


def _name_partial(root: Path, path: str) -> Path:
    # A name of its own for each note, that Obsidian does not show and that is never too long.
    place = root / path
    return place.with_name(f".florilegium-{hash_bytes(place.name.encode('utf-8', 'surrogateescape'))[:16]}.partial")


def _write_partial(partial: Path, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(partial, flags, 0o600), "wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def _keep_owner(place: Path, partial: Path) -> None:
    """Give a new file owner and group of the old one; raises OSError where that is not allowed."""
    old, new = place.stat(follow_symlinks=False), partial.stat(follow_symlinks=False)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        os.chown(partial, old.st_uid, old.st_gid)
