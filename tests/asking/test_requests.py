"""Keys of requests: the same question has the same key on every machine."""

from dataclasses import replace

import pytest

from florilegium.asking.replies import ToolUse
from florilegium.asking.requests import Part, Request, Tool, ToolResult, Turn, make_key

PLAIN = Request(
    role="reranker",
    model="m",
    system=(Part("Score.", cached=True),),
    turns=(Turn("user", (Part("A note."),)),),
    max_tokens=100,
)


def test_a_key_is_known() -> None:
    """The key of one request is written down: a change of it would orphan every stored answer."""
    assert make_key(PLAIN) == "f89969128a821a9aff40c4cc0df5089a19c5885c28a58c0a575eaf5f0621bd17"


def test_the_role_is_no_part_of_it() -> None:
    """Two roles that ask the same share the answer."""
    assert make_key(replace(PLAIN, role="distiller")) == make_key(PLAIN)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(PLAIN, model="n"), id="model"),
        pytest.param(replace(PLAIN, system=(Part("Score!", cached=True),)), id="system"),
        pytest.param(replace(PLAIN, turns=(Turn("user", (Part("Another note."),)),)), id="text"),
        pytest.param(replace(PLAIN, max_tokens=101), id="max_tokens"),
        pytest.param(replace(PLAIN, effort="low"), id="effort"),
        pytest.param(replace(PLAIN, schema={"type": "object"}), id="schema"),
        pytest.param(replace(PLAIN, tools=(Tool("read", "Reads.", {"type": "object"}),)), id="tools"),
        pytest.param(
            replace(PLAIN, turns=(*PLAIN.turns, Turn("assistant", (ToolUse("u", "read", {}),)))), id="tool_use"
        ),
        pytest.param(replace(PLAIN, turns=(*PLAIN.turns, Turn("user", (ToolResult("u", "text"),)))), id="tool_result"),
    ],
)
def test_all_that_decides_the_answer_counts(other: Request) -> None:
    """A change of anything that a model sees makes another key."""
    assert make_key(other) != make_key(PLAIN)


def test_marks_for_the_prompt_cache_do_not_count() -> None:
    """What a server may cache changes the price and not the answer."""
    assert make_key(replace(PLAIN, system=(Part("Score."),))) == make_key(PLAIN)


def test_whose_turn_it_is_counts() -> None:
    """The same words said by the model are another conversation."""
    assert make_key(replace(PLAIN, turns=(Turn("assistant", (Part("A note."),)),))) != make_key(PLAIN)


def test_the_order_of_keys_in_a_schema_does_not_count() -> None:
    """Two spellings of one schema have one key."""
    left = replace(PLAIN, schema={"type": "object", "properties": {}})
    right = replace(PLAIN, schema={"properties": {}, "type": "object"})
    assert make_key(left) == make_key(right)
