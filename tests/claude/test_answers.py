"""The stored answers of the example library give everybody the same memories, without a key and without a server."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from whole import ROOT, StageFailedError, environment, hash_products, make_project, run_pipeline

from florilegium.commands.responses import import_
from florilegium.project.artifacts import read_lines

FOLDER = ROOT / "examples" / "responses"
ADVICE = "prompts, candidates or default models have changed: run `make answers`, read its diff, and commit it"


@pytest.mark.slow
def test_stored_answers_make_the_committed_bytes(tmp_path: Path) -> None:
    """With `engine: claude` everywhere and nobody to ask, the memories are those whose hashes are committed."""
    project = make_project(tmp_path / "project")
    arguments = [str(FOLDER / "answers.jsonl"), "--params", str(project / "params.yaml")]
    assert CliRunner().invoke(import_, arguments).exit_code == 0
    with environment(FLORILEGIUM_OFFLINE="1"):
        try:
            run_pipeline(project)
        except StageFailedError as error:
            pytest.fail(f"{ADVICE}\n{error}")
    digests = json.loads((FOLDER / "digests.json").read_text(encoding="utf-8"))
    assert hash_products(project) == digests, ADVICE


def test_stored_answers_come_from_an_invented_library_and_from_every_role() -> None:
    records = read_lines(FOLDER / "answers.jsonl", "answer")
    roles = {record["role"] for record in records}
    assert roles == {"planner", "researcher", "gap_analyst", "reranker", "summariser", "distiller"}
    assert [record["key"] for record in records] == sorted({record["key"] for record in records})
