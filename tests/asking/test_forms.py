"""Schemas in the words that the API knows."""

from typing import Any

import pytest

from florilegium.asking.forms import MAX_OPTIONAL, MAX_UNIONS, simplify_schema

TEXT = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "simple"),
    [
        pytest.param({"$id": "a", "$schema": "b", **TEXT}, TEXT, id="names_of_files"),
        pytest.param({"type": ["string", "null"]}, {"anyOf": [TEXT, {"type": "null"}]}, id="types"),
        pytest.param(
            {"type": ["string", "null"], "minLength": 1, "description": "d"},
            {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}], "description": "d"},
            id="types_with_limits",
        ),
        pytest.param({"type": ["string", "null"], "enum": ["a", None]}, {"enum": ["a", None]}, id="types_and_enum"),
        pytest.param(
            {"type": "array", "items": {"type": ["integer", "null"]}},
            {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
            id="inside",
        ),
        pytest.param(
            {"$ref": "#/$defs/a", "$defs": {"a": TEXT}}, {"$ref": "#/$defs/a", "$defs": {"a": TEXT}}, id="ref"
        ),
    ],
)
def test_schemas_are_made_simple(schema: dict[str, Any], simple: dict[str, Any]) -> None:
    assert simplify_schema(schema) == simple


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({}, id="empty"),
        pytest.param({"type": "object", "properties": {"a": True}}, id="anything_goes"),
        pytest.param({"type": "text"}, id="unknown_type"),
        pytest.param(
            {"type": "object", "properties": {str(n): TEXT for n in range(MAX_OPTIONAL + 1)}}, id="many_optional"
        ),
        pytest.param(
            {"type": "array", "items": {"allOf": [{"type": ["string", "null"]}] * (MAX_UNIONS + 1)}}, id="many_unions"
        ),
    ],
)
def test_what_the_api_would_refuse_is_not_sent(schema: dict[str, Any]) -> None:
    """The schema in the prompt and the validation here must do then."""
    assert simplify_schema(schema) is None
