"""Schemas of answers in the words that the API's structured output knows."""

from collections.abc import Mapping
from typing import Any

MAX_OPTIONAL = 24  # properties that may be missing, in one request; seen in the API's refusals
MAX_UNIONS = 16  # places where one of several schemas holds
TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean", "null"})
SHAPES = ("type", "anyOf", "oneOf", "allOf", "enum", "const", "$ref")
INNER = frozenset({"anyOf", "oneOf", "allOf"})


class _UnfitError(ValueError):
    """A schema that the API would refuse."""


def simplify_schema(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the schema with lists of types as alternatives and without names of files; None where it asks too much.

    An answer is validated by the whole schema afterwards, so nothing is lost where the API takes less.
    """
    counts = {"optional": 0, "unions": 0}
    try:
        simple = _simplify(schema, counts)
    except (_UnfitError, RecursionError):
        return None
    if counts["optional"] > MAX_OPTIONAL or counts["unions"] > MAX_UNIONS:
        return None
    return simple


def _simplify(node: object, counts: dict[str, int]) -> dict[str, Any]:
    if not isinstance(node, Mapping) or not any(shape in node for shape in SHAPES):
        raise _UnfitError("a schema without a type")
    simple = {key: value for key, value in node.items() if key not in ("$schema", "$id")}
    if isinstance(simple.get("type"), list):
        return _split_types(simple, counts)
    if simple.get("type", "null") not in TYPES:
        raise _UnfitError("an unknown type")
    for key in simple.keys() & INNER:
        counts["unions"] += key != "allOf"
        simple[key] = [_simplify(item, counts) for item in simple[key]]
    for key in simple.keys() & {"properties", "$defs"}:
        simple[key] = {name: _simplify(item, counts) for name, item in simple[key].items()}
    if "items" in simple:
        simple["items"] = _simplify(simple["items"], counts)
    counts["optional"] += len(set(simple.get("properties", ())) - set(simple.get("required", ())))
    return simple


def _split_types(node: dict[str, Any], counts: dict[str, int]) -> dict[str, Any]:
    """Return `type: [a, b]` as one of two schemas."""
    described = {key: node[key] for key in ("description",) if key in node}
    rest = {key: value for key, value in node.items() if key not in ("type", "description", "enum")}
    if "enum" in node:
        return {"enum": node["enum"], **described}
    counts["unions"] += 1
    kinds = [{"type": "null"} if kind == "null" else _simplify({"type": kind, **rest}, counts) for kind in node["type"]]
    return {"anyOf": kinds, **described}
