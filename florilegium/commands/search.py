"""`florilegium search`: the sources of memories that pass the filters, ranked by a text."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from ..documents import Origin
from ..entries import Entry
from ..errors import ParamsError
from ..memory.folder import INDEX_NAME
from ..reading.filters import Filters
from ..reading.finding import find_matches
from ..reading.formats import FORMATS, choose_render, sum_up
from ..reading.keeping import find_keeper
from ..reading.layers import LAYERS
from ..reading.matches import Match
from ..reading.results import Answer, Result, fit_budget, open_match
from .asking import complete_values
from .numbers import SCORE

ORIGINS = Origin.__args__  # type: ignore[attr-defined]  # the values of the Literal
SHOWN = 10  # results for a text, where neither limit nor budget is named
FOUND, NOT_FOUND = 0, 1


def _facet(name: str, field: str, take: Callable[[Entry], Iterable[str]], text: str) -> Callable[..., Any]:
    """Return an option that may be given several times, its values completed from the memory."""
    return click.option(name, field, multiple=True, shell_complete=complete_values(take), help=text)


@click.command("search")
@click.argument("arguments", metavar="MEMORY... [TEXT]", nargs=-1, required=True, type=click.Path())
@click.option("--origin", "origins", multiple=True, type=click.Choice(ORIGINS), help="Where it comes from.")
@_facet("--kind", "kinds", lambda entry: [entry.kind], "What it is: note, article, book and so on.")
@_facet("--location", "locations", lambda e: [e.location], "Vault folder and all below it, library, feed, notebook.")
@click.option("--min-score", "minimum", type=SCORE, default=0.0, help="Least relevance, 0 to 1.")
@click.option("--max-score", "maximum", type=SCORE, default=1.0, help="Greatest relevance.")
@_facet("--tag", "tags", lambda entry: entry.tags, "Tag, with those nested in it.")
@_facet("--author", "authors", lambda entry: entry.authors, "Words of an author's name.")
@_facet("--publication", "publications", lambda entry: [entry.publication], "Words of the site's or publisher's name.")
@click.option("--after", default="", help="Published or saved then or later: YYYY, YYYY-MM or YYYY-MM-DD.")
@click.option("--before", default="", help="Published or saved then or earlier.")
@_facet("--notebook", "notebooks", lambda entry: [entry.notebook or ""], "Words of the notebook's title.")
@_facet("--theme", "themes", lambda entry: entry.themes, "Words of the theme's name.")
@_facet("--found-by", "queries", lambda entry: entry.found_by, "Words of a query that found it.")
@click.option("--seeds", is_flag=True, help="Only sources that the brief names.")
@click.option("--highlighted", is_flag=True, help="Only sources in which the reader marked or noted something.")
@click.option("--layer", type=click.Choice(LAYERS), help="What to show of each [default: summary; full for paths].")
@click.option("--limit", type=click.IntRange(min=1), help="Most results [default: 10 for a text, else all].")
@click.option("--budget", type=click.IntRange(min=1), help="Most tokens in all, by estimate; best results first.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="Form of the answer [default: list].")
@click.option("--json", "form", flag_value="json", help="The same as --format json.")
@click.option("-0", "--null", is_flag=True, help="Paths only, each ended by NUL, for xargs -0.")
@click.option("--explain", is_flag=True, help="Say why each matched and how it was scored.")
@click.pass_context
def search(
    ctx: click.Context, /, arguments: tuple[str, ...], limit: int | None, budget: int | None, **options: Any
) -> None:
    """Find sources in each MEMORY, a memory's folder or its index.yaml.

    The filters act first, then TEXT ranks what is left; words in double quotes must stand side by side.
    One filter given several times means any of its values; different filters must all hold.
    Where a source lacks the layer, the next one is shown, and the answer says so.

    Ends with 0 where something was found, 1 where nothing was, 2 on misuse, 3 on a broken memory.
    """
    paths, text = part_arguments(arguments)
    form, layer = _choose_form(options.pop("form"), options["null"], options.pop("layer"))
    null, explain = options.pop("null"), options.pop("explain")
    filters = Filters(**options)
    keeper = find_keeper()
    memories = tuple(keeper.open_memory(path) for path in paths)
    matches = find_matches(memories, text, filters, find_terms=keeper.find_terms)
    wanted = matches[: limit or (SHOWN if text and budget is None else None)]
    answer = Answer(memories, text, layer, len(matches), ())
    render = choose_render(form, null=null)

    def open_result(match: Match) -> Result:
        return open_match(match, layer, filters if explain else None)

    if budget is None or not wanted:
        answer = Answer(memories, text, layer, len(matches), tuple(map(open_result, wanted)))
    else:
        answer = fit_budget(answer, wanted, open_result, render=render, budget=budget)
    _write(answer, form, render(answer))
    ctx.exit(FOUND if matches else NOT_FOUND)


def part_arguments(arguments: Sequence[str]) -> tuple[list[Path], str | None]:
    """Return the memories and the text: the first argument is a memory, the last one a text unless it is a memory."""
    paths = [Path(name) for name in arguments]
    last = len(paths) - 1
    has_text = last > 0 and not _is_memory(paths[last])
    memories = paths[:last] if has_text else paths
    strangers = [name for name, path in zip(arguments[1:], memories[1:], strict=False) if not _is_memory(path)]
    if strangers:
        message = f"{strangers[0]!r} is no memory, and only the last argument can be a text"
        raise ParamsError(message, hint="put a text of several words in quotes")
    text = arguments[last] if has_text else None
    if text is not None and not text.strip():
        raise ParamsError("TEXT is empty", hint="leave it out to list what passes the filters")
    return memories, text


def _is_memory(path: Path) -> bool:
    try:
        return (path / INDEX_NAME).is_file() or (path.name == INDEX_NAME and path.is_file())
    except (OSError, ValueError):  # a text that is no path: too long, or with a NUL
        return False


def _choose_form(form: str | None, null: bool, layer: str | None) -> tuple[str, str]:
    """Return form and layer; raises ParamsError where they do not go together."""
    if null and form not in (None, "paths"):
        raise ParamsError(f"--null is for paths, not for --format {form}", hint="leave one of them out")
    form = "paths" if null else form or "list"
    if form == "paths" and layer == "summary":
        raise ParamsError("a summary has no file of its own", hint="choose --layer highlights or --layer full")
    return form, layer or ("full" if form == "paths" else "summary")


def _write(answer: Answer, form: str, text: str) -> None:
    """Write the answer; what a pipe has no place for is told beside it."""
    click.echo(text, nl=False, err=not answer.found and form in ("list", "table"))
    if form in ("paths", "jsonl"):
        others = sum(bool(result.opened.note) for result in answer.results)
        if others and form == "paths":
            click.echo(f"{others} of them have no {answer.asked}: the next layer is named instead", err=True)
        if len(answer.results) < answer.found:
            click.echo(sum_up(answer), err=True)
