"""The link graph of a vault: which file leads to which, and back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..drafts import Link
from .resolve import Resolver


@dataclass(frozen=True)
class Unresolved:
    """One link that gives no edge."""

    path: str  # of the note that holds it
    link: Link
    state: str  # dangling or ambiguous
    candidates: tuple[str, ...]  # of an ambiguous link


@dataclass(frozen=True)
class Graph:
    """Edges between files; a note's links to itself and repeated links count once or not at all."""

    out_links: Mapping[str, tuple[str, ...]]  # for every note given, the files that it leads to, sorted
    back_links: Mapping[str, tuple[str, ...]]  # for every file that is led to and every note, who leads there, sorted
    unresolved: tuple[Unresolved, ...]  # sorted by path, then as written


def build_graph(links_by_path: Mapping[str, Sequence[Link]], resolver: Resolver) -> Graph:
    """Return the graph of resolved links only; its size and time grow with the number of links."""
    out_links: dict[str, tuple[str, ...]] = {}
    back_links: dict[str, list[str]] = {path: [] for path in sorted(links_by_path)}
    unresolved: list[Unresolved] = []
    for path in sorted(links_by_path):
        targets: set[str] = set()
        for link in links_by_path[path]:
            found = resolver.resolve(link, path)
            if found.state == "resolved" and found.path is not None:
                targets.add(found.path)
            elif found.state in ("dangling", "ambiguous"):
                unresolved.append(Unresolved(path, link, found.state, found.candidates))
        out_links[path] = tuple(sorted(targets))
        for target in out_links[path]:
            back_links.setdefault(target, []).append(path)
    backward = {path: tuple(back_links[path]) for path in sorted(back_links)}
    return Graph(out_links, backward, tuple(unresolved))
