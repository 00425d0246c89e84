"""Where the notebooks lie in a Takeout export: found by structure, since the names of outer folders are translated."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from .archives import is_text_name
from .characters import fold_name
from .reader import InputFile

Role = Literal["source", "note", "chat", "artifact", "discovered", "metadata", "attachment"]

_FOLDER_ROLES: Mapping[str, Role] = {
    "sources": "source",
    "notes": "note",
    "chat history": "chat",
    "chats": "chat",
    "artifacts": "artifact",
    "discovered sources": "discovered",
}
_FILE_ROLES: Mapping[str, Role] = {"notes.html": "note", "chat history.html": "chat"}
_PRODUCT = re.compile(r"notebook ?lm|gemini notebook")
_PART = re.compile(r"-\d{3}$")


@dataclass(frozen=True)
class Located:
    """One file of an export."""

    input: InputFile
    export: str  # name of the archive without its part number, "" for a folder
    inner: str  # path inside the archive or the folder


@dataclass(frozen=True)
class Notebook:
    """The files of one notebook in one export."""

    name: str  # of its folder
    export: str
    parent: str  # folder in which it lies
    files: tuple[Located, ...]

    @property
    def rank(self) -> tuple[str, str]:
        """Order of exports: their names hold their dates."""
        return (self.export, self.parent)


def name_export(archive: str) -> str:
    """Return the name that all parts of one export share."""
    return _PART.sub("", archive.rpartition("/")[2].rpartition(".")[0])


def find_notebooks(files: Sequence[Located], root_name: str) -> tuple[list[Notebook], list[Located]]:
    """Return the notebooks of all exports, sorted by name and rank, and the files that belong to none."""
    roots = {export: _find_roots(group) for export, group in _group_by_export(files).items()}
    found: dict[tuple[str, str], list[Located]] = {}
    others: list[Located] = []
    for file in files:
        root = _find_root(file.inner, roots[file.export])
        if root is None:
            others.append(file)
        else:
            found.setdefault((file.export, root), []).append(file)
    notebooks = [
        Notebook(root.rpartition("/")[2] or root_name, export, root.rpartition("/")[0], tuple(group))
        for (export, root), group in found.items()
    ]
    return sorted(notebooks, key=lambda item: (item.name, item.rank)), others


def split_path(path: str, notebook: str) -> str:
    """Return the part of a file's path below its notebook's folder."""
    parts = path.split("/")
    places = [number for number, part in enumerate(parts[:-1]) if part == notebook]
    for place in places:
        rest = parts[place + 1 :]
        if len(rest) == 1 or fold_name(rest[0]) in _FOLDER_ROLES:
            return "/".join(rest)
    return "/".join(parts[places[-1] + 1 :]) if places else path


def find_roles(paths: Iterable[str]) -> dict[str, Role]:
    """Return what each file of a notebook is, by its path below the notebook's folder.

    A folder with an unknown name, such as a translated one, is told by what lies in it: pages beside their
    descriptions are sources, pages alone are notes or chats.
    """
    listed = sorted(paths)
    folders: dict[str, list[str]] = {}
    for path in listed:
        folders.setdefault(path.partition("/")[0] if "/" in path else "", []).append(path)
    roles: dict[str, Role] = {}
    for folder, members in folders.items():
        role = _FOLDER_ROLES.get(fold_name(folder)) or (_guess_role(members) if folder else None)
        for path in members:
            roles[path] = _find_role(path, role)
    return roles


def is_known_folder(path: str) -> bool:
    """Tell whether a file's folder has the name that Takeout gives it in English."""
    return fold_name(path.partition("/")[0]) in _FOLDER_ROLES or fold_name(path) in _FILE_ROLES


def _find_role(path: str, role: Role | None) -> Role:
    if role == "artifact":
        return role
    if role is None:
        name = fold_name(path)
        return _FILE_ROLES.get(name) or ("metadata" if name.endswith(".json") else "attachment")
    return role if is_text_name(path) else "attachment"


def _guess_role(members: Sequence[str]) -> Role:
    names = [fold_name(path.rpartition("/")[2]) for path in members]
    if any(name.endswith(".json") for name in names):
        return "source" if any(name.endswith((".html", ".htm")) for name in names) else "discovered"
    return "chat" if any(name.startswith("chat") for name in names) else "note"


def _group_by_export(files: Iterable[Located]) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for file in files:
        groups.setdefault(file.export, []).append(file.inner)
    return groups


def _find_roots(paths: Iterable[str]) -> set[str]:
    """Return the folders that are notebooks; one inside another is a part of it."""
    children: dict[str, set[str]] = {}
    for path in paths:
        parts = path.split("/")
        for depth in range(len(parts)):
            folder = "/".join(parts[:depth])
            name = fold_name(parts[depth])
            children.setdefault(folder, set()).add(f"{name}/" if depth < len(parts) - 1 else name)
    roots: set[str] = set()
    for folder in sorted(children, key=lambda item: (item.count("/") + bool(item), item)):
        if _is_notebook(folder, children[folder]) and _find_root(f"{folder}/x", roots) is None:
            roots.add(folder)
    return roots


def _is_notebook(folder: str, names: set[str]) -> bool:
    """Tell whether a folder is a notebook: by its description, by two known parts, or by one in a known place."""
    own = fold_name(folder.rpartition("/")[2])
    if own and ({f"{own} metadata.json", f"{own}.json"} & names):
        return True
    known = {name for name in names if name.rstrip("/") in _FOLDER_ROLES and name.endswith("/")} | names & set(
        _FILE_ROLES
    )
    if len(known) >= 2 or "discovered sources/" in known:
        return True
    parent = fold_name(folder.rpartition("/")[0].rpartition("/")[2])
    return bool(known) and (bool(_PRODUCT.search(parent)) or (known == {"sources/"} and not _PRODUCT.search(own)))


def _find_root(path: str, roots: set[str]) -> str | None:
    if "" in roots:
        return ""
    parts = path.split("/")[:-1]
    return next((root for depth in range(len(parts)) if (root := "/".join(parts[: depth + 1])) in roots), None)
