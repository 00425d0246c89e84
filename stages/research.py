"""research: from the queries of a round to findings."""

from concurrent.futures import ThreadPoolExecutor

import click

from florilegium.engines.researcher import make_researcher
from florilegium.engines.summariser import make_summariser
from florilegium.findings import Round
from florilegium.library import Library
from florilegium.plans import Plan
from florilegium.project.artifacts import read_json
from florilegium.project.records import from_record
from florilegium.project.stage import Run, stage
from florilegium.researching import Yield, research_round, retell_findings, store_round
from florilegium.search.index import LibraryIndex


@stage("research")
@click.option("--topic", required=True, help="Slug of the topic.")
@click.option("--round", "number", required=True, type=click.IntRange(0), help="Number of the round, from 0.")
def main(run: Run, topic: str, number: int) -> None:
    """Put each query of a round to a researcher of its own; keep what they find, with its texts."""
    files, params = run.topic(topic), run.params.research
    plan = from_record(read_json(files.plan, "plan"), Plan)
    state = from_record(read_json(files.round(number), "round"), Round)
    library, index = Library(run.workspace.library), LibraryIndex(run.workspace.index)
    found = Yield((), 0, ())
    if state.queries:
        index.update(library)
        researcher = make_researcher(params.engine, run, library, index)
        limit = plan.knobs.findings or params.findings
        with ThreadPoolExecutor(params.workers) as executor:
            found = research_round(state, researcher, executor, limit=limit)
        if params.engine != "local":
            found = retell_findings(found, library, make_summariser(params.engine, run))
    store_round(files.research(number), state, found, library.texts)
    run.metrics.count("queries", len(state.queries))
    run.metrics.count("findings", len(found.findings))
    run.metrics.count("new", found.new)
    run.metrics.count("dropped", len(found.dropped))
    run.log.info("%d queries, %d findings, %d of them new", len(state.queries), len(found.findings), found.new)


if __name__ == "__main__":
    main()
