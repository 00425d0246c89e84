"""The reader of NotebookLM's Takeout export: a folder, a ZIP archive, or a folder with several of them."""

import os
import weakref
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .account_files import AccountReader
from .archives import BadArchiveError, is_text_name, list_members, read_member
from .notebook_files import Located, Notebook, find_notebooks, find_roles, name_export, split_path
from .notebook_reading import read_notebook
from .reader import InputFile, Reading, Row, Scan, Unit


@dataclass(frozen=True, eq=False)
class NotebooklmReader(AccountReader):
    """All notebooks of one account; archives stay open while their members are read."""

    _archives: "dict[str, _Archive]" = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        weakref.finalize(self, _close_archives, self._archives)

    def scan(self) -> Scan:
        """List the notebooks, one unit each; raises SourceUnavailableError where there is no export.

        Of archives the list of members is read, and no member. An archive that is broken now counts as a folder that
        cannot be listed, so that nothing it held is taken for deleted.
        """
        _close_archives(self._archives)
        listing = self.files.list_files()
        rows = list(listing.rows)
        unreadable = list(listing.unreadable)
        located: list[Located] = []
        for file in listing.files:
            if file.path.casefold().endswith(".zip"):
                located += self._list_archive(file, rows, unreadable)
            else:
                located.append(Located(file, "", file.path))
        notebooks, others = find_notebooks(located, self.files.root.name)
        rows += self._count_others(others)
        units = [unit for unit in self._make_units(notebooks, rows) if not _is_hidden(unit, unreadable)]
        return Scan(tuple(units), tuple(sorted(rows, key=lambda row: (row.path, row.reason))), tuple(unreadable))

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file or archive member; raises OSError."""
        archive, member = self._split_archive(file.path)
        if not archive:
            return super().load(file)
        opened = self._archives.get(archive)
        if opened is None:
            opened = self._archives[archive] = _open_archive(self._locate(archive))
        if member not in opened.names:
            raise OSError(f"{file.path}: no longer in the archive")
        return read_member(opened.handle, opened.names[member])

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn the files of one notebook into drafts; what cannot be read gets a row and costs nothing else."""
        return read_notebook(self.files, unit.key, contents)

    def _locate(self, path: str) -> Path:
        root = self.files.root
        return (root.parent if root.is_file() else root) / path

    def _split_archive(self, path: str) -> tuple[str, str]:
        """Return (path of the archive, path of the member in it), ("", "") for a file that lies in no archive."""
        parts = path.split("/")
        for depth, part in enumerate(parts[:-1], start=1):
            archive = "/".join(parts[:depth])
            if part.casefold().endswith(".zip") and os.path.isfile(self._locate(archive)):
                return archive, "/".join(parts[depth:])
        return "", ""

    def _list_archive(self, file: InputFile, rows: list[Row], unreadable: list[str]) -> Iterator[Located]:
        try:
            members = list_members(self._locate(file.path))
        except BadArchiveError as error:
            rows.append(self.files.make_row(file.path, "bad_archive", f"This ZIP archive cannot be read: {error}."))
            unreadable.append(file.path)
            return
        for member in members:
            path = f"{file.path}/{member.path}"
            if member.reason:
                rows.append(self.files.make_row(path, member.reason))
            else:
                yield Located(InputFile(path, member.size, file.mtime_ns), name_export(file.path), member.path)

    def _count_others(self, others: Iterable[Located]) -> list[Row]:
        """Return one row a folder for what belongs to no notebook: a Takeout may hold the whole account."""
        counts = Counter(other.input.path.rpartition("/")[0] for other in others)
        return [
            self.files.make_row(f"{path}/", "not_notebooklm", files=count) for path, count in sorted(counts.items())
        ]

    def _make_units(self, notebooks: Iterable[Notebook], rows: list[Row]) -> list[Unit]:
        """Return one unit a notebook, from its latest export."""
        latest: dict[str, Notebook] = {}
        for notebook in notebooks:  # sorted by rank within a name
            earlier = latest.get(notebook.name)
            if earlier is not None:
                where = "/".join(part for part in (earlier.export, earlier.parent, earlier.name) if part)
                rows.append(self.files.make_row(where, "superseded", files=len(earlier.files)))
            latest[notebook.name] = notebook
        return [Unit(name, self._choose_inputs(notebook, rows)) for name, notebook in sorted(latest.items())]

    def _choose_inputs(self, notebook: Notebook, rows: list[Row]) -> tuple[InputFile, ...]:
        """Return the files that hold text, each once though two parts of an export may hold it."""
        inner = {file: split_path(file.inner, notebook.name) for file in notebook.files}
        roles = find_roles(inner.values())
        chosen: dict[str, InputFile] = {}
        for file in sorted(notebook.files, key=lambda item: item.input.path):
            role = roles[inner[file]]
            if role in ("artifact", "attachment") or not is_text_name(file.inner):
                rows.append(self.files.make_row(file.input.path, "artifact" if role == "artifact" else "attachment"))
            elif inner[file] in chosen:
                rows.append(self.files.make_row(file.input.path, "duplicate_member"))
            else:
                chosen[inner[file]] = file.input
        return tuple(sorted(chosen.values(), key=lambda item: item.path))


@dataclass
class _Archive:
    """An open archive and the spelling of its members' names."""

    handle: zipfile.ZipFile
    names: Mapping[str, str]  # by confined path


def _open_archive(path: Path) -> _Archive:
    names = {member.path: member.name for member in list_members(path) if not member.reason}
    try:
        return _Archive(zipfile.ZipFile(path), names)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise BadArchiveError(str(error)) from error


def _close_archives(archives: dict[str, _Archive]) -> None:
    for archive in archives.values():
        archive.handle.close()
    archives.clear()


def _is_hidden(unit: Unit, unreadable: Iterable[str]) -> bool:
    """Tell whether a part of a notebook cannot be seen: read without it, its other documents would seem deleted."""
    folders = [
        "/".join(file.path.split("/")[:depth]) for file in unit.inputs for depth in range(file.path.count("/") + 1)
    ]
    known = {folder for folder in folders if folder.rpartition("/")[2] == unit.key}
    return any(folder == root or folder.startswith(f"{root}/") for folder in unreadable for root in known)
