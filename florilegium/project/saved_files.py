"""The files that lie beside a brief: a person changes them, so a change must reach the stage that reads them."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from .artifacts import write_lines
from .records import to_record
from .regular_files import open_regular

# What has a dependency of its own in dvc.yaml, or is made by a stage.
KNOWN_NAMES = frozenset({"brief.md", "article.md", "research.md", "work", "memory", "choices.yaml"})


@dataclass(frozen=True)
class SavedFile:
    """One file beside a brief."""

    topic: str
    path: str  # relative to the topic's folder, with "/"
    sha256: str  # of its bytes; "" where it cannot be read


def list_saved(topics: Path) -> list[SavedFile]:
    """Return every file beside a brief, sorted; links are not followed."""
    found: list[SavedFile] = []
    for folder, folders, names in os.walk(topics):
        inside = Path(folder).relative_to(topics).parts
        known = KNOWN_NAMES if len(inside) == 1 else frozenset[str]()
        folders[:] = [name for name in folders if name not in known and not name.startswith(".")]
        for name in names if inside else ():
            path = Path(folder) / name
            if name not in known and not name.startswith(".") and not path.is_symlink():
                found.append(SavedFile(inside[0], "/".join([*inside[1:], name]), _hash_file(path)))
    return sorted(found, key=lambda file: (file.topic, file.path))


def store_saved(files: list[SavedFile], path: Path) -> None:
    """Write the list, and remove what a killed run left beside it."""
    for partial in path.parent.glob(".*.partial"):
        partial.unlink()
    write_lines(path, [to_record(file) for file in files], "saved")


def _hash_file(path: Path) -> str:
    digest = hashlib.sha256()
    try:
        with open_regular(path, follow=False) as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    except OSError:
        # The stage that reads it says what is wrong; here it only has to count as changed.
        return ""
    return digest.hexdigest()
