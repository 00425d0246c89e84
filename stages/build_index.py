"""build_index: from the ranking to the memory folder."""

import click

from florilegium.candidates import Ranked
from florilegium.entries import Vetoed
from florilegium.findings import Round
from florilegium.memory.contents import build_contents, select_ranked
from florilegium.memory.folder import write_memory
from florilegium.memory.overview import OVERVIEW_NAME, README_NAME, render_overview, render_readme
from florilegium.page.growth import trace_growth
from florilegium.page.rendering import PAGE_NAME, render_page
from florilegium.plans import Plan
from florilegium.project.artifacts import read_json
from florilegium.project.records import from_record
from florilegium.project.stage import Run, stage
from florilegium.project.workspace import UNROLLED_ROUNDS
from florilegium.texts import TextStore, TextStores
from florilegium.verifying.faults import refuse_faults
from florilegium.verifying.memory import verify_memory


@stage("build_index")
@click.option("--topic", required=True, help="Slug of the topic.")
def main(run: Run, topic: str) -> None:
    """Lay the memory of a topic: its catalogue, the reader's highlights and the full texts."""
    files, params = run.topic(topic), run.params.build_index
    plan = from_record(read_json(files.plan, "plan"), Plan)
    last = from_record(read_json(files.round(UNROLLED_ROUNDS), "round"), Round)
    ranking = read_json(files.ranking, "ranking")
    ranked = from_record(ranking["ranked"], tuple[Ranked, ...])
    vetoed = from_record(ranking["vetoed"], tuple[Vetoed, ...])
    folders = [files.seeds, files.pins, *(files.research(number) for number in range(UNROLLED_ROUNDS))]
    limit = params.limit if plan.knobs.limit is None else plan.knobs.limit
    selection = select_ranked(ranked, minimum=params.minimum, limit=limit)
    texts = TextStores([TextStore(folder) for folder in folders])
    contents = build_contents(plan, last, selection, texts, vetoed)
    page = render_page(contents, trace_growth(contents.index, last))
    pages = {OVERVIEW_NAME: render_overview(contents.index), PAGE_NAME: page}
    pages[README_NAME] = render_readme(contents.index, pages)
    write_memory(files.memory, contents, pages)
    refuse_faults(verify_memory(files.memory), str(files.memory))
    run.metrics.count("sources", contents.index.sources)
    run.metrics.count("seeds", sum(entry.seed for entry in contents.index.entries))
    run.metrics.count("pinned", sum(entry.pinned for entry in contents.index.entries))
    run.metrics.count("vetoed", len(vetoed))
    run.metrics.count("with_highlights", len(contents.highlights))
    run.metrics.count("below_minimum", selection.below)
    run.metrics.count("beyond_limit", selection.beyond)
    run.log.info("%d sources; %d left out", contents.index.sources, contents.index.left_out)


if __name__ == "__main__":
    main()
