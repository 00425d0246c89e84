"""The whole pipeline with a model in every role: the real SDK, a loopback server, the example library."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from canaries import FORMS, plant
from click.testing import CliRunner
from messages_server import MessagesServer
from players import find_orders, find_schema, play, play_deaf
from whole import MADE, StageFailedError, change_params, environment, hash_products, make_project, run_pipeline

from florilegium.commands.verify import verify
from florilegium.project.artifacts import read_json
from florilegium.project.schemas import list_names

pytestmark = pytest.mark.slow

TOPIC = "agent-memory"
KEY = "sk-ant-secret-0123456789"


def check_memory(project: Path, topic: str = TOPIC) -> None:
    """Verify a memory and its research note as `florilegium verify` does."""
    result = CliRunner().invoke(verify, [str(project / "topics" / topic / "memory")])
    assert result.exit_code == 0, result.output


def count(project: Path, event: str, topic: str = TOPIC) -> int:
    folder = project / "topics" / topic / "work" / "metrics"
    metrics = [read_json(path, "metrics") for path in sorted(folder.glob("*.json"))]
    return sum(role[event] for item in metrics for role in item["roles"].values())


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, MessagesServer]:
    """A project that was run once with models in every role, and the server that played them."""
    project = make_project(tmp_path_factory.mktemp("claude") / "project")
    with MessagesServer(play) as server, environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY):
        run_pipeline(project)
    return project, server


def test_every_role_is_played_and_the_memories_are_valid(finished: tuple[Path, MessagesServer]) -> None:
    project, server = finished
    asked = Counter(find_schema(entry.body) for entry in server.paid)
    assert set(asked) == {name for name in list_names() if name.startswith("answer_")}
    for topic in ("agent-memory", "city-heat"):
        check_memory(project, topic)
        assert [count(project, event, topic) for event in ("failed", "refused", "truncated", "unknown_ids")] == [0] * 4


def test_no_key_is_in_any_request_artifact_or_answer(finished: tuple[Path, MessagesServer]) -> None:
    project, server = finished
    assert KEY not in json.dumps([entry.body for entry in server.log])
    kept = [path for path in project.rglob("*") if path.is_file() and "examples" not in path.parts]
    assert len(kept) > 100
    assert not [path for path in kept if KEY.encode() in path.read_bytes()]


def test_a_second_run_asks_nobody_and_makes_the_same_bytes(
    finished: tuple[Path, MessagesServer], tmp_path: Path
) -> None:
    """Another place, no key, no server: with the store alone the memories are the same."""
    project, _ = finished
    other = tmp_path / "elsewhere"
    shutil.copytree(project, other, ignore=MADE)
    with environment(FLORILEGIUM_OFFLINE="1"):
        run_pipeline(other)
    assert hash_products(other) == hash_products(project)


def test_without_the_store_offline_is_an_error_that_says_what_to_do(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    with environment(FLORILEGIUM_OFFLINE="1"), pytest.raises(StageFailedError) as caught:
        run_pipeline(project, (TOPIC,))
    assert caught.value.code == 6
    assert "hint: run once without --offline" in caught.value.output


FAULTS = ("fenced", "prosaic", "truncated", "refused", "empty", "no_json", "invented_ids", "wrong_schema", "400", "413")


def test_a_run_in_which_every_second_answer_is_bad_ends_with_a_valid_memory(tmp_path: Path) -> None:
    project = make_project(tmp_path / "project")
    with (
        MessagesServer(
            play, lambda number, body: FAULTS[number // 2 % len(FAULTS)] if number % 2 else "good"
        ) as server,
        environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY),
    ):
        change_params(project, "workers: 4", "workers: 1")
        told = run_pipeline(project, (TOPIC,))
    check_memory(project)
    assert count(project, "replaced") > 3
    assert count(project, "repaired") > 3
    assert "LOCAL ROLE for" in told


@pytest.mark.parametrize("fault", ["refused", "truncated", "413"])
def test_where_every_answer_is_bad_the_local_roles_make_the_memory(tmp_path: Path, fault: str) -> None:
    """The sources and their order are those of `engine: local`; the reasons name what happened."""
    project, local = make_project(tmp_path / "project"), make_project(tmp_path / "local", engine="local")
    with (
        MessagesServer(play, lambda number, body: fault) as server,
        environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY),
    ):
        run_pipeline(project, (TOPIC,))
    run_pipeline(local, (TOPIC,))
    check_memory(project)

    def rank(root: Path) -> list[tuple[str, float]]:
        ranking = read_json(root / "topics" / TOPIC / "work" / "ranking.json", "ranking")
        return [(item["candidate"]["document"]["id"], item["score"]) for item in ranking["ranked"]]

    assert rank(project) == rank(local)


def test_engines_mix(tmp_path: Path) -> None:
    """A model ranks what an algorithm found, and nobody else is asked."""
    project = make_project(tmp_path / "project", engine="local")
    change_params(project, "rerank:\n  engine: local", "rerank:\n  engine: claude")
    with MessagesServer(play) as server, environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY):
        run_pipeline(project, (TOPIC,))
    assert {find_schema(entry.body) for entry in server.paid} == {"answer_scores"}
    check_memory(project)


def test_notes_that_give_orders_change_nothing_but_their_own_text(tmp_path: Path) -> None:
    """Twenty forms of orders reach every role as data: a model that obeys whatever stands outside obeys none."""
    obedient = make_project(tmp_path / "obedient")
    assert plant(obedient / "examples" / "vault") == len(FORMS) == 20
    deaf = tmp_path / "deaf"
    shutil.copytree(obedient, deaf)
    bodies = {}
    for project, player in ((obedient, play), (deaf, play_deaf)):
        with MessagesServer(player) as server, environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY=KEY):
            run_pipeline(project, (TOPIC,))
        bodies[project] = [entry.body for entry in server.paid]
    reached = {find_schema(body) for body in bodies[obedient] if "CANARY" in json.dumps(body)}
    assert reached == {
        "answer_findings",
        "answer_coverage",
        "answer_gaps",
        "answer_scores",
        "answer_summary",
        "answer_decision",
    }
    assert not [body for body in bodies[obedient] if find_orders(body)]
    made = {path: value for path, value in _hash_topic(obedient).items()}
    assert made == _hash_topic(deaf)
    check_memory(obedient)
    index = (obedient / "topics" / TOPIC / "memory" / "index.yaml").read_text(encoding="utf-8")
    assert "canary-agent-memory-" in index
    assert "\n- id: canary-return-me" not in index


def _hash_topic(project: Path) -> dict[str, bytes]:
    root = project / "topics" / TOPIC
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
