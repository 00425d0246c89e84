"""The pages of discovery, as a person reads them in Obsidian: one for each mode, with links that lead there."""

from collections.abc import Callable, Iterable, Mapping

from ..vault.model import VaultModel
from .clusters import Cluster
from .maps import draft_map, name_maps
from .orphans import Orphan
from .repairs import name_extension
from .report import Discovery
from .wikilinks import LinkWriter, quote_line

TITLES = {
    "hubs": "Hubs",
    "mentions": "Unlinked mentions",
    "orphans": "Orphans",
    "clusters": "Clusters",
    "dangling": "Dangling links",
    "predictions": "Probable links",
}
MAPS = "Maps"  # folder of the drafts
PLACES = 20  # shown of one mentioned note; all are in the JSON
_LACKS = {
    "neither": "No links in and none out",
    "nothing_in": "Nothing leads here",
    "nothing_out": "Leads nowhere",
}


def render_pages(discovery: Discovery, model: VaultModel) -> dict[str, str]:
    """Return the pages by their paths: one for each mode looked at, and a draft for each cluster without a map."""
    writer = LinkWriter(model)
    pages = {f"{TITLES[mode]}.md": render_page(mode, discovery, writer) for mode in discovery.modes}
    for name, cluster in name_maps(discovery.clusters).items():
        pages[f"{MAPS}/{name}"] = draft_map(cluster, model, writer)
    return pages


def render_page(mode: str, discovery: Discovery, writer: LinkWriter) -> str:
    """Return the page of one mode."""
    lines = list(_RENDERERS[mode](discovery, writer))
    return "\n".join([f"# {TITLES[mode]}", "", *lines]).rstrip("\n") + "\n"


def _render_hubs(discovery: Discovery, writer: LinkWriter) -> Iterable[str]:
    yield "Notes that many others lead to; a line that a template repeats counts for little."
    yield ""
    for number, hub in enumerate(discovery.hubs, start=1):
        yield f"{number}. {writer.link(hub.path)} ({hub.score:g}): {hub.reason}"
    if not discovery.hubs:
        yield "None was found."


def _render_mentions(discovery: Discovery, writer: LinkWriter) -> Iterable[str]:
    count = sum(len(item.places) for item in discovery.mentions)
    yield f"{count} places in which a note names another and does not link to it."
    for item in discovery.mentions:
        yield from ("", f"## {writer.link(item.path)}", "")
        for place in item.places[:PLACES]:
            said = quote_line(place.context) or "(the line links something private)"
            yield f"- {writer.link(place.note)}, line {place.line} ({place.confidence:g}): {said}"
        if len(item.places) > PLACES:
            yield f"- and {len(item.places) - PLACES} more"


def _render_orphans(discovery: Discovery, writer: LinkWriter) -> Iterable[str]:
    yield f"{len(discovery.orphans)} notes and files without links, in three classes."
    for lacks, title in _LACKS.items():
        yield from _render_class(title, [item for item in discovery.orphans if item.lacks == lacks], writer)
    if discovery.excluded:
        yield from ("", f"## Left out ({len(discovery.excluded)})", "")
        for item in discovery.excluded:
            yield f"- {writer.link(item.path)}: {item.reason}"


def _render_class(title: str, orphans: list[Orphan], writer: LinkWriter) -> Iterable[str]:
    yield from ("", f"## {title} ({len(orphans)})")
    for guess in sorted({item.guess for item in orphans}):
        group = [item for item in orphans if item.guess == guess]
        yield from ("", f"### {guess.capitalize()} ({len(group)})", "")
        for item in group:
            yield f"- {writer.link(item.path)}: {item.reason}"


def _render_clusters(discovery: Discovery, writer: LinkWriter) -> Iterable[str]:
    drafts = {cluster.notes: name for name, cluster in name_maps(discovery.clusters).items()}
    wanting = len(drafts)
    yield f"{len(discovery.clusters)} groups of notes that share words and links; {wanting} have no map of content yet."
    for cluster in discovery.clusters:
        yield from _render_cluster(cluster, drafts, writer)


def _render_cluster(cluster: Cluster, drafts: Mapping[tuple[str, ...], str], writer: LinkWriter) -> Iterable[str]:
    yield from ("", f"## {quote_line(cluster.name)}", "")
    share = round(100 * cluster.cohesion)
    yield f"{len(cluster.notes)} notes, {cluster.links} links between them, {share} % of their ties stay inside."
    yield f"Held together by {', '.join(map(writer.link, cluster.holders))}."
    if cluster.map:
        yield f"Its map is {writer.link(cluster.map)}."
    else:
        yield f"It has no map; a draft is [[{drafts[cluster.notes].removesuffix('.md')}]]."
    yield ""
    yield from (f"- {writer.link(path)}" for path in cluster.notes)


def _render_dangling(discovery: Discovery, writer: LinkWriter) -> Iterable[str]:
    guessed = [repair for repair in discovery.dangling if repair.candidates]
    unwritten = [repair for repair in discovery.dangling if not repair.candidates]
    yield f"{len(discovery.dangling)} names that are linked and have no file."
    yield from ("", f"## Probably another file was meant ({len(guessed)})", "")
    for repair in guessed:
        yield f"- `{_code(repair.target)}`, in {_list_sources(repair.sources, writer)}"
        for item in repair.candidates:
            yield f"  - {writer.link(item.path)} ({item.confidence:g}): {item.reason}"
    groups = {
        "Not yet written": [repair for repair in unwritten if not name_extension(repair.target)],
        "Files that are not there": [repair for repair in unwritten if name_extension(repair.target)],
    }
    for title, repairs in groups.items():
        yield from ("", f"## {title} ({len(repairs)})", "")
        for repair in repairs:
            yield f"- `{_code(repair.target)}`, in {_list_sources(repair.sources, writer)}"


def _list_sources(sources: tuple[tuple[str, int], ...], writer: LinkWriter) -> str:
    notes = list(dict.fromkeys(path for path, _ in sources))
    shown = ", ".join(map(writer.link, notes[:5]))
    return f"{shown} and {len(notes) - 5} more" if len(notes) > 5 else shown


def _code(text: str) -> str:
    return " ".join(text.replace("`", "'").split())


def _render_predictions(discovery: Discovery, writer: LinkWriter) -> Iterable[str]:
    yield "Pairs of notes that are not linked and have much in common."
    yield ""
    for number, item in enumerate(discovery.predictions, start=1):
        yield f"{number}. {writer.link(item.one)} and {writer.link(item.other)} ({item.score:g}): {item.reason}"
        if item.shared:
            yield f"   - Tied to both: {', '.join(map(writer.link, item.shared[:5]))}"
        if item.missing:
            names = ", ".join(f"`{_code(name)}`" for name in item.missing[:5])
            yield f"   - Linked by both and not yet written: {names}"
    if not discovery.predictions:
        yield "None was found."


_RENDERERS: Mapping[str, Callable[[Discovery, LinkWriter], Iterable[str]]] = {
    "hubs": _render_hubs,
    "mentions": _render_mentions,
    "orphans": _render_orphans,
    "clusters": _render_clusters,
    "dangling": _render_dangling,
    "predictions": _render_predictions,
}
