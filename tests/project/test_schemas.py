"""Every schema has valid and invalid examples, found by walking the folder."""

import json
from pathlib import Path

import pytest

from florilegium.project.schemas import find_problems, list_names, load_schema

EXAMPLES = Path(__file__).parent.parent / "examples"
VALID = sorted(EXAMPLES.glob("*/valid/*.json"))
INVALID = sorted(EXAMPLES.glob("*/invalid/*.json"))


def name_example(path: Path) -> str:
    return path.relative_to(EXAMPLES).as_posix()


@pytest.mark.parametrize("noun", list_names())
def test_every_schema_has_examples_of_both_kinds(noun: str) -> None:
    assert [path for path in VALID if path.parts[-3] == noun]
    assert [path for path in INVALID if path.parts[-3] == noun]


def test_no_examples_without_a_schema() -> None:
    assert {path.name for path in EXAMPLES.iterdir()} == set(list_names())


@pytest.mark.parametrize("path", VALID, ids=name_example)
def test_valid_examples_pass(path: Path) -> None:
    assert find_problems(json.loads(path.read_text(encoding="utf-8")), path.parts[-3]) == []


@pytest.mark.parametrize("path", INVALID, ids=name_example)
def test_invalid_examples_are_refused_with_a_place(path: Path) -> None:
    problems = find_problems(json.loads(path.read_text(encoding="utf-8")), path.parts[-3])
    assert problems
    assert all(problem.path.startswith("$") and problem.message for problem in problems)


@pytest.mark.parametrize("noun", list_names())
def test_the_fast_check_and_the_explaining_one_agree(noun: str) -> None:
    """jsonschema-rs decides and jsonschema explains: where they differ, an error would have no message."""
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(load_schema(noun))
    slow = Draft202012Validator(load_schema(noun))
    for path in [path for path in (*VALID, *INVALID) if path.parts[-3] == noun]:
        value = json.loads(path.read_text(encoding="utf-8"))
        assert slow.is_valid(value) == (find_problems(value, noun) == [])
