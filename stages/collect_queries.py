"""collect_queries: from a brief to themes, seeds and the queries of round 0."""

import click

from florilegium.brief.briefs import read_brief
from florilegium.brief.catalogue import build_catalogue
from florilegium.brief.files import BriefFiles
from florilegium.brief.planning import make_plan
from florilegium.brief.seeds import SeedFinder, collect_seeds, store_seeds
from florilegium.choices.choices import find_unknown, load_choices
from florilegium.choices.pinning import collect_pins
from florilegium.choices.pins import store_pins
from florilegium.engines.planner import make_planner
from florilegium.engines.summariser import make_summariser
from florilegium.library import Library
from florilegium.project.artifacts import write_json
from florilegium.project.records import to_record
from florilegium.project.stage import Run, stage
from florilegium.rounds import start_research
from florilegium.texts import TextStore


@stage("collect_queries")
@click.option("--topic", required=True, help="Slug of the topic.")
def main(run: Run, topic: str) -> None:
    """Read a topic's brief: find its themes, fetch what it names, and plan the first queries."""
    files, params = run.topic(topic), run.params.collect_queries
    planner, summariser = make_planner(params.engine, run), make_summariser(params.engine, run)
    brief, library = read_brief(files.brief), Library(run.workspace.library)
    finder = SeedFinder(
        catalogue=build_catalogue(library.documents.values()),
        texts=library.texts,
        files=BriefFiles(files.root, run.workspace.root),
        sources={source.name: run.workspace.root / source.path for source in run.params.snapshot_sources.sources},
    )
    seeds = collect_seeds(brief.references, finder, summariser)
    # The brief's own sentences tell best what it asks for, whoever plans.
    plan = make_plan(topic, brief, seeds, planner, make_summariser("local", run), themes=params.themes)
    queries = planner.plan_queries(brief, plan.themes, queries=plan.knobs.queries or params.queries)
    choices = load_choices(run.workspace.choices(topic))
    pins = collect_pins(choices.pin, library, summariser)
    store_seeds(seeds, TextStore(files.seeds))
    store_pins(files.pins, topic, pins, library.texts)
    write_json(files.round(0), to_record(start_research(plan, queries)), "round")
    write_json(files.plan, to_record(plan), "plan")
    for seed in seeds.missing:
        run.log.warning("SEED NOT FOUND: %s %r: %s", seed.kind, seed.reference, seed.problem)
    for kind, choice in find_unknown(choices, {*library.documents, *(document.id for document in plan.documents)}):
        run.log.warning("%s OF NOTHING: %s is no source of the library (%s)", kind.upper(), choice.id, choice.reason)
    run.metrics.count("themes", len(plan.themes))
    run.metrics.count("queries", len(queries))
    run.metrics.count("seeds", len(plan.documents))
    run.metrics.count("pins", len(pins))
    run.metrics.count("seeds_missing", len(seeds.missing))
    run.log.info("%d themes, %d queries, %d seeds", len(plan.themes), len(queries), len(plan.documents))


if __name__ == "__main__":
    main()
