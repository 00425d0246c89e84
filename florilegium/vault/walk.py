"""A walk over a vault's folders: names and sizes only, sorted, never out of the vault."""

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

from ..sources.reader import InputFile


@dataclass(frozen=True)
class Oddity:
    """Something in a folder that is no file to read, with a word that says why."""

    path: str  # relative to the root; a folder ends with "/"
    reason: str
    files: int = 1


@dataclass
class Walk:
    """What a walk found."""

    files: list[InputFile] = field(default_factory=list)  # sorted by path
    oddities: list[Oddity] = field(default_factory=list)  # sorted by path
    folders: list[str] = field(default_factory=list)  # those that were listed, but for the root
    unreadable: list[str] = field(default_factory=list)  # folders that could not be listed, or not wholly


def walk_folder(root: Path) -> Walk:
    """List all that is below a folder without following a symbolic link; raises OSError for the root only."""
    walk = Walk()
    real_root = os.path.realpath(root)
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(os.path.join(root, folder) if folder else root) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError:
            if not folder:
                raise
            walk.unreadable.append(folder)
            continue
        for entry in found:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if _sort_entry(entry, path, folder, walk, real_root):
                walk.folders.append(path)
                waiting.append(path)
    walk.files.sort(key=lambda file: file.path)
    walk.oddities.sort(key=lambda oddity: oddity.path)
    walk.unreadable.sort()
    return walk


def count_files(folder: str) -> int:
    """Return how many files lie below a folder, links not followed; what cannot be listed counts as none."""
    return sum(len(names) for _, _, names in os.walk(folder))


def _sort_entry(entry: os.DirEntry[str], path: str, folder: str, walk: Walk, real_root: str) -> bool:
    """File one entry under what it is; true for a folder to walk into."""
    name = entry.name
    if not _is_storable(name):
        shown = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        walk.oddities.append(Oddity(shown, "bad_name", max(1, count_files(entry.path))))
    elif entry.is_symlink():
        walk.oddities.append(Oddity(path, _judge_link(entry.path, real_root)))
    elif entry.is_dir(follow_symlinks=False):
        if not name.startswith("."):
            return True
        reason = "trash" if name == ".trash" else "dot_folder"
        walk.oddities.append(Oddity(f"{path}/", reason, count_files(entry.path)))
    elif name.startswith("."):
        # A note that iCloud holds back leaves such a name: the note is not gone.
        held_back = name.endswith(".icloud")
        walk.oddities.append(Oddity(path, "not_downloaded" if held_back else "dot_file"))
        if held_back and folder not in walk.unreadable:
            walk.unreadable.append(folder)
    else:
        _add_file(entry, path, walk)
    return False


def _add_file(entry: os.DirEntry[str], path: str, walk: Walk) -> None:
    try:
        found = entry.stat(follow_symlinks=False)
    except OSError:
        walk.oddities.append(Oddity(path, "unreadable"))
        return
    if stat.S_ISREG(found.st_mode):
        walk.files.append(InputFile(path, found.st_size, found.st_mtime_ns))
    else:
        walk.oddities.append(Oddity(path, "not_a_file"))


def _judge_link(path: str, real_root: str) -> str:
    target = os.path.realpath(path)
    if not os.path.exists(target):
        return "symlink_broken"
    inside = target == real_root or target.startswith(real_root.rstrip(os.sep) + os.sep)
    return "symlink_inside" if inside else "symlink_outside"


def _is_storable(name: str) -> bool:
    """Tell whether a name is text: a name that is no UTF-8 comes with lone surrogates, which no artifact can hold."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
