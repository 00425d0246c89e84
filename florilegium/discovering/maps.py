"""Drafts of maps of content: one Markdown page for a cluster that has none."""

import re

from ..vault.model import VaultModel
from .clusters import Cluster
from .wikilinks import LinkWriter, quote_line

_UNNAMEABLE = re.compile(r"[^\w ,.'\u2019-]+")
NAME_LENGTH = 80


def draft_map(cluster: Cluster, model: VaultModel, writer: LinkWriter) -> str:
    """Return the draft of a map: what holds the notes together, then every note under its folder."""
    lines = [
        f"# {quote_line(cluster.name)}",
        "",
        f"Draft of a map of content for {len(cluster.notes)} notes that share words or links.",
    ]
    if cluster.terms:
        lines.append(f"Words that they share: {quote_line(', '.join(cluster.terms))}.")
    lines += ["", "## Start here", "", *(f"- {writer.link(path)}" for path in cluster.holders)]
    others = [path for path in cluster.notes if path not in cluster.holders]
    sections = sorted({model.notes[path].section for path in others})
    for section in sections:
        title = section if section else "Top of the vault"
        lines += ["", f"## {quote_line(title) if len(sections) > 1 else 'Notes'}", ""]
        lines += [f"- {writer.link(path)}" for path in others if model.notes[path].section == section]
    return "\n".join(lines) + "\n"


def name_maps(clusters: tuple[Cluster, ...]) -> dict[str, Cluster]:
    """Return the clusters that want a map by the name of its file, each name once."""
    named: dict[str, Cluster] = {}
    taken: set[str] = set()
    for cluster in clusters:
        if cluster.wants_map:
            plain = " ".join(_UNNAMEABLE.sub(" ", f"Map of {cluster.name}").split())[:NAME_LENGTH].strip(" .")
            name, number = plain, 2
            while name.casefold() in taken:
                name, number = f"{plain} {number}", number + 1
            taken.add(name.casefold())
            named[f"{name}.md"] = cluster
    return named
