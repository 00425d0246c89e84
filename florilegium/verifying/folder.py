"""The folder of a memory as it lies on disk: every file read once, nothing followed out of it."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from ..memory.folder import INDEX_NAME
from ..project.regular_files import read_regular
from .faults import Fault

LAYERS = ("full", "highlights")


@dataclass(frozen=True)
class Folder:
    """What lies in a memory."""

    files: dict[str, bytes]  # by path relative to the folder, with "/"
    faults: tuple[Fault, ...]  # what is there and may not be

    def read_text(self, path: str) -> str:
        """Return a file as text, "" where it is missing or not UTF-8; both are faults of their own."""
        try:
            return self.files.get(path, b"").decode("utf-8")
        except UnicodeDecodeError:
            return ""


def read_folder(root: Path) -> Folder:
    """Return all files of a memory; links, pipes and strange folders are faults and are not opened."""
    files: dict[str, bytes] = {}
    faults: list[Fault] = []
    _walk(root, "", files, faults)
    return Folder(files, tuple(faults))


def _walk(folder: Path, prefix: str, files: dict[str, bytes], faults: list[Fault]) -> None:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        faults.append(Fault("file", prefix.rstrip("/") or ".", None, f"cannot be read: {error.strerror}"))
        return
    for entry in entries:
        path = prefix + os.fsencode(entry.name).decode("utf-8", "backslashreplace")
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISLNK(mode):
            faults.append(Fault("link", path, None, "is a symbolic link, which may lead out of the folder"))
        elif stat.S_ISDIR(mode):
            if path in LAYERS:
                _walk(folder / entry.name, f"{path}/", files, faults)
            else:
                faults.append(Fault("file", path, None, "is a folder that a memory does not have"))
        else:
            _read(folder / entry.name, path, files, faults)


def _read(file: Path, path: str, files: dict[str, bytes], faults: list[Fault]) -> None:
    try:
        files[path] = read_regular(file, follow=False)
    except OSError as error:
        faults.append(Fault("file", path, None, f"cannot be read: {error.strerror or error}"))
        return
    if path != INDEX_NAME:
        try:
            files[path].decode("utf-8")
        except UnicodeDecodeError as error:
            line = files[path].count(b"\n", 0, error.start) + 1
            faults.append(Fault("file", path, line, "is not UTF-8"))
