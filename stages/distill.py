"""distill: from a finished article and its memory to the research behind it."""

import click

from florilegium.distilling.articles import read_article
from florilegium.distilling.attribution.corpus import make_source
from florilegium.distilling.attribution.segments import MAX_LENGTH
from florilegium.distilling.deciding import Layers, decide_all
from florilegium.distilling.research_note import render_note
from florilegium.engines.distiller import make_distiller
from florilegium.memory.folder import load_memory
from florilegium.project.artifacts import write_json, write_text
from florilegium.project.records import to_record
from florilegium.project.stage import Run, stage
from florilegium.verifying.faults import refuse_faults
from florilegium.verifying.note import verify_note


@stage("distill")
@click.option("--topic", required=True, help="Slug of the topic.")
def main(run: Run, topic: str) -> None:
    """Tell which sources of the memory the finished article really used."""
    files, params = run.topic(topic), run.params.distill
    article = read_article(files.article)
    memory = load_memory(files.memory)
    sources = [Layers(item, memory.read_full(item), memory.read_highlights(item)) for item in memory.index.entries]
    cut = [make_source(item.entry, text=item.full, highlights=item.highlights) for item in sources]
    distiller = make_distiller(params, run, article, cut)
    decisions = decide_all(topic, article, sources, distiller, used=params.used, borderline=params.borderline)
    note = render_note(article, decisions, sources, quotes=params.quotes)
    refuse_faults(verify_note(note, memory, name=files.research_md.name), str(files.research_md))
    write_json(files.decisions, to_record(decisions), "decisions")
    write_text(files.research_md, note)
    run.metrics.count("sources", decisions.sources)
    run.metrics.count("used", decisions.used)
    run.metrics.count("borderline", decisions.borderline)
    run.metrics.count(
        "explicit", sum(item.verdict == "used" and item.how == "explicit" for item in decisions.decisions)
    )
    run.metrics.count("cut_sentences", article.cut)
    run.metrics.count("dropped_quotes", sum(item.dropped_quotes for item in decisions.decisions))
    if article.cut:
        run.log.warning("%d sentences are longer than %d characters and were cut", article.cut, MAX_LENGTH)
    run.log.info("%d of %d sources used, %d borderline", decisions.used, decisions.sources, decisions.borderline)


if __name__ == "__main__":
    main()
