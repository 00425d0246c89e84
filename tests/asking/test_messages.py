"""Requests and replies in the form of the Messages API."""

from dataclasses import replace
from typing import Any

import pytest
from asking_bench import make_request

from florilegium.asking.messages import decode_reply, encode_request, measure_body
from florilegium.asking.replies import OtherBlock, Reply, TextBlock, ToolUse, Usage
from florilegium.asking.requests import Part, Tool, ToolResult, Turn

MARK = {"cache_control": {"type": "ephemeral"}}


def test_a_request_has_all_its_parts() -> None:
    """Tools, instructions, conversation and settings, each where the API expects it."""
    request = replace(
        make_request(),
        tools=(Tool("read", "Reads.", {"type": "object"}),),
        turns=(
            Turn("user", (Part("Find it."),)),
            Turn("assistant", (OtherBlock({"type": "thinking", "thinking": "", "signature": "s"}), TextBlock("Well"))),
            Turn("assistant", (ToolUse("t1", "read", {"id": "a"}),)),
            Turn("user", (ToolResult("t1", "text"), ToolResult("t2", "no such id", is_error=True))),
        ),
    )
    assert encode_request(request, form={"type": "object"}) == {
        "model": "claude-haiku-5-5",
        "max_tokens": 500,
        "tools": [{"name": "read", "description": "Reads.", "input_schema": {"type": "object"}}],
        "system": [{"type": "text", "text": "Score it.", **MARK}],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Find it."}]},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "", "signature": "s"},
                    {"type": "text", "text": "Well"},
                ],
            },
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "t1", "name": "read", "input": {"id": "a"}}],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "t1", "content": "text"},
                    {"type": "tool_result", "tool_use_id": "t2", "content": "no such id", "is_error": True},
                ],
            },
        ],
        "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": {"type": "object"}}},
    }


def test_no_settings_are_sent_where_none_are_wanted() -> None:
    """Servers of your own know neither effort nor schema."""
    assert "output_config" not in encode_request(make_request(effort=None))


def test_empty_texts_are_left_out() -> None:
    """The API refuses a block without text."""
    request = make_request(system=(Part(""),), turns=(Turn("user", (Part(" \n"), Part("a"))),))
    body = encode_request(request)
    assert "system" not in body
    assert body["messages"][0]["content"] == [{"type": "text", "text": "a"}]


@pytest.mark.parametrize(("marks", "kept"), [(2, [0, 1]), (4, [0, 1, 2, 3]), (5, [0, 2, 3, 4]), (9, [0, 6, 7, 8])])
def test_at_most_four_marks_are_sent(marks: int, kept: list[int]) -> None:
    """The first one, which many requests share, and the longest prefixes."""
    turns = tuple(Turn("user", (Part(str(number), cached=True),)) for number in range(1, marks))
    body = encode_request(make_request(turns=turns))
    blocks = [*body["system"], *(block for message in body["messages"] for block in message["content"])]
    assert [number for number, block in enumerate(blocks) if "cache_control" in block] == kept


def test_half_a_letter_does_not_stop_a_request() -> None:
    """A note may hold half a pair of surrogates, which no request can."""
    body = encode_request(make_request("a\ud800"))
    assert body["messages"][0]["content"][0]["text"] == "a\ufffd"
    assert measure_body(body) > 0


def test_a_reply_is_read() -> None:
    """Known blocks by kind, any other kept as it is; half letters replaced; missing counts are 0, absurd ones cut."""
    record = {
        "model": "m",
        "stop_reason": "tool_use",
        "content": [
            {"type": "thinking", "thinking": "hm\ud800", "signature": "s"},
            {"type": "text", "text": "a\udc00"},
            {"type": "tool_use", "id": "t", "name": "read", "input": {"id": ["\ud800"]}},
        ],
        "usage": {
            "input_tokens": 3,
            "output_tokens": None,
            "cache_read_input_tokens": -1,
            "cache_creation_input_tokens": 10**30,
        },
    }
    assert decode_reply(record) == Reply(
        (
            OtherBlock({"type": "thinking", "thinking": "hm\ufffd", "signature": "s"}),
            TextBlock("a\ufffd"),
            ToolUse("t", "read", {"id": ["\ufffd"]}),
        ),
        "tool_use",
        Usage(3, 0, 0, 2**53 - 1),
        "m",
    )


@pytest.mark.parametrize(
    "record",
    [
        pytest.param({}, id="empty"),
        pytest.param({"content": "text", "stop_reason": "end_turn"}, id="content_is_text"),
        pytest.param({"content": ["text"], "stop_reason": "end_turn"}, id="block_is_text"),
        pytest.param({"content": [], "stop_reason": 7}, id="stop_reason_is_a_number"),
        pytest.param({"content": [{"type": "tool_use", "id": 1, "name": "read"}]}, id="id_is_a_number"),
    ],
)
def test_what_is_no_message_is_refused(record: dict[str, Any]) -> None:
    """Servers of your own answer with all kinds of things."""
    with pytest.raises(ValueError, match="the server's answer"):
        decode_reply(record)
