"""Write the stored answers of the example library again: what invented models say, and what memories come of it.

Whatever changes a request (a prompt, a candidate, a summary, a default model) makes the old answers miss.
"""

import json
import shutil
import sys
import tempfile
from pathlib import Path

import click

from florilegium.asking.exchange import encode_entries
from florilegium.asking.store import ResponseStore
from florilegium.project.artifacts import write_lines

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "claude")]
from messages_server import MessagesServer  # noqa: E402 (found once the tests are on the path)
from players import play  # noqa: E402
from whole import change_params, environment, hash_products, make_project, run_pipeline  # noqa: E402

FOLDER = ROOT / "examples" / "responses"
ANSWERS, DIGESTS = "answers.jsonl", "digests.json"


@click.command(help=__doc__)
def main() -> None:
    """Run the pipeline with invented models in every role; keep their answers and the hashes of what was made."""
    folder = Path(tempfile.mkdtemp(prefix="florilegium-answers-"))
    try:
        project = make_project(folder / "project")
        change_params(project, "workers: 4", "workers: 1")  # which call writes the prompt cache must not be chance
        with (
            MessagesServer(play) as server,
            environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY="none", FLORILEGIUM_OFFLINE="0"),
        ):
            run_pipeline(project)
        store = ResponseStore(project / "responses")
        records = sorted(encode_entries(store.iter_entries()), key=lambda record: str(record["key"]))
        store.close()
        FOLDER.mkdir(exist_ok=True)
        write_lines(FOLDER / ANSWERS, records, "answer")
        digests = json.dumps(hash_products(project), indent=1, sort_keys=True)
        (FOLDER / DIGESTS).write_text(digests + "\n", encoding="utf-8")
    finally:
        shutil.rmtree(folder)
    click.echo(f"{len(records)} answers in {(FOLDER / ANSWERS).relative_to(ROOT)}")


if __name__ == "__main__":
    main()
