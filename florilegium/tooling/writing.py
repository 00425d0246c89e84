"""What is written into a vault for its tools: each file whole or not at all, and never through a link."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import BusyError, ParamsError
from ..project.regular_files import read_regular
from ..vault.settings import CONFIG_FOLDER
from .plugin import PLUGIN_FOLDER
from .releases import Release


@dataclass(frozen=True)
class FileChange:
    """One file that is written: what it was and what it becomes."""

    path: str  # relative to the vault
    before: int | None  # bytes of what is there, null where nothing is
    after: int
    is_same: bool  # nothing has to be written


def plan_installation(root: Path, release: Release) -> tuple[FileChange, ...]:
    """Return the files that a release brings; raises ParamsError where the vault has no place for them."""
    hint = "give the folder of a vault that Obsidian has opened once, with its own plugins' folder"
    if not (root / CONFIG_FOLDER).is_dir():
        raise ParamsError(f"{CONFIG_FOLDER} is not in the vault", hint=hint)
    changes = []
    for name, content in release.files.items():
        path = f"{PLUGIN_FOLDER}/{name}"
        refuse_links(root, path)
        before = read_before(root / path, len(content))
        changes.append(FileChange(path, _find_size(root / path), len(content), before == content))
    return tuple(changes)


def install_release(root: Path, release: Release, changes: tuple[FileChange, ...]) -> None:
    """Write the files of a release that changed, the manifest last; raises OSError, ParamsError.

    The plugin's own `data.json` and whatever else lies in its folder stays as it is.
    """
    for change in changes:
        if not change.is_same:
            replace_file(root, change.path, release.files[change.path.rpartition("/")[2]])


def replace_bytes(root: Path, path: str, before: bytes, after: bytes) -> None:
    """Write a file that is still as it was read; raises BusyError where another program wrote it since."""
    refuse_links(root, path)
    if (read_before(root / path, len(before)) or b"") != before:
        raise BusyError(f"{path}: this changed since it was read", hint="close Obsidian and try it again")
    replace_file(root, path, after)


def refuse_links(root: Path, path: str) -> None:
    """Raise ParamsError where a link or something else than folders lies on the way to a file of a vault."""
    place = root
    for name in path.split("/"):
        place = place / name
        if place.is_symlink():
            told = place.relative_to(root).as_posix()
            raise ParamsError(f"{told} is a link: nothing is written through it", hint="put the real one there")
    if place.is_dir():
        raise ParamsError(f"{path} is a folder, and a file should be written there", hint="move it away")


def read_before(path: Path, size: int) -> bytes | None:
    """Return the bytes of a file, at most one more than a size; null where there is none."""
    try:
        return read_regular(path, follow=False, limit=size + 1)
    except FileNotFoundError:
        return None


def replace_file(root: Path, path: str, content: bytes) -> None:
    """Write a file whole or not at all, with the permissions that it had; raises OSError."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    # One name: what a killed run left is taken away by the next.
    partial = target.with_name(f".{target.name}.florilegium-partial")
    partial.unlink(missing_ok=True)
    handle = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(partial, _find_mode(target))
        os.replace(partial, target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def show_changes(changes: tuple[FileChange, ...]) -> list[str]:
    """Return a line for each file."""
    return [f"{_tell(change)}  {change.path}" for change in changes]


def count_kept(root: Path, names: Mapping[str, bytes]) -> int:
    """Return how many files of the plugin's folder no release brings, such as its own data."""
    folder = root / PLUGIN_FOLDER
    return sum(path.name not in names for path in folder.iterdir()) if folder.is_dir() else 0


def _tell(change: FileChange) -> str:
    if change.is_same:
        return f"same     {change.after} bytes"
    if change.before is None:
        return f"new      {change.after} bytes"
    return f"replaced {change.before} -> {change.after} bytes"


def _find_size(path: Path) -> int | None:
    try:
        return path.stat().st_size
    except OSError:
        return None


def _find_mode(path: Path) -> int:
    """Return the permissions of a file, those of a new one where there is none: settings may be closed to others."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0o644
