"""Which reader reads which form of source; each is imported only when a source of its form is configured."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..params import SnapshotSourcesParams, SourceParams
from .reader import Reader

READERS = {
    "obsidian": "florilegium.sources.obsidian:ObsidianReader",
    "readwise_api": "florilegium.sources.readwise_api:ReadwiseApiReader",
    "readwise_csv": "florilegium.sources.readwise_csv:ReadwiseCsvReader",
    "readwise_markdown": "florilegium.sources.readwise_markdown:ReadwiseMarkdownReader",
    "notebooklm": "florilegium.sources.notebooklm:NotebooklmReader",
}


@dataclass(frozen=True)
class Source:
    """One configured source; its reader is made when it is looked at."""

    name: str
    kind: str
    open: Callable[[], Reader]


def list_sources(params: SnapshotSourcesParams, root: Path) -> Sequence[Source]:
    """Return the configured sources in their order; nothing is opened yet."""
    return [Source(source.name, source.kind, partial(make_reader, source, params, root)) for source in params.sources]


def make_reader(source: SourceParams, params: SnapshotSourcesParams, root: Path) -> Reader:
    """Return the reader of one source; `root` is the project, from which relative paths lead."""
    module, name = READERS[source.kind].split(":")
    reader: Reader = getattr(importlib.import_module(module), name).from_params(source, params, root)
    return reader
