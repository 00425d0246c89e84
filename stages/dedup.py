"""dedup: from findings and seeds to candidates, by metadata alone."""

import click

from florilegium.choices.pins import add_pins, load_pins
from florilegium.findings import Round
from florilegium.plans import Plan
from florilegium.project.artifacts import read_json, write_json
from florilegium.project.records import from_record, to_record
from florilegium.project.stage import Run, stage
from florilegium.project.workspace import UNROLLED_ROUNDS
from florilegium.sameness.duplicates import count_reasons, deduplicate


@stage("dedup")
@click.option("--topic", required=True, help="Slug of the topic.")
def main(run: Run, topic: str) -> None:
    """Make one candidate of each document, however many places it lies in."""
    files = run.topic(topic)
    plan = from_record(read_json(files.plan, "plan"), Plan)
    last = from_record(read_json(files.round(UNROLLED_ROUNDS), "round"), Round)
    findings = add_pins(last.findings, load_pins(files.pins), plan.documents)
    result = deduplicate(
        plan.documents, findings, similarity=run.params.dedup.similarity, fingerprints=plan.fingerprints
    )
    merged = sum(len(candidate.also_in) for candidate in result.candidates)
    record = {"topic": topic, "candidates": to_record(result.candidates), "merged": merged}
    write_json(files.candidates, record, "candidates")
    for item in result.apart:
        run.log.info("kept apart: %s and %s (%s): %s", item.one, item.other, item.reason, item.contradiction)
    run.metrics.count("findings", len(last.findings))
    run.metrics.count("candidates", len(result.candidates))
    run.metrics.count("merged", merged)
    run.metrics.count("kept_apart", len(result.apart))
    for reason, number in count_reasons(result.candidates).items():
        run.metrics.count(reason, number)
    run.log.info("%d candidates; %d documents merged into them", len(result.candidates), merged)


if __name__ == "__main__":
    main()
