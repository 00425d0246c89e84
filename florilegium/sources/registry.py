"""Which reader reads which form of source; each is imported only when a source of its form is configured."""

import importlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..errors import ParamsError
from ..project.params import SnapshotSourcesParams, SourceParams
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
    _refuse_own_output(params, root)
    return [
        Source(
            source.name,
            source.kind,
            partial(make_reader, source, params, root),
            _make_hides(source, params, root),
        )
        for source in params.sources
    ]


def _refuse_own_output(params: SnapshotSourcesParams, root: Path) -> None:
    """Raise ParamsError for a source inside what the pipeline writes: it would be removed or read again and again."""
    for source in params.sources:
        for folder in ("library", ".florilegium"):
            if Path(os.path.realpath(root / source.path)).is_relative_to(os.path.realpath(root / folder)):
                message = (
                    f"params.yaml: $.snapshot_sources.sources: {source.name} lies in this pipeline's own {folder}/"
                )
                raise ParamsError(message, hint="move it elsewhere and correct its path")


def make_reader(source: SourceParams, params: SnapshotSourcesParams, root: Path) -> Reader:
    """Return the reader of one source; `root` is the project, from which relative paths lead."""
    module, name = READERS[source.kind].split(":")
    reader: Reader = getattr(importlib.import_module(module), name).from_params(source, params, root)
    return reader


def _make_hides(
    source: SourceParams, params: SnapshotSourcesParams, root: Path
) -> Callable[[str, Sequence[str]], bool]:
    def hides(path: str, tags: Sequence[str]) -> bool:
        # Asked only where a source cannot be read, so these modules are not loaded before.
        from ..vault.privacy import PrivacyRules
        from .account_files import AccountFiles

        rules = PrivacyRules(params.private.folders, params.private.tags, params.private.flag)
        if source.kind != "obsidian":
            around = AccountFiles.from_params(source, params, root).vault_path
            path = f"{around}/{path}" if around else ""
        return rules.find_folder(path) is not None or bool(rules.find_tag(tags))

    return hides
