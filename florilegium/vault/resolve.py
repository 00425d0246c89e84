"""Where a link leads: Obsidian's rules, with every doubt told and none decided."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from ..drafts import Link
from .links import is_external

State = Literal["resolved", "dangling", "ambiguous", "external", "self"]


@dataclass(frozen=True)
class Resolution:
    """What became of one link."""

    state: State
    path: str | None = None  # of the file that it leads to, as on disk; null unless resolved or self
    candidates: tuple[str, ...] = ()  # of an ambiguous link, nearest to the root first


class Resolver:
    """Knows every path of a vault, notes and attachments, by its normalised and case-folded form.

    A link is tried as a path from the vault's root, then in the linking note's own folder, then as the end of any
    path; there the one nearest to the root wins, and two equally near are ambiguous. Aliases are no targets.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths: dict[str, list[str]] = {}  # folded path -> paths as on disk
        self._names: dict[str, list[str]] = {}  # folded file name -> folded paths
        self._ends: dict[str, list[str]] = {}  # end of a path, as far as asked for -> folded paths
        self._sure: dict[str, Resolution] = {}  # targets that lead to one place wherever they stand
        for path in sorted(set(paths)):
            key = fold_path(path)
            known = self._paths.setdefault(key, [])
            if not known:
                self._names.setdefault(key.rpartition("/")[2], []).append(key)
            known.append(path)

    def resolve(self, link: Link, from_path: str) -> Resolution:
        """Return where a link in the note at `from_path` leads."""
        if link.kind in _BY_NAME:
            sure = self._sure.get(link.target)
            if sure is not None:
                return sure if sure.path != from_path else Resolution("self", from_path)
        if is_external(link.target, link.kind):
            return Resolution("external")
        target = _decode(link.target) if link.kind == "markdown" else link.target
        if not target.strip():
            return Resolution("self", from_path)
        found = self._choose(self._find(target, link.kind, from_path), target, from_path)
        if link.kind in _BY_NAME and found.state in ("resolved", "dangling") and self._is_sure(target):
            self._sure[target] = found
        return found

    def _is_sure(self, target: str) -> bool:
        """Tell whether a target is a bare name of one file at most: then no rule can prefer another."""
        wanted = fold_path(target)
        if "/" in wanted:
            return False
        named = [path for name in _add_extension(wanted) for path in self._names.get(name, ())]
        return not named or (len(named) == 1 and len(self._paths[named[0]]) == 1)

    def _find(self, target: str, kind: str, from_path: str) -> list[str]:
        """Return the folded paths that a target may mean, by the first rule that gives any."""
        wanted = fold_path(target)
        if kind == "canvas":
            return self._find_exact(_normalise(wanted))
        if wanted.startswith("/"):
            return self._find_exact(_normalise(wanted.lstrip("/")))
        if wanted.startswith(("./", "../")):
            return self._find_beside(wanted, from_path)
        plain = _normalise(wanted)
        if kind == "markdown":
            found = self._find_beside(wanted, from_path) or self._find_exact(plain)
        else:
            found = self._find_exact(plain) or self._find_beside(wanted, from_path)
        return found or self._find_suffix(plain)

    def _find_beside(self, wanted: str, from_path: str) -> list[str]:
        folder = fold_path(from_path).rpartition("/")[0]
        return self._find_exact(_normalise(f"{folder}/{wanted}"))

    def _find_exact(self, key: str) -> list[str]:
        if key:
            for name in _add_extension(key):
                if name in self._paths:
                    return [name]
        return []

    def _find_suffix(self, key: str) -> list[str]:
        """Return the folded paths that end with a target, only those nearest to the root."""
        if not key:
            return []
        found = self._ends.get(key)
        if found is None:
            found = self._ends[key] = self._search_ends(key)
        return found

    def _search_ends(self, key: str) -> list[str]:
        for name in _add_extension(key):
            found = [path for path in self._names.get(name.rpartition("/")[2], ()) if path.endswith(f"/{name}")]
            if found:
                depth = min(path.count("/") for path in found)
                nearest = [path for path in found if path.count("/") == depth]
                return nearest if len(nearest) == 1 else sorted(found, key=lambda path: (path.count("/"), path))
        return []

    def _choose(self, keys: list[str], target: str, from_path: str) -> Resolution:
        paths = [path for key in keys for path in self._paths[key]]
        if len(paths) > 1 and len(keys) == 1:
            # Names that differ in case or Unicode form only: the one written as the link is meant, if there is one.
            written = unicodedata.normalize("NFC", target.strip())
            same = [path for path in paths if _ends_with(unicodedata.normalize("NFC", path), written)]
            paths = same if len(same) == 1 else paths
        if not paths:
            return Resolution("dangling")
        if len(paths) > 1:
            return Resolution("ambiguous", None, tuple(paths))
        return Resolution("self" if paths[0] == from_path else "resolved", paths[0])


_BY_NAME = frozenset({"wikilink", "embed", "front_matter"})


def fold_path(path: str) -> str:
    """Return the form under which equal paths are equal: NFC, case folded, no-break spaces as spaces."""
    if path.isascii():
        return path.strip().lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold()).replace("\xa0", " ").strip()


# A target with another extension, such as "v1.2", is a note's name first.
EXTENSIONS = frozenset(
    "md canvas base pdf avif bmp gif jpeg jpg png svg webp flac m4a mp3 ogg wav webm 3gp mkv mov mp4 ogv".split()
)


def _add_extension(key: str) -> tuple[str, ...]:
    stem, _, extension = key.rpartition(".")
    if extension in EXTENSIONS and stem and not stem.endswith("/"):
        return (key, f"{key}.md")
    return (f"{key}.md", key)


def _decode(target: str) -> str:
    """Return a Markdown destination with its %XX decoded; what is no UTF-8 stays as written."""
    try:
        return unquote(target, errors="strict")
    except UnicodeDecodeError:
        return target


def _normalise(path: str) -> str:
    """Return a path without `.`, `..` and empty parts; "" where it leaves the vault or names a folder."""
    if not path or path.endswith("/") or "\0" in path:
        return ""
    if "./" not in path and "//" not in path and not path.startswith("/"):
        return path
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def _ends_with(path: str, target: str) -> bool:
    return any(path == name or path.endswith(f"/{name}") for name in (target, f"{target}.md"))
