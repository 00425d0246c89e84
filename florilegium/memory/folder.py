"""A memory: the folder that any person or agent can be handed; written whole, read back layer by layer."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..documents import hash_text
from ..entries import Entry, Index
from ..errors import ArtifactError
from ..project.records import from_record, to_record
from ..project.regular_files import read_regular

INDEX_NAME = "index.yaml"


@dataclass(frozen=True)
class Contents:
    """A whole memory as values: its catalogue, and its layers by id."""

    index: Index
    full: Mapping[str, str]
    highlights: Mapping[str, str]  # only of sources in which the reader marked something


@dataclass(frozen=True)
class Memory:
    """A memory on disk; its layers are read when asked for, and never from outside its folder."""

    root: Path
    index: Index

    def read_full(self, entry: Entry) -> str:
        """Return layer 3, the full text; raises ArtifactError."""
        return self._read(entry.uri_full)

    def read_highlights(self, entry: Entry) -> str:
        """Return layer 2, the reader's highlights, "" where the reader marked nothing; raises ArtifactError."""
        return self._read(entry.uri_highlights) if entry.uri_highlights else ""

    def _read(self, uri: str) -> str:
        hint = "build the memory again with `dvc repro`, or copy its whole folder"
        path = self.root / uri
        try:
            inside = self._is_inside(path)
            content = read_regular(path).decode("utf-8") if inside else ""
        except (OSError, ValueError, RuntimeError) as error:  # a NUL in the name, no UTF-8, a loop of links
            raise ArtifactError(f"{path}: cannot be read: {error}", hint=hint) from error
        if not inside:
            raise ArtifactError(f"{path}: this link leads out of the memory", hint=hint)
        return content

    def _is_inside(self, path: Path) -> bool:
        """Tell whether a layer's file lies in this folder; the schema allows no `..`, so that only links lead out."""
        if not path.is_symlink() and not path.parent.is_symlink():
            return True
        return path.resolve(strict=True).is_relative_to(self.root.resolve(strict=True))


def load_memory(path: Path) -> Memory:
    """Return the memory in a folder, given the folder or its index.yaml; raises ArtifactError."""
    return Memory(path if path.is_dir() else path.parent, load_index(path))


def load_index(path: Path) -> Index:
    """Return the catalogue of a memory, given its folder or its index.yaml; raises ArtifactError."""
    catalogue = path / INDEX_NAME if path.is_dir() else path
    if not catalogue.exists():
        hint = "name a memory's folder or its index.yaml; `florilegium run` builds topics/<slug>/memory"
        raise ArtifactError(f"{path}: here is no memory", hint=hint)
    from ..project.artifacts import read_yaml  # costly to load, and not needed for a catalogue that the reader keeps

    return from_record(read_yaml(catalogue, "index"), Index)


def write_memory(root: Path, contents: Contents, pages: Mapping[str, str] | None = None) -> None:
    """Replace the folder of a memory; what was there stays untouched until the new one is complete and valid.

    `pages` are further files by plain name, each made from the contents; the catalogue lists them with their hashes.
    """
    from ..project.artifacts import write_bytes, write_yaml  # costly to load, and not needed to read a memory
    from ..project.folders import clear_folder

    pages = dict(sorted((pages or {}).items()))
    partial = root.parent / f".{root.name}.partial"
    clear_folder(partial)
    for layer, texts in (("full", contents.full), ("highlights", contents.highlights)):
        (partial / layer).mkdir(parents=True)
        for document_id, text in texts.items():
            write_bytes(partial / layer / f"{document_id}.md", text.encode("utf-8"))
    for name, text in pages.items():
        write_bytes(partial / name, text.encode("utf-8"))
    index = replace(contents.index, pages={name: hash_text(text) for name, text in pages.items()})
    write_yaml(partial / INDEX_NAME, to_record(index), "index")
    clear_folder(root)
    os.replace(partial, root)
