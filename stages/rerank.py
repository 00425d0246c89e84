"""rerank: from candidates to a ranking, by the cheapest signal that suffices."""

from collections import Counter

import click

from florilegium.candidates import Candidate
from florilegium.choices.choices import apply_choices, load_choices
from florilegium.engines.reranker import make_reranker
from florilegium.findings import Round
from florilegium.plans import Plan
from florilegium.project.artifacts import read_json, write_json
from florilegium.project.records import from_record, to_record
from florilegium.project.stage import Run, stage
from florilegium.project.workspace import UNROLLED_ROUNDS
from florilegium.relevance.rankings import rank_candidates
from florilegium.texts import TextStore, TextStores

SIGNALS = ("seed", "metadata", "head_tail", "full", "passages")
OPENING = ("head_tail", "full", "passages")


@stage("rerank")
@click.option("--topic", required=True, help="Slug of the topic.")
def main(run: Run, topic: str) -> None:
    """Score every candidate from 0.0 to 1.0; seeds keep 1.0."""
    files, params = run.topic(topic), run.params.rerank
    plan = from_record(read_json(files.plan, "plan"), Plan)
    last = from_record(read_json(files.round(UNROLLED_ROUNDS), "round"), Round)
    candidates = from_record(read_json(files.candidates, "candidates")["candidates"], tuple[Candidate, ...])
    folders = [files.seeds, files.pins, *(files.research(number) for number in range(UNROLLED_ROUNDS))]
    texts = TextStores([TextStore(folder) for folder in folders])
    ranked = rank_candidates(candidates, make_reranker(params, run), plan, last.themes, texts)
    chosen = apply_choices(ranked, load_choices(run.workspace.choices(topic)))
    record = {"topic": topic, "ranked": to_record(chosen.ranked), "vetoed": to_record(chosen.vetoed)}
    write_json(files.ranking, record, "ranking")
    for name in chosen.contested:
        run.log.warning("PINNED AND VETOED, by different copies: %s stays out", name)
    signals = Counter(item.signal for item in ranked)
    run.metrics.count("ranked", len(ranked))
    for signal in SIGNALS:
        run.metrics.count(signal, signals[signal])
    run.metrics.count("pinned", sum(bool(item.pinned) for item in chosen.ranked))
    run.metrics.count("vetoed", len(chosen.vetoed))
    opened = sum(signals[signal] for signal in OPENING)
    run.metrics.count("opened", opened)
    run.log.info("%d ranked; %d documents opened", len(ranked), opened)


if __name__ == "__main__":
    main()
