"""gap_analysis: from the findings of a round to what is covered and what to ask next, by metadata alone."""

from collections import Counter

import click

from florilegium.engines.gap_analyst import make_gap_analyst
from florilegium.findings import Finding, Round
from florilegium.plans import Plan
from florilegium.project.artifacts import read_json, write_json
from florilegium.project.records import from_record, to_record
from florilegium.project.stage import Run, stage
from florilegium.rounds import advance

STATES = ("covered", "thin", "missing")


@stage("gap_analysis")
@click.option("--topic", required=True, help="Slug of the topic.")
@click.option("--round", "number", required=True, type=click.IntRange(0), help="Number of the round, from 0.")
def main(run: Run, topic: str, number: int) -> None:
    """Say how well each theme is covered after a round, and ask the next queries."""
    files, params = run.topic(topic), run.params.gap_analysis
    plan = from_record(read_json(files.plan, "plan"), Plan)
    state = from_record(read_json(files.round(number), "round"), Round)
    record = read_json(files.research(number) / "findings.json", "findings")
    findings = from_record(record["findings"], tuple[Finding, ...])
    following = advance(
        state,
        findings,
        make_gap_analyst(params.engine, run),
        rounds=plan.knobs.rounds or run.params.research.rounds,
        queries=plan.knobs.queries or params.queries,
    )
    write_json(files.round(number + 1), to_record(following), "round")
    states = Counter(coverage.state for coverage in following.coverage)
    for name in STATES:
        run.metrics.count(name, states[name])
    run.metrics.count("emergent", len(following.themes) - len(state.themes))
    run.metrics.count("queries", len(following.queries))
    run.metrics.count("new", 0 if state.stopped else following.new[-1])
    told = ", ".join(f"{states[name]} {name}" for name in STATES if states[name]) or "no theme"
    run.log.info("%s; next: %s", told, following.stopped or f"{len(following.queries)} queries")


if __name__ == "__main__":
    main()
