"""What a link to a note has to say, so that it leads there and nowhere else."""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from ..drafts import Link
from ..project.regular_files import read_regular
from ..sources.decoding import decode_text
from ..vault.resolve import EXTENSIONS, Resolver, fold_path
from ..vault.settings import CONFIG_FOLDER, MAX_BYTES

LinkFormat = Literal["shortest", "relative", "absolute"]
_UNLINKABLE = re.compile(r"[#^|\[\]\\\n\r\0]|%%|\A\s|\s\Z")


class TargetChooser:
    """Knows every file of a vault and writes targets in the vault's own format."""

    def __init__(self, paths: Iterable[str], form: LinkFormat = "shortest") -> None:
        known = sorted(set(paths))
        self.resolver = Resolver(known)
        self._form = form
        # Every end of every path, so that a name that only one file has is known as such.
        self._ends = Counter(end for path in known for end in _list_ends(fold_path(path)))

    def choose(self, target: str, from_path: str) -> str | None:
        """Return the shortest text by which a note links to a target; None where none leads there for sure."""
        for written in self._list_candidates(target, from_path):
            if not _UNLINKABLE.search(written) and self.leads(written, target, from_path):
                return written
        return None

    def leads(self, written: str, target: str, from_path: str) -> bool:
        """Tell whether a link as written in a note leads to a target."""
        found = self.resolver.resolve(Link(written), from_path)
        return found.state == "resolved" and found.path == target

    def _list_candidates(self, target: str, from_path: str) -> Iterator[str]:
        short = target.removesuffix(".md")
        # A note that is named as a file of another kind keeps its own extension, or the other file would be meant.
        is_plain = short != target and short.rpartition(".")[2].casefold() not in EXTENSIONS
        forms = (short, target) if is_plain else (target,)
        if self._form == "relative":
            folder = from_path.rpartition("/")[0]
            for form in forms:
                way = posixpath.relpath(form, folder or ".")
                yield from (way,) if way.startswith("../") else (way, f"./{way}")
        if self._form == "shortest":
            for form in forms:
                yield from (end for end in _list_ends(form) if self._is_only(end, target))
        yield from forms

    def _is_only(self, end: str, target: str) -> bool:
        """Tell whether no other file's path ends so, with or without the extension of a note."""
        key = fold_path(end)
        return self._ends[key] + (0 if key.endswith(".md") else self._ends[f"{key}.md"]) == 1


def read_link_format(root: Path) -> LinkFormat:
    """Return how a vault's settings want links written; Obsidian's default where they do not say or cannot be read."""
    try:
        value = json.loads(
            decode_text(read_regular(root / CONFIG_FOLDER / "app.json", follow=False, limit=MAX_BYTES)).text or "{}"
        )
    except (OSError, ValueError, RecursionError):
        return "shortest"
    form = value.get("newLinkFormat") if isinstance(value, dict) else None
    return form if form in ("relative", "absolute") else "shortest"


def _list_ends(path: str) -> list[str]:
    """Return a path's name, then its name with one folder, and so on up to the whole path."""
    parts = path.split("/")
    return ["/".join(parts[index:]) for index in range(len(parts) - 1, -1, -1)]
