"""`florilegium explain`: the way of each document from the brief to the article."""

from pathlib import Path

import click

from ..journeys.telling import list_known, tell_all, tell_candidate, tell_dropped
from ..journeys.work import load_work
from ..project.params import load_params
from ..project.workspace import Workspace
from ..reading.display import clean_text
from .choosing import find_source, find_topic


@click.command("explain")
@click.argument("topic")
@click.argument("source", metavar="[ID]", required=False)
@click.option("--params", "params_path", type=click.Path(path_type=Path), default=Path("params.yaml"))
def explain(topic: str, source: str | None, params_path: Path) -> None:
    """Tell what became of each document of TOPIC and why, or the whole way of the one with this ID.

    By which queries it was found, with what it was merged, how it was scored, whether the memory holds it, and
    whether the article used it.
    Without an ID: a table of all candidates, also of those left out.
    The beginning of an ID is enough where no other begins with it; a copy's ID tells of the source it went into.

    Ends with 0, 2 on misuse or where nothing was run yet, 3 on a broken file.
    """
    params = load_params(params_path)
    slug = find_topic(topic, params.topics)
    work = load_work(Workspace(params_path.parent).topic(slug), params.build_index)
    if source is None:
        lines = tell_all(work)
    else:
        chosen = find_source(source, list_known(work))
        candidate = work.find_candidate(chosen)
        lines = tell_candidate(candidate, work) if candidate else tell_dropped(chosen, work)
    for line in lines:
        click.echo(clean_text(line))
