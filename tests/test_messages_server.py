"""The loopback server of the tests: what it says is what the real API would say, as far as we depend on it."""

import json
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from http.client import RemoteDisconnected
from pathlib import Path
from typing import Any

import pytest
from messages_server import MessagesServer, find_player, make_value, play_schema

BODY = {"model": "m", "max_tokens": 100, "messages": [{"role": "user", "content": [{"type": "text", "text": "hi"}]}]}
SCHEMA = {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}
FORMED = {**BODY, "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}


@pytest.fixture
def server() -> Iterator[MessagesServer]:
    with MessagesServer() as server:
        yield server


def call(server: MessagesServer, path: str, body: Mapping[str, Any] | None = None) -> Any:
    """Return the parsed answer to a call."""
    return json.loads(fetch(server, path, body))


def fetch(server: MessagesServer, path: str, body: Mapping[str, Any] | None = None) -> bytes:
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(server.url + path, data=data), timeout=5) as stream:
        content: bytes = stream.read()
    return content


def ask(server: MessagesServer, body: Mapping[str, Any] = FORMED) -> Any:
    return call(server, "/v1/messages", body)


def read_text(message: Mapping[str, Any]) -> str:
    return "".join(block["text"] for block in message["content"])


@pytest.mark.parametrize(
    ("step", "text", "stop_reason"),
    [
        pytest.param("good", '{"id": "x"}', "end_turn", id="good"),
        pytest.param("fenced", '```json\n{"id": "x"}\n```', "end_turn", id="fenced"),
        pytest.param("truncated", '{"id"', "max_tokens", id="truncated"),
        pytest.param("refused", "I cannot help with that.", "refusal", id="refused"),
        pytest.param("empty", "", "end_turn", id="empty"),
        pytest.param("broken", '{"id": "x"', "end_turn", id="broken"),
        pytest.param("invented_ids", '{"id": "invented-00000000"}', "end_turn", id="invented_ids"),
        pytest.param("wrong_schema", '{"surprise": ["{\\"id\\": \\"x\\"}"]}', "end_turn", id="wrong_schema"),
    ],
)
def test_each_step_has_its_answer(server: MessagesServer, step: str, text: str, stop_reason: str) -> None:
    server.script = [step]
    message = ask(server)
    assert (read_text(message), message["stop_reason"]) == (text, stop_reason)
    assert read_text(ask(server)) == '{"id": "x"}'  # after the last step all is good


@pytest.mark.parametrize(
    ("step", "status", "kind"),
    [
        ("400", 400, "invalid_request_error"),
        ("401", 401, "authentication_error"),
        ("402", 402, "billing_error"),
        ("413", 413, "request_too_large"),
        ("429", 429, "rate_limit_error"),
        ("500", 500, "api_error"),
        ("529", 529, "overloaded_error"),
    ],
)
def test_each_error_has_its_status_and_type(server: MessagesServer, step: str, status: int, kind: str) -> None:
    server.script = [step]
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server)
    assert caught.value.code == status
    assert json.loads(caught.value.read())["error"]["type"] == kind
    caught.value.close()
    assert server.paid == []


def test_a_rate_limit_may_name_a_pause(server: MessagesServer) -> None:
    server.script = ["429:17"]
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server)
    assert caught.value.headers["retry-after"] == "17"
    caught.value.close()


def test_a_cut_is_not_paid_and_half_an_answer_is(server: MessagesServer) -> None:
    server.script = ["cut", "half"]
    for _ in range(2):
        with pytest.raises((OSError, RemoteDisconnected, urllib.error.URLError)):
            ask(server)
    assert [entry.paid for entry in server.log] == [False, True]


def test_unknown_fields_may_be_refused(server: MessagesServer) -> None:
    server.script = lambda number, body: "unknown_field"
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server)
    caught.value.close()
    assert read_text(ask(server, BODY)) == "Nothing to say."


def test_the_prompt_cache_is_counted(server: MessagesServer) -> None:
    """What stands before the last mark is written at first and read afterwards."""
    system = [{"type": "text", "text": "word " * 100, "cache_control": {"type": "ephemeral"}}]
    first, second = (ask(server, {**BODY, "system": system})["usage"] for _ in range(2))
    assert first["cache_creation_input_tokens"] == second["cache_read_input_tokens"] > 100
    assert (first["cache_read_input_tokens"], second["cache_creation_input_tokens"]) == (0, 0)
    counted = call(server, "/v1/messages/count_tokens", {**BODY, "system": system})["input_tokens"]
    assert first["input_tokens"] + first["cache_creation_input_tokens"] == counted


def test_a_player_may_call_tools(server: MessagesServer) -> None:
    server.player = lambda body: [{"type": "tool_use", "id": "t1", "name": "read", "input": {"id": "a"}}]
    assert ask(server)["stop_reason"] == "tool_use"


def test_a_batch_ends_after_some_looks_and_gives_its_results(server: MessagesServer) -> None:
    server.batch_steps = {"b": "errored", "c": "expired"}
    requests = [{"custom_id": name, "params": FORMED} for name in "abc"]
    batch = call(server, "/v1/messages/batches", {"requests": requests})
    path = f"/v1/messages/batches/{batch['id']}"
    assert (batch["processing_status"], batch["request_counts"]["processing"]) == ("in_progress", 3)
    assert call(server, path)["processing_status"] == "in_progress"
    ended = call(server, path)
    assert (ended["processing_status"], ended["request_counts"]["expired"]) == ("ended", 1)
    assert ended["results_url"] == server.url + path + "/results"
    results = [json.loads(line) for line in fetch(server, path + "/results").splitlines()]
    assert [(result["custom_id"], result["result"]["type"]) for result in results] == [
        ("c", "expired"),
        ("b", "errored"),
        ("a", "succeeded"),
    ]
    assert [entry.custom_id for entry in server.paid] == ["a"]


def test_batches_are_listed_newest_first_by_pages(server: MessagesServer) -> None:
    names = [
        call(server, "/v1/messages/batches", {"requests": [{"custom_id": "a", "params": BODY}]})["id"] for _ in range(3)
    ]
    page = call(server, "/v1/messages/batches?limit=2")
    assert ([batch["id"] for batch in page["data"]], page["has_more"]) == ([names[2], names[1]], True)
    rest = call(server, f"/v1/messages/batches?limit=2&after_id={page['last_id']}")
    assert ([batch["id"] for batch in rest["data"]], rest["has_more"]) == ([names[0]], False)


def test_a_batch_can_be_cancelled(server: MessagesServer) -> None:
    name = call(server, "/v1/messages/batches", {"requests": [{"custom_id": "a", "params": BODY}]})["id"]
    assert call(server, f"/v1/messages/batches/{name}/cancel", {})["request_counts"]["canceled"] == 1


def test_the_smallest_value_fits_its_schema() -> None:
    schema = {
        "$defs": {"kind": {"enum": ["b", "a"]}},
        "type": "object",
        "required": ["kind", "list", "none", "yes"],
        "properties": {
            "kind": {"$ref": "#/$defs/kind"},
            "list": {"type": "array", "minItems": 1, "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            "none": {"type": "null"},
            "yes": {"const": True},
        },
    }
    assert make_value(schema, schema) == {"kind": "b", "list": [0], "none": None, "yes": True}


def test_a_player_is_found_by_name() -> None:
    assert find_player("messages_server:play_schema") is play_schema


@pytest.mark.slow
def test_it_runs_as_a_process_with_a_log(tmp_path: Path) -> None:
    """So the pipeline can be run against it by hand."""
    script = Path(__file__).parent / "messages_server.py"
    command = [sys.executable, str(script), "--port", "0", "--script", "fenced", "--log", str(tmp_path / "log.jsonl")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        data = json.dumps(FORMED).encode()
        with urllib.request.urlopen(urllib.request.Request(url + "/v1/messages", data=data), timeout=5) as stream:
            assert read_text(json.load(stream)).startswith("```json")
        process.terminate()
    (line,) = (tmp_path / "log.jsonl").read_text().splitlines()
    assert json.loads(line)["paid"] is True
