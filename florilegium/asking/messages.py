"""Requests and replies in the form of the Messages API."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .json_values import replace_surrogates
from .replies import OtherBlock, Reply, TextBlock, ToolUse, Usage
from .requests import Part, Request, ToolResult, Turn

MAX_MARKS = 4  # the API takes no more for the prompt cache
MOST_TOKENS = 2**53 - 1  # of one call, whatever a server says: SQLite holds little more


def encode_request(request: Request, *, form: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the body of a call; `form` is the schema that the server is asked to hold the answer to."""
    body: dict[str, Any] = {"model": request.model, "max_tokens": request.max_tokens}
    if request.tools:
        body["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
            for tool in request.tools
        ]
    system = [block for part in request.system for block in _encode_block(part)]
    if system:
        body["system"] = system
    body["messages"] = [_encode_turn(turn) for turn in request.turns]
    settings: dict[str, Any] = {"effort": request.effort} if request.effort else {}
    if form is not None:
        settings["format"] = {"type": "json_schema", "schema": form}
    if settings:
        body["output_config"] = settings
    _limit_marks(body)
    return body


def _encode_turn(turn: Turn) -> dict[str, Any]:
    return {"role": turn.speaker, "content": [block for item in turn.blocks for block in _encode_block(item)]}


def _encode_block(item: Part | TextBlock | ToolUse | ToolResult | OtherBlock) -> Iterator[dict[str, Any]]:
    """Yield one block, or none for an empty text, which the API refuses."""
    if isinstance(item, OtherBlock):
        yield dict(item.record)
    elif isinstance(item, ToolUse):
        yield {"type": "tool_use", "id": item.id, "name": item.name, "input": dict(item.input)}
    elif isinstance(item, ToolResult):
        block = {"type": "tool_result", "tool_use_id": item.tool_use_id, "content": replace_surrogates(item.text)}
        yield {**block, "is_error": True} if item.is_error else block
    elif item.text.strip():
        block = {"type": "text", "text": replace_surrogates(item.text)}
        yield {**block, "cache_control": {"type": "ephemeral"}} if isinstance(item, Part) and item.cached else block


def _limit_marks(body: dict[str, Any]) -> None:
    """Keep the first mark, which many requests share, and the last three."""
    blocks = [*body.get("system", ()), *(block for message in body["messages"] for block in message["content"])]
    marked = [block for block in blocks if "cache_control" in block]
    for block in marked[1 : len(marked) - MAX_MARKS + 1]:
        del block["cache_control"]


def measure_body(body: Mapping[str, Any]) -> int:
    """Return a number of tokens that the input of a call will hardly exceed: one for every two bytes."""
    return len(json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")) // 2 + 1


def decode_reply(record: Mapping[str, Any]) -> Reply:
    """Return the reply in a server's message; raises ValueError for what is no message at all."""
    content, usage = record.get("content"), record.get("usage")
    if not isinstance(content, list) or not isinstance(record.get("stop_reason"), str | None):
        raise ValueError("the server's answer is no message")
    blocks = tuple(_decode_block(block) for block in content)
    stop_reason = record.get("stop_reason") or "end_turn"
    return Reply(blocks, stop_reason, decode_usage(usage), str(record.get("model") or ""))


def _decode_block(block: object) -> TextBlock | ToolUse | OtherBlock:
    if not isinstance(block, Mapping):
        raise ValueError("the server's answer holds a block that is no object")
    kind = block.get("type")
    if kind == "text" and isinstance(block.get("text"), str):
        return TextBlock(replace_surrogates(block["text"]))
    if kind == "tool_use":
        named = isinstance(block.get("id"), str) and isinstance(block.get("name"), str)
        if not named:
            raise ValueError("the server's answer calls a tool without a name")
        inputs = block.get("input")
        return ToolUse(block["id"], block["name"], _clean(inputs) if isinstance(inputs, Mapping) else {})
    return OtherBlock(_clean(block))


def _clean(value: Any) -> Any:
    """Return a value whose texts UTF-8 can hold."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, Mapping):
        return {replace_surrogates(str(key)): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, Sequence) else value


def decode_usage(usage: object) -> Usage:
    """Return the tokens that a server counted; what it does not tell is 0."""
    counts = usage if isinstance(usage, Mapping) else {}
    names = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
    numbers = [counts.get(name) for name in names]
    return Usage(*(min(max(0, number), MOST_TOKENS) if isinstance(number, int) else 0 for number in numbers))
