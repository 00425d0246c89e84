"""Pages to a folder: what would change there, shown first, and written only over what is ours."""

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ..project.artifacts import write_bytes
from ..project.regular_files import read_regular
from .marking import is_ours

State = Literal["new", "changed", "same", "yours", "unsafe"]


@dataclass(frozen=True)
class PlannedPage:
    """One page and the file that stands in its place."""

    path: str  # relative to the folder
    before: bytes | None  # None where there is no file
    after: bytes
    state: State  # yours: a person made or changed the file; unsafe: a link or no plain file stands in the way


def plan_pages(root: Path, pages: Mapping[str, str]) -> tuple[PlannedPage, ...]:
    """Return what writing these pages into a folder would do, sorted; writes nothing."""
    return tuple(_plan_page(root, path, pages[path].encode("utf-8")) for path in sorted(pages))


def render_diff(page: PlannedPage) -> Iterator[str]:
    """Yield the lines of a diff of one page, without line ends."""
    before = (page.before or b"").decode("utf-8", "replace").splitlines()
    after = page.after.decode("utf-8").splitlines()
    old = page.path if page.before is not None else "nothing"
    yield from difflib.unified_diff(before, after, old, page.path, lineterm="")


def write_page(root: Path, page: PlannedPage) -> bool:
    """Write one page whole; False where its place is no more as it was when the page was planned."""
    if _look(root, page.path) != (page.before, True):
        return False
    write_bytes(root / page.path, page.after)
    return True


def find_leftovers(root: Path, pages: Mapping[str, str]) -> tuple[str, ...]:
    """Return the pages of ours in a folder that this map has not, sorted."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = (Path(folder) / name).relative_to(root).as_posix()
            if name in ("AGENTS.md", "CLAUDE.md", "VAULT_INDEX.md") and path not in pages:
                content, is_safe = _look(root, path)
                if is_safe and content is not None and is_ours(content):
                    found.append(path)
    return tuple(sorted(found))


def _plan_page(root: Path, path: str, after: bytes) -> PlannedPage:
    before, is_safe = _look(root, path)
    if not is_safe:
        return PlannedPage(path, None, after, "unsafe")
    if before is None:
        return PlannedPage(path, None, after, "new")
    if before == after:
        return PlannedPage(path, before, after, "same")
    return PlannedPage(path, before, after, "changed" if is_ours(before) else "yours")


def _look(root: Path, path: str) -> tuple[bytes | None, bool]:
    """Return what stands at a place, and whether it may be written: no link leads elsewhere, and it is a plain file."""
    place = root
    for part in path.split("/"):
        place = place / part
        if place.is_symlink():
            return None, False
    if not place.exists():
        return None, True
    try:
        return read_regular(place, follow=False), True
    except OSError:
        return None, False
