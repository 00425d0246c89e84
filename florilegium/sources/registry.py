"""Which reader reads which form of source; each is imported only when a source of its form is configured."""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..params import PrivateParams, SnapshotSourcesParams, SourceParams
from .reader import Reader

READERS = {
    "obsidian": "florilegium.sources.obsidian:ObsidianReader",
    "readwise_api": "florilegium.sources.readwise_api:ReadwiseApiReader",
    "readwise_csv": "florilegium.sources.readwise_csv:ReadwiseCsvReader",
    "readwise_markdown": "florilegium.sources.readwise_markdown:ReadwiseMarkdownReader",
    "notebooklm": "florilegium.sources.notebooklm:NotebooklmReader",
}


def _hide_nothing(path: str, tags: Sequence[str]) -> bool:
    return False


@dataclass(frozen=True)
class Source:
    """One configured source; its reader is made when it is looked at."""

    name: str
    kind: str
    open: Callable[[], Reader]
    hides: Callable[[str, Sequence[str]], bool] = _hide_nothing  # by path and tags, for what is kept unread


def list_sources(params: SnapshotSourcesParams, root: Path) -> Sequence[Source]:
    """Return the configured sources in their order; nothing is opened yet."""
    hides = _make_hides(params.private)
    return [
        Source(
            source.name,
            source.kind,
            partial(make_reader, source, params, root),
            hides if source.kind == "obsidian" else _hide_nothing,
        )
        for source in params.sources
    ]


def make_reader(source: SourceParams, params: SnapshotSourcesParams, root: Path) -> Reader:
    """Return the reader of one source; `root` is the project, from which relative paths lead."""
    module, name = READERS[source.kind].split(":")
    reader: Reader = getattr(importlib.import_module(module), name).from_params(source, params, root)
    return reader


def _make_hides(private: PrivateParams) -> Callable[[str, Sequence[str]], bool]:
    def hides(path: str, tags: Sequence[str]) -> bool:
        # Asked only where a vault cannot be read, so its modules are not loaded before.
        from ..vault.privacy import PrivacyRules

        rules = PrivacyRules(private.folders, private.tags, private.flag)
        return rules.find_folder(path) is not None or bool(rules.find_tag(tags))

    return hides
