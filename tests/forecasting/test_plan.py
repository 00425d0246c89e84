"""The plan of the example library beside what its run costs, on a server that answers as the stand-ins do."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from messages_server import MessagesServer
from players import find_schema
from whole import change_params, environment, make_project, run_pipeline

from florilegium.asking.ledger import Ledger
from florilegium.asking.replies import Reply, TextBlock, ToolUse
from florilegium.asking.requests import Part, Request, ToolResult, Turn
from florilegium.commands.plan import plan
from florilegium.forecasting.stand_ins import play_typical
from florilegium.project.artifacts import read_lines
from florilegium.project.schemas import load_schema

pytestmark = pytest.mark.slow

TOPIC = "agent-memory"
ROOT = Path(__file__).resolve().parents[2]
ROLES = {
    "answer_themes": "planner",
    "answer_queries": "planner",
    "answer_findings": "researcher",
    "answer_coverage": "gap_analyst",
    "answer_gaps": "gap_analyst",
    "answer_scores": "reranker",
    "answer_summary": "summariser",
    "answer_decision": "distiller",
}
LETTERS = 4  # of a token, as the server counts them


def read_request(body: Mapping[str, Any]) -> Request:
    """Return the request in the body of a call."""
    name = find_schema(body)
    turns = tuple(Turn(message["role"], tuple(map(read_block, message["content"]))) for message in body["messages"])
    system = tuple(Part(block["text"]) for block in body["system"])
    return Request(ROLES[name], body["model"], system, turns, body["max_tokens"], schema=load_schema(name))


def read_block(block: Mapping[str, Any]) -> Part | ToolUse | ToolResult:
    if block["type"] == "tool_use":
        return ToolUse(block["id"], block["name"], block["input"])
    if block["type"] == "tool_result":
        return ToolResult(block["tool_use_id"], block["content"], block.get("is_error", False))
    return Part(block["text"])


def play_stand_in(body: Mapping[str, Any]) -> str | list[dict[str, Any]]:
    """Answer as the stand-in does; where it has no answer, give words of the length that it names."""
    played = play_typical(read_request(body))
    if not isinstance(played.answer, Reply):
        return "x" * (LETTERS * played.tokens)
    blocks = played.answer.blocks
    calls = [
        {"type": "tool_use", "id": block.id, "name": block.name, "input": dict(block.input)}
        for block in blocks
        if isinstance(block, ToolUse)
    ]
    return calls or "".join(block.text for block in blocks if isinstance(block, TextBlock))


def decline_prose(number: int, body: Mapping[str, Any]) -> str:
    """Let the local role do what the stand-in has no answer to."""
    return "good" if find_schema(body) in ("answer_findings", "answer_scores") else "declined"


def make_plan(project: Path, *options: str) -> dict[str, Any]:
    result = CliRunner().invoke(plan, [*options, "--json", "--params", str(project / "params.yaml")])
    assert result.exit_code == 0, result.output
    record: dict[str, Any] = json.loads(result.stdout)
    return record


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = make_project(tmp_path_factory.mktemp("plan") / "project")
    (folder / "stages").symlink_to(ROOT / "stages")
    return folder


def test_the_plan_is_within_a_fifth_of_the_ledger(project: Path) -> None:
    """Calls, tokens and dollars of the plan are those of the run; afterwards nothing is left to ask."""
    with (
        MessagesServer(play_stand_in, decline_prose) as server,
        environment(ANTHROPIC_BASE_URL=server.url, ANTHROPIC_API_KEY="none", PYTHONPATH=str(ROOT)),
    ):
        planned = make_plan(project, TOPIC, "--count", "--show-egress")
        assert not server.paid
        assert not (project / "topics" / TOPIC / "work").exists()
        run_pipeline(project, (TOPIC,))
        asked = len(server.paid)
        again = make_plan(project, TOPIC)
    spent = Ledger(project / "responses" / "ledger.jsonl").read_totals()
    assert planned["all"]["calls"] == pytest.approx(spent.calls, rel=0.2)
    assert planned["all"]["usd"] == pytest.approx(spent.spent.usd, rel=0.2)
    assert planned["all"]["tokens_in"] + planned["all"]["tokens_out"] == pytest.approx(spent.spent.tokens, rel=0.2)
    assert planned["all"]["most_usd"] > spent.spent.usd
    assert again["all"]["calls"] == 0
    assert again["all"]["stored"] == asked == spent.calls
    sources = {name for name in planned["egress"] if not name.startswith("topics/")}
    catalog = {record["id"] for record in read_lines(project / "library" / "catalog.jsonl", "document")}
    seeds = {name for name in sources if name not in catalog}
    assert planned["egress"][f"topics/{TOPIC}/brief.md"] == "text"
    assert planned["egress"][f"topics/{TOPIC}/article.md"] == "text"
    assert len(sources) > 20
    assert len(seeds) < 10


def test_each_budget_is_told_and_what_is_a_guess(tmp_path: Path) -> None:
    """A limit of tokens stops a run as one of dollars does; what a model will search for, nobody knows before."""
    folder = make_project(tmp_path / "project")
    (folder / "stages").symlink_to(ROOT / "stages")
    change_params(folder, "budget_tokens: null", "budget_tokens: 10")
    with environment(PYTHONPATH=str(ROOT)):
        result = CliRunner().invoke(plan, [TOPIC, "--show-egress", "--params", str(folder / "params.yaml")])
    assert "left of the budget of $5.00: $5.0000, enough" in result.output
    assert "left of the budget of 10 tokens: 10, too little: raise claude.budget_tokens" in result.output
    assert "may be shown any document of the library" in result.output


def test_without_a_model_nothing_is_planned(tmp_path: Path) -> None:
    """Where every engine is local, the plan says that nothing is asked, and runs no stage."""
    folder = make_project(tmp_path / "project", engine="local")
    result = CliRunner().invoke(plan, ["--params", str(folder / "params.yaml")])
    assert "no stage has engine: claude" in result.output
    assert not (folder / "library").exists()


def test_an_unknown_topic_is_named(tmp_path: Path) -> None:
    """A topic that params.yaml does not have is an error that lists those there."""
    folder = make_project(tmp_path / "project", engine="local")
    result = CliRunner().invoke(plan, ["nowhere", "--params", str(folder / "params.yaml")])
    assert str(result.exception) == "params.yaml: $.topics has no nowhere"
