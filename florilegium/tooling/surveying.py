"""A vault looked at: what there is of the plugin, of its store and of the notes."""

from collections.abc import Collection
from pathlib import Path

from ..vectors.opening import find_store, read_store
from .checking import Tooling, check_tooling
from .coverage import measure_coverage, stat_notes
from .plugin import find_plugin
from .settings import read_least_length


def survey_tooling(root: Path, notes: Collection[str]) -> Tooling:
    """Return what the tools of a vault are worth for the notes of its model; it opens files and writes none."""
    store = read_store(root, notes=notes, with_blocks=False)
    files = stat_notes(root, sorted(notes))
    coverage = measure_coverage(store, files, read_least_length(root))
    return check_tooling(find_plugin(root), find_store(root), store, coverage)
