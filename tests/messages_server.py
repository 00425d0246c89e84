"""A server on the loopback that speaks the Messages, token-counting and Batches endpoints, as well or badly as told.

In a test: `with MessagesServer(player, script) as server`, then ANTHROPIC_BASE_URL is `server.url`.
By hand: `python tests/messages_server.py --port 8200 --script good,429:1,overload`.
"""

import argparse
import importlib
import itertools
import json
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

Player = Callable[[Mapping[str, Any]], str | list[dict[str, Any]]]  # from the body of a request to an answer
Script = Sequence[str] | Callable[[int, Mapping[str, Any]], str]  # a step for each request; "good" after the last
START = "2026-12-01T00:00:00Z"
ERRORS = {
    "400": (400, "invalid_request_error", "the request is invalid"),
    "long": (400, "invalid_request_error", "prompt is too long: 250000 tokens > 200000 maximum"),
    "401": (401, "authentication_error", "invalid bearer token"),
    "402": (402, "billing_error", "your credit balance is too low"),
    "403": (403, "permission_error", "the key may not use this"),
    "404": (404, "not_found_error", "model: no such model"),
    "413": (413, "request_too_large", "request exceeds the maximum size"),
    "429": (429, "rate_limit_error", "tokens per minute exceeded"),
    "500": (500, "api_error", "internal server error"),
    "529": (529, "overloaded_error", "overloaded"),
}


@dataclass
class Logged:
    """One request as the server saw it."""

    path: str
    body: Mapping[str, Any]
    step: str
    paid: bool  # whether the answer was made, and so would have to be paid for
    custom_id: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


def play_schema(body: Mapping[str, Any]) -> str:
    """Answer with the smallest value that fits the schema sent, or with a sentence where none was."""
    schema = body.get("output_config", {}).get("format", {}).get("schema")
    return "Nothing to say." if schema is None else json.dumps(make_value(schema, schema))


def make_value(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Any:
    """Return the smallest value that fits a schema of the kinds that answers have."""
    if "$ref" in schema:
        return make_value(root["$defs"][schema["$ref"].rsplit("/", 1)[-1]], root)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if "anyOf" in schema:
        return make_value(schema["anyOf"][0], root)
    if schema.get("type") == "object":
        return {name: make_value(schema["properties"][name], root) for name in schema.get("required", ())}
    if schema.get("type") == "array":
        return [make_value(schema["items"], root)] * schema.get("minItems", 0)
    return {"string": "x", "integer": 0, "number": 0.0, "boolean": False}.get(str(schema.get("type")))


def spoil(value: Any, changes: Mapping[str, Any]) -> Any:
    """Return an answer with the values of some keys changed wherever they stand."""
    if isinstance(value, dict):
        return {key: changes.get(key, spoil(item, changes)) for key, item in value.items()}
    return [spoil(item, changes) for item in value] if isinstance(value, list) else value


def _change_json(text: str, change: Callable[[Any], Any]) -> str:
    try:
        return json.dumps(change(json.loads(text)))
    except ValueError:
        return text


# From a good answer to a bad one and the reason for which it stops.
ANSWERS: dict[str, Callable[[str], tuple[str, str]]] = {
    "good": lambda text: (text, "end_turn"),
    "slow": lambda text: (text, "end_turn"),
    "fenced": lambda text: (f"```json\n{text}\n```", "end_turn"),
    "prosaic": lambda text: (f"Here is what I found:\n\n{text}\n\nI hope this helps.", "end_turn"),
    "truncated": lambda text: (text[: len(text) // 2], "max_tokens"),
    "refused": lambda text: ("I cannot help with that.", "refusal"),
    "declined": lambda text: (text, "refusal"),
    "empty": lambda text: ("", "end_turn"),
    "no_json": lambda text: ("I would rather tell you about it.", "end_turn"),
    "broken": lambda text: (text[:-1], "end_turn"),
    "invented_ids": lambda text: (_change_json(text, lambda v: spoil(v, {"id": "invented-00000000"})), "end_turn"),
    "wrong_schema": lambda text: (json.dumps({"surprise": [text[:20]]}), "end_turn"),
}


class MessagesServer:
    """The server; everything that it was asked is in `log`."""

    def __init__(self, player: Player = play_schema, script: Script = (), *, port: int = 0) -> None:
        self.player = player
        self.script = script
        self.log: list[Logged] = []
        self.counts = True  # whether there is an endpoint that counts tokens
        self.batch_polls = 1  # how often a batch is looked at before it has ended
        self.batch_steps: dict[str, str] = {}  # custom id to succeeded, errored, expired or canceled
        self.create_step = "good"  # or "lost": the batch is made, and the answer never comes; or the name of an error
        self.another: Callable[[str], dict[str, Any]] = dict  # makes somebody else's batch, for "lost_with_another"
        self.headers: dict[str, str] = {}  # sent with every answer
        self.log_path: Path | None = None
        self.batches: dict[str, dict[str, Any]] = {}
        self.lock = threading.RLock()
        self._cached: set[str] = set()
        self._steps = itertools.count()
        self._messages = itertools.count(1)
        self._http = _Http(("127.0.0.1", port), _make_handler(self))

    @property
    def url(self) -> str:
        """What ANTHROPIC_BASE_URL must be."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def paid(self) -> list[Logged]:
        """The requests whose answers were made."""
        with self.lock:
            return [entry for entry in self.log if entry.paid]

    def __enter__(self) -> "MessagesServer":
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._http.server_close()

    def serve(self) -> None:
        """Serve until interrupted."""
        self._http.serve_forever()

    def next_step(self, body: Mapping[str, Any]) -> tuple[int, str]:
        """Return the number of a request and what shall become of it."""
        with self.lock:
            number = next(self._steps)
        if callable(self.script):
            return number, self.script(number, body)
        return number, self.script[number] if number < len(self.script) else "good"

    def write_log(self, entry: Logged) -> None:
        """Keep what was asked."""
        with self.lock:
            self.log.append(entry)
            if self.log_path:
                record = {"path": entry.path, "step": entry.step, "paid": entry.paid, "custom_id": entry.custom_id}
                with self.log_path.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps({**record, "body": entry.body}) + "\n")

    def make_message(self, body: Mapping[str, Any], step: str) -> dict[str, Any]:
        """Return the message that answers a request, good or bad as the step says."""
        played = self.player(body)
        if isinstance(played, str):
            text, stop_reason = ANSWERS.get(step, ANSWERS["good"])(played)
            content = [{"type": "text", "text": text}] if text else []
        else:
            calls = any(block.get("type") == "tool_use" for block in played)
            content, stop_reason = list(played), "tool_use" if calls else "end_turn"
        name = f"msg_{next(self._messages):06d}"
        head = {"id": name, "type": "message", "role": "assistant", "model": body["model"], "content": content}
        return {**head, "stop_reason": stop_reason, "stop_sequence": None, "usage": self._count_usage(body, content)}

    def _count_usage(self, body: Mapping[str, Any], content: Sequence[Any]) -> dict[str, int]:
        """Count tokens; what came before the last mark for the cache is read from it from the second time on."""
        total, prefix = count_tokens(body), _find_prefix(body)
        marked = min(total, len(prefix) // 4)
        with self.lock:
            known = prefix in self._cached
            if prefix:
                self._cached.add(prefix)
        return {
            "input_tokens": total - marked,
            "output_tokens": max(1, len(json.dumps(list(content))) // 4),
            "cache_creation_input_tokens": 0 if known else marked,
            "cache_read_input_tokens": marked if known else 0,
        }


def count_tokens(body: Mapping[str, Any]) -> int:
    """Return a number of tokens: a quarter of the letters."""
    parts = {key: value for key, value in body.items() if key in ("system", "messages", "tools")}
    return max(1, len(json.dumps(parts, ensure_ascii=False)) // 4)


def _find_prefix(body: Mapping[str, Any]) -> str:
    """Return all that comes before the last mark for the prompt cache, "" where there is none."""
    system = body.get("system", [])
    blocks = [*(system if isinstance(system, list) else [])]
    for message in body.get("messages", ()):
        blocks += message["content"] if isinstance(message["content"], list) else [message["content"]]
    marks = [number for number, block in enumerate(blocks) if isinstance(block, dict) and "cache_control" in block]
    return json.dumps([body.get("tools"), blocks[: marks[-1] + 1]]) if marks else ""


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet about clients that were killed in the middle."""
        if not isinstance(sys.exception() if hasattr(sys, "exception") else sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def _make_handler(server: MessagesServer) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        owner = server

    return Handler


class _Handler(BaseHTTPRequestHandler):
    owner: MessagesServer
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing: the log is a list."""

    def do_POST(self) -> None:
        path = urlsplit(self.path).path
        size = int(self.headers.get("content-length", "0"))
        content = self.rfile.read(size)
        if len(content) < size:  # the client was killed while it sent
            self.close_connection = True
            return
        body = json.loads(content or b"{}")
        if path == "/v1/messages":
            self._answer_message(path, body)
        elif path == "/v1/messages/count_tokens" and self.owner.counts:
            self._log(path, body, "good")
            self._send({"input_tokens": count_tokens(body)})
        elif path == "/v1/messages/batches":
            self._create_batch(path, body)
        elif path.endswith("/cancel"):
            self._cancel_batch(path)
        else:
            self._fail("404")

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        names = parts.path.removeprefix("/v1/messages/batches").strip("/").split("/")
        self._log(parts.path, {}, "good")
        if not parts.path.startswith("/v1/messages/batches"):
            self._fail("404")
        elif names == [""]:
            self._list_batches(parse_qs(parts.query))
        elif names[0] not in self.owner.batches:
            self._fail("404")
        elif names[1:] == ["results"]:
            self._send_results(self.owner.batches[names[0]])
        else:
            self._send(self._look_at(self.owner.batches[names[0]]))

    def _answer_message(self, path: str, body: Mapping[str, Any]) -> None:
        _, step = self.owner.next_step(body)
        kind, _, argument = step.partition(":")
        if kind == "unknown_field" and "output_config" not in body:
            kind = step = "good"
        if kind == "unknown_field" or kind in ERRORS:
            self._log(path, body, step)
            self._fail("400" if kind == "unknown_field" else kind, argument)
            return
        if kind == "key":
            self._log(path, body, step)
            self._fail("400", words=f"no such key: {self.headers.get('authorization')}")
            return
        message = self.owner.make_message(body, kind)
        # A cut before the answer was made costs nothing, one in the middle of the answer does.
        self._log(path, body, step, paid=kind != "cut")
        if kind == "slow":
            time.sleep(float(argument or 1))
        if kind in ("cut", "half"):
            self._break_off(json.dumps(message).encode(), whole=kind == "half")
        elif kind == "garbage":
            self._send_bytes(200, b"<html>it works</html>", "text/html")
        elif body.get("stream"):
            self._stream(message)
        else:
            self._send(message)

    def _create_batch(self, path: str, body: Mapping[str, Any]) -> None:
        owner = self.owner
        step = owner.create_step
        owner.create_step = "good"
        if step in ERRORS:
            self._log(path, body, step)
            self._fail(step)
            return
        with owner.lock:
            name = f"msgbatch_{len(owner.batches) + 1:04d}"
            owner.batches[name] = {"id": name, "requests": body["requests"], "polls": 0, "status": "in_progress"}
        self._log(path, body, step)
        for item in body["requests"]:
            entry = Logged(path, item["params"], owner.batch_steps.get(item["custom_id"], "succeeded"), True)
            entry.paid, entry.custom_id = entry.step == "succeeded", item["custom_id"]
            owner.write_log(entry)
        if step == "lost_with_another":
            owner.batches["msgbatch_another"] = owner.another("msgbatch_another")
        if step.startswith("lost"):
            self._break_off(b"", whole=False)
        else:
            self._send(self._show_batch(owner.batches[name]))

    def _look_at(self, batch: dict[str, Any]) -> dict[str, Any]:
        batch["polls"] += 1
        if batch["polls"] > self.owner.batch_polls and batch["status"] == "in_progress":
            batch["status"] = "ended"
        return self._show_batch(batch)

    def _cancel_batch(self, path: str) -> None:
        batch = self.owner.batches[path.split("/")[-2]]
        batch["status"] = "ended"
        for item in batch["requests"]:
            self.owner.batch_steps.setdefault(item["custom_id"], "canceled")
        self._send(self._show_batch(batch))

    def _list_batches(self, query: Mapping[str, Sequence[str]]) -> None:
        newest = [self._show_batch(batch) for batch in reversed(self.owner.batches.values())]
        after = query.get("after_id", [""])[0]
        names = [batch["id"] for batch in newest]
        start = names.index(after) + 1 if after in names else 0
        page = newest[start : start + int(query.get("limit", ["20"])[0])]
        ends = {"first_id": page[0]["id"] if page else None, "last_id": page[-1]["id"] if page else None}
        self._send({"data": page, "has_more": start + len(page) < len(newest), **ends})

    def _show_batch(self, batch: Mapping[str, Any]) -> dict[str, Any]:
        ended = batch["status"] == "ended"
        steps = [self.owner.batch_steps.get(item["custom_id"], "succeeded") for item in batch["requests"]]
        counts = {name: steps.count(name) if ended else 0 for name in ("succeeded", "errored", "canceled", "expired")}
        return {
            "id": batch["id"],
            "type": "message_batch",
            "processing_status": batch["status"],
            "request_counts": {"processing": 0 if ended else len(steps), **counts},
            "created_at": START,
            "expires_at": START,
            "ended_at": START if ended else None,
            "archived_at": None,
            "cancel_initiated_at": None,
            "results_url": f"{self.owner.url}/v1/messages/batches/{batch['id']}/results" if ended else None,
        }

    def _send_results(self, batch: Mapping[str, Any]) -> None:
        lines = []
        for item in reversed(batch["requests"]):  # in any order but that of the requests
            kind = self.owner.batch_steps.get(item["custom_id"], "succeeded")
            result: dict[str, Any] = {"type": kind if kind in ("errored", "canceled", "expired") else "succeeded"}
            if result["type"] == "succeeded":
                result["message"] = self.owner.make_message(item["params"], "good" if kind == "succeeded" else kind)
            elif kind == "errored":
                error = {"type": "invalid_request_error", "message": "this one is invalid"}
                result["error"] = {"type": "error", "error": error, "request_id": "req_1"}
            lines.append(json.dumps({"custom_id": item["custom_id"], "result": result}) + "\n")
        self._send_bytes(200, "".join(lines).encode(), "application/x-jsonl")

    def _stream(self, message: Mapping[str, Any]) -> None:
        start = {**message, "content": [], "stop_reason": None, "usage": {**message["usage"], "output_tokens": 1}}
        events: list[dict[str, Any]] = [{"type": "message_start", "message": start}]
        for number, block in enumerate(message["content"]):
            text = block["text"]
            empty = {"type": "content_block_start", "index": number, "content_block": {"type": "text", "text": ""}}
            parts = [text[: len(text) // 2], text[len(text) // 2 :]]
            deltas = [{"type": "text_delta", "text": part} for part in parts]
            events += [empty, *({"type": "content_block_delta", "index": number, "delta": delta} for delta in deltas)]
            events.append({"type": "content_block_stop", "index": number})
        ends = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        output = {"output_tokens": message["usage"]["output_tokens"]}
        events += [{"type": "message_delta", "delta": ends, "usage": output}, {"type": "message_stop"}]
        lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]
        self._send_bytes(200, "".join(lines).encode(), "text/event-stream")

    def _fail(self, name: str, retry_after: str = "", *, words: str = "") -> None:
        status, kind, message = ERRORS[name]
        body = {"type": "error", "error": {"type": kind, "message": words or message}, "request_id": "req_1"}
        extra = {"retry-after": retry_after} if retry_after else {}
        self._send_bytes(status, json.dumps(body).encode(), "application/json", extra)

    def _send(self, record: Mapping[str, Any]) -> None:
        self._send_bytes(200, json.dumps(record).encode(), "application/json")

    def _send_bytes(self, status: int, content: bytes, kind: str, extra: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        headers = {"content-type": kind, "content-length": str(len(content)), "request-id": "req_1"}
        for name, value in {**headers, **self.owner.headers, **(extra or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def _break_off(self, content: bytes, *, whole: bool) -> None:
        """Close the connection without an answer, or in the middle of one."""
        if whole:
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2])
            self.wfile.flush()
        self.close_connection = True
        # A reset instead of a friendly end, as when a server dies.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def _log(self, path: str, body: Mapping[str, Any], step: str, *, paid: bool = False) -> None:
        self.owner.write_log(Logged(path, body, step, paid, headers=dict(self.headers.items())))


def find_player(name: str) -> Player:
    """Return the player that stands as `module:function`."""
    module, _, function = name.partition(":")
    player: Player = getattr(importlib.import_module(module), function)
    return player


def main(arguments: Iterable[str] | None = None) -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=8200)
    parser.add_argument("--script", default="", help="steps of the first requests, by commas")
    parser.add_argument("--player", help="who answers, as module:function")
    parser.add_argument("--log", type=Path, help="a file that gets a line for each request")
    chosen = parser.parse_args(None if arguments is None else list(arguments))
    sys.path.insert(0, os.getcwd())
    steps = [step for step in chosen.script.split(",") if step]
    server = MessagesServer(find_player(chosen.player) if chosen.player else play_schema, steps, port=chosen.port)
    server.log_path = chosen.log
    sys.stdout.write(f"{server.url}\n")
    sys.stdout.flush()
    try:
        server.serve()
    except KeyboardInterrupt:
        return


if __name__ == "__main__":
    main()
