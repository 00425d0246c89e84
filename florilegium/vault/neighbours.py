"""Which notes of a library are one link away from which."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from ..drafts import Link
from ..errors import ArtifactError
from ..library import LINKS_NAME, Library
from .graph import build_graph
from .resolve import Resolver


class _LinkRecord(msgspec.Struct):
    id: str
    links: tuple[Link, ...]


def read_links(path: Path) -> Mapping[str, tuple[Link, ...]]:
    """Return the links of each document of a library as written; raises ArtifactError."""
    decoder = msgspec.json.Decoder(_LinkRecord)
    try:
        records = [decoder.decode(line) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint="take the snapshot again") from error
    return {record.id: record.links for record in records}


def find_neighbours(library: Library) -> Mapping[str, Sequence[str]]:
    """Return for each note the ids of those that it links to or is linked from, its own links first, each once.

    Every vault is a graph of its own; a link that may lead to several notes leads to none.
    """
    links = read_links(library.root / LINKS_NAME)
    vaults: dict[str, dict[str, str]] = {}
    for document in library.documents.values():
        if document.origin == "obsidian":
            vaults.setdefault(document.source, {})[document.original_path] = document.id
    neighbours: dict[str, Sequence[str]] = {}
    for _, ids in sorted(vaults.items()):
        graph = build_graph({path: links.get(name, ()) for path, name in ids.items()}, Resolver(ids))
        for path, name in ids.items():
            found = [ids[other] for other in (*graph.out_links[path], *graph.back_links[path]) if other != path]
            if found:
                neighbours[name] = tuple(dict.fromkeys(found))
    return neighbours
