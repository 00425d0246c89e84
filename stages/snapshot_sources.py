"""Copy the configured sources into library/."""

import time

from florilegium.choices.choices import read_choices, store_choices
from florilegium.project.code_reach import hash_code, load_reach, store_code
from florilegium.project.saved_files import list_saved, store_saved
from florilegium.project.stage import Run, stage
from florilegium.snapshot.engine import Desk, take_snapshot
from florilegium.sources.registry import list_sources


@stage("snapshot_sources")
def main(run: Run) -> None:
    """Copy the configured sources into library/, reading only what changed."""
    params = run.params.snapshot_sources
    choices = {slug: read_choices(run.topic(slug).choices) for slug in run.params.topics}
    desk = Desk(
        library=run.workspace.library,
        cache=run.workspace.cache / "state",
        strict=params.strict,
        started_ns=time.time_ns(),
        log=run.log,
    )
    counts = take_snapshot(list_sources(params, run.workspace.root), desk)
    store_code(hash_code(load_reach()), run.workspace.code)
    store_choices(choices, run.workspace.library / "choices")
    store_saved(list_saved(run.workspace.root / "topics"), run.workspace.saved)
    for name, number in counts.items():
        run.metrics.count(name, number)
    run.log.info(
        "%(documents)d documents; %(taken)d files taken, %(skipped)d skipped, %(failed)d failed; "
        "%(read)d units opened, %(parsed)d parsed; see library/report.md",
        counts,
    )


if __name__ == "__main__":
    main()
