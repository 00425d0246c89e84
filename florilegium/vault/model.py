"""The model of a vault: every note with its links, each classified, and the graph that they make.

What is private is not in it: no note, no name; a link to such a file is `hidden` and names nothing.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from .headings import Heading

LinkState = Literal["resolved", "self", "dangling", "ambiguous", "external", "hidden"]


@dataclass(frozen=True)
class VaultLink:
    """One link of a note, and where it leads."""

    target: str  # as written, without subpath and display text; "" where it is hidden
    subpath: str  # "#Heading" or "#^block", "" for the whole note
    kind: str  # wikilink, embed, markdown, front_matter, canvas
    line: int  # counted from 1; 0 where it has none
    state: LinkState
    path: str | None = None  # of the file that it leads to; null unless resolved or self
    candidates: tuple[str, ...] = ()  # of an ambiguous link, nearest to the root first
    is_broken: bool = False  # the file is there, the heading or block is not


@dataclass(frozen=True)
class VaultNote:
    """One note or canvas of a vault."""

    id: str  # of its document in the library, by which the index knows it
    path: str  # relative to the vault, as on disk
    title: str
    kind: str  # note, daily, clipping, canvas, or a form of Readwise's plugin
    authorship: str  # own, other, mixed
    day: str | None  # YYYY-MM-DD, when it was written, saved or what day it is of
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    headings: tuple[Heading, ...]
    block_ids: tuple[str, ...]
    links: tuple[VaultLink, ...]  # in order of appearance
    words: int
    sha256: str  # of its text in the library

    @property
    def section(self) -> str:
        """The folder that it lies in, "" for the vault's root."""
        return self.path.rpartition("/")[0]


@dataclass(frozen=True)
class VaultFile:
    """A file of the vault that is no note here: an attachment, a template, an empty or ignored note."""

    path: str
    reason: str  # a word of `sources.vault_files.REASONS`


@dataclass(frozen=True)
class VaultModel:
    """A vault as the harness sees it; equal vaults give equal models, whatever the order of their folders."""

    source: str  # name of the vault
    notes: Mapping[str, VaultNote]  # by path, sorted
    files: tuple[VaultFile, ...]  # sorted by path

    @cached_property
    def out_links(self) -> Mapping[str, tuple[str, ...]]:
        """For every note, the files that its links lead to, sorted, itself not among them."""
        return {
            path: tuple(sorted({link.path for link in note.links if link.state == "resolved" and link.path}))
            for path, note in self.notes.items()
        }

    @cached_property
    def back_links(self) -> Mapping[str, tuple[str, ...]]:
        """For every note and every file that is linked, the notes whose links lead there, sorted."""
        found: dict[str, list[str]] = {path: [] for path in self.notes}
        for path, targets in self.out_links.items():
            for target in targets:
                found.setdefault(target, []).append(path)
        return {path: tuple(found[path]) for path in sorted(found)}

    def count_links(self) -> dict[str, int]:
        """Return how many links there are of each state; they add up to all links of all notes."""
        counts = Counter(link.state for note in self.notes.values() for link in note.links)
        return dict(sorted(counts.items()))
