"""The JSON Schemas that hold what passes between stages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PACKAGE_FOLDER = Path(__file__).parent.parent / "schemas"
CHECKOUT_FOLDER = Path(__file__).parent.parent.parent / "schemas"


@dataclass(frozen=True)
class Problem:
    """One place where a value does not fit its schema."""

    path: str  # JSON path, such as $.documents[3].title
    message: str


def find_folder() -> Path:
    """Return the schemas inside the installed package, or those of the checkout."""
    return PACKAGE_FOLDER if PACKAGE_FOLDER.is_dir() else CHECKOUT_FOLDER


@cache
def load_schema(name: str) -> Mapping[str, Any]:
    """Return the schema of this noun with its references to other nouns written in."""
    schema: dict[str, Any] = json.loads((find_folder() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return _bundle(schema)


def list_names() -> list[str]:
    """Return every schema's noun, sorted."""
    return sorted(path.name.removesuffix(".schema.json") for path in find_folder().glob("*.schema.json"))


def find_problems(value: object, name: str) -> list[Problem]:
    """Return every problem of a value, outermost first; the fast check runs before the explaining one."""
    return _explain(value, _build_fast(name), load_schema(name))


def find_misfits(value: object, schema: Mapping[str, Any]) -> list[Problem]:
    """Return every problem of a value by a schema that has no name, such as the one of a model's answer."""
    return _explain(value, _build_unnamed(json.dumps(schema, sort_keys=True)), schema)


def _explain(value: object, fast: Any, schema: Mapping[str, Any]) -> list[Problem]:
    try:
        if fast.is_valid(value):
            return []
        doubt = "it holds a value that JSON has not, or a line end after its last character"
    except ValueError as error:  # YAML has keys that are no text, dates and sets
        doubt = str(error)
    # jsonschema takes a quarter of a second to import, and only its messages are wanted.
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(schema).iter_errors(value)
    problems = [Problem(_format_path(error.absolute_path), _shorten(error.message)) for error in errors]
    # The two checks differ about NaN and `$`: what the strict one refuses is never let through.
    problems = problems or [Problem("$", _shorten(doubt))]
    return sorted(problems, key=lambda problem: (problem.path.count(".") + problem.path.count("["), problem.path))


@cache
def _build_fast(name: str) -> Any:
    # Twelve megabytes that `--help` does not need.
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(dict(load_schema(name)))


@cache
def _build_unnamed(text: str) -> Any:
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator(json.loads(text))


def _bundle(schema: dict[str, Any]) -> dict[str, Any]:
    """Copy each referenced noun's schema into `$defs`, so that one file is enough to validate."""
    definitions = dict(schema.get("$defs", {}))
    for noun in sorted(set(_iter_references(schema))):
        inner = dict(load_schema(noun))
        definitions.update(inner.pop("$defs", {}))
        inner.pop("$schema", None)
        inner.pop("$id", None)
        definitions[noun] = inner
    bundled: dict[str, Any] = _rewrite(schema)
    if definitions:
        bundled["$defs"] = _rewrite(definitions)
    return bundled


def _iter_references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        reference = node.get("$ref")
        if isinstance(reference, str) and reference.endswith(".schema.json"):
            yield reference.removesuffix(".schema.json")
        for value in node.values():
            yield from _iter_references(value)
    elif isinstance(node, list):
        for value in node:
            yield from _iter_references(value)


def _rewrite(node: Any) -> Any:
    if isinstance(node, dict):
        changed = {key: _rewrite(value) for key, value in node.items()}
        reference = changed.get("$ref")
        if isinstance(reference, str) and reference.endswith(".schema.json"):
            changed["$ref"] = "#/$defs/" + reference.removesuffix(".schema.json")
        return changed
    if isinstance(node, list):
        return [_rewrite(value) for value in node]
    return node


def _format_path(parts: Sequence[str | int]) -> str:
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in parts)


def _shorten(message: str, limit: int = 200) -> str:
    return message if len(message) <= limit else f"{message[: limit // 2]} … {message[-limit // 2 :]}"
