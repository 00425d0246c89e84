"""`florilegium search`: the sources of a memory that pass the filters, ranked by a text."""

import json
from pathlib import Path
from typing import Any

import click

from ..errors import ParamsError
from ..memory import Memory, load_memory
from ..reading.display import count_sources, render_match
from ..reading.filters import Filters, select_entries
from ..reading.layers import LAYERS, open_layer
from ..reading.matches import Match
from ..records import to_record

ORIGINS = ("obsidian", "readwise", "notebooklm", "web", "file")
SHOWN = 10  # results for a text, where no limit is named
FOUND, NOT_FOUND = 0, 1


@click.command("search")
@click.argument("memory_path", metavar="MEMORY", type=click.Path(path_type=Path))
@click.argument("text", required=False, default=None)
@click.option("--origin", "origins", multiple=True, type=click.Choice(ORIGINS), help="Where it comes from.")
@click.option("--location", "locations", multiple=True, help="Vault folder and all below it, library, feed, notebook.")
@click.option("--min-score", "minimum", type=click.FloatRange(0, 1), default=0.0, help="Least relevance, 0 to 1.")
@click.option("--tag", "tags", multiple=True, help="Tag, with those nested in it.")
@click.option("--author", "authors", multiple=True, help="Words of an author's name.")
@click.option("--publication", "publications", multiple=True, help="Words of the site's or publisher's name.")
@click.option("--after", default="", help="Published or saved then or later: YYYY, YYYY-MM or YYYY-MM-DD.")
@click.option("--before", default="", help="Published or saved then or earlier.")
@click.option("--notebook", "notebooks", multiple=True, help="Words of the notebook's title.")
@click.option("--theme", "themes", multiple=True, help="Words of the theme's name.")
@click.option("--seeds", is_flag=True, help="Only sources that the brief names.")
@click.option("--layer", type=click.Choice(LAYERS), default="summary", show_default=True, help="What to show of each.")
@click.option("--limit", type=click.IntRange(min=1), help="Most results [default: 10 for a text, else all].")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.pass_context
def search(
    ctx: click.Context,
    /,
    memory_path: Path,
    text: str | None,
    layer: str,
    limit: int | None,
    as_json: bool,
    **facets: Any,
) -> None:
    """Find sources in MEMORY, a memory's folder or its index.yaml.

    The filters act first, then TEXT ranks what is left; words in double quotes must stand side by side.
    One filter given several times means any of its values; different filters must all hold.

    Ends with 0 where something was found, 1 where nothing was, 2 on misuse, 3 on a broken memory.
    """
    if text is not None and not text.strip():
        raise ParamsError("TEXT is empty", hint="leave it out to list what passes the filters")
    memory = load_memory(memory_path)
    matches = find_matches(memory, text, Filters(**facets))
    shown = matches[: limit or (SHOWN if text else None)]
    if as_json:
        record = {"memory": memory.index.topic, "text": text, "found": len(matches)}
        results = [describe_match(memory, match, layer) for match in shown]
        click.echo(json.dumps({**record, "results": results}, ensure_ascii=False, indent=1))
    else:
        for number, match in enumerate(shown, start=1):
            click.echo("\n".join(render_match(number, match, open_layer(memory, match.entry, layer))) + "\n")
        click.echo(_sum_up(memory, matches, shown), err=not matches)
    ctx.exit(FOUND if matches else NOT_FOUND)


def find_matches(memory: Memory, text: str | None, filters: Filters) -> list[Match]:
    """Return what passes the filters, ranked by the text, or in the memory's own order where there is none."""
    entries = select_entries(memory.index.entries, filters)
    if text is None:
        return [Match(entry, 0.0, ()) for entry in entries]
    # The analysis of text takes a sixth of the start-up, and filters alone need none.
    from ..reading.ranking import rank_entries

    return rank_entries(memory, entries, text)


def describe_match(memory: Memory, match: Match, layer: str) -> dict[str, Any]:
    """Return one result as a record: the entry as in index.yaml, how it matched, and the layer's text."""
    opened = open_layer(memory, match.entry, layer)
    how = {"score": match.score, "found_in": list(match.fields)}
    return {**how, "asked": layer, **to_record(opened), "entry": to_record(match.entry)}


def _sum_up(memory: Memory, matches: list[Match], shown: list[Match]) -> str:
    total = f"of {count_sources(memory.index.sources)}"
    if len(shown) < len(matches):
        return f"{len(matches)} {total}; the first {len(shown)} are shown, --limit shows more"
    return f"{len(matches) or 'none'} {total}"
