"""A vault's store of vectors: which layout is there, and what it says.

The plugin's settings are not opened at all: the keys of paid services can stand in them.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from .entries import choose_paths
from .first import read_first
from .gathering import gather_store
from .multi import Keeper, read_multi
from .shards import BASE_SHARD, read_shards
from .store import Layout, Store


@dataclass(frozen=True)
class StorePlace:
    """Where a vault's store is; the layout is `none` where there is none, and then the reason says why."""

    layout: Layout
    folder: str  # relative to the vault
    reason: str = ""


# Newest first: a vault that was brought to a new layout keeps the old one beside it, and nobody updates it.
_PLACES: tuple[tuple[Layout, str, str], ...] = (
    ("shards", ".smart-env", BASE_SHARD),
    ("multi", ".smart-env/multi", "*.ajson"),
    ("legacy", ".smart-connections/multi", "*.ajson"),
    ("first", ".smart-connections", "embeddings-3.json"),
    ("first", ".smart-connections", "embeddings-2.json"),
)


def find_store(root: Path) -> StorePlace:
    """Say which store of vectors a vault has."""
    reason = ""
    for layout, name, pattern in _PLACES:
        folder = root / name
        try:
            if not folder.is_dir() or not any(path.is_file() for path in folder.glob(pattern)):
                continue
            if (folder / pattern).parent.resolve().is_relative_to(root.resolve()):
                return StorePlace(layout, name)
            reason = f"{name} is a link that leads out of the vault"
        except OSError:
            reason = f"{name} cannot be read"
    return StorePlace("none", "", reason or "the vault has no vectors of Smart Connections")


def read_store(
    root: Path, *, notes: Collection[str] | None = None, with_blocks: bool = True, keeper: Keeper | None = None
) -> Store:
    """Return the vectors of a vault's notes, of all that the store names or of those given; it never raises.

    Whoever shows paths gives the notes of the vault's model: so the private and the deleted ones stay out.
    """
    place = find_store(root)
    problems: Counter[str] = Counter()
    paths = choose_paths(notes)
    folder = root / place.folder
    try:
        if place.layout == "none":
            return Store("none", (), {}, (), {}, place.reason)
        if place.layout == "shards":
            entries = read_shards(folder, paths, problems, with_blocks=with_blocks, keeper=keeper)
        elif place.layout == "first":
            entries = read_first(root, folder, paths, problems, with_blocks=with_blocks)
        else:
            entries = read_multi(folder, paths, problems, with_blocks=with_blocks, keeper=keeper)
    except OSError:
        return Store("none", (), {}, (), {}, f"{place.folder} cannot be read")
    return gather_store(place.layout, entries, problems)
