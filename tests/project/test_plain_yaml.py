"""Plain YAML is read exactly as a parser of all YAML reads it, or not at all."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from florilegium.project.artifacts import format_yaml
from florilegium.project.plain_yaml import parse_plain

WORDS = st.sampled_from(
    ["yes", "No", "null", "~", "1e3", "089", "0x1f", "12:30", "2025-03-01", "=", "<<", "'", '"', "#", "- a", "a: b",
     "a #b", "a:", " a", "a ", "[", "{}", "!t", "&a", "*a", "|", ">", "%", "@", "`", "?", "? a", "-", "---", "...",
     "é", "\u2028", "\u00a0", "\U0001f600", "a\nb", "\t", "日本", "0.5", "-1", "1_000", ".inf", "", "The end."]
)  # fmt: skip
TEXTS = st.one_of(WORDS, st.text(max_size=12), st.lists(WORDS, max_size=3).map("".join))
KEYS = st.one_of(st.sampled_from(["id", "title", "also_in", "README.md", "y", "no", "on", "é"]), st.text(max_size=4))
SCALARS = st.one_of(TEXTS, st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=9,
)
RECORD: dict[str, Any] = {
    "schema_version": 1, "title": "Bread: a 'history'", "origins": {"web": 2}, "none": [], "nothing": {},
    "entries": [
        {"id": "a-1", "tags": ["on", "bread/rye"], "score": 0.25, "seed": True, "notebook": None, "also_in": []},
        {"id": "b-2", "tags": [], "score": 1.0, "also_in": [{"id": "c", "path": "x\U0001f600y"}, {"id": "- d"}]},
    ],
    "pages": {"index.md": "00ff"},
}  # fmt: skip


def parse_all(text: str) -> object:
    """Return what a parser of all YAML says, or the kind of its refusal."""
    try:
        return yaml.load(text, Loader=yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError) as error:
        return type(error)


def test_what_the_project_writes_is_plain() -> None:
    assert parse_plain(format_yaml(RECORD)) == RECORD


@given(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
def test_any_record_is_read_as_the_parser_reads_it(record: dict[str, Any]) -> None:
    text = format_yaml(record)
    plain = parse_plain(text)
    assert plain is None or repr(plain) == repr(parse_all(text))


@given(st.data())
def test_an_edited_text_is_read_as_the_parser_reads_it_or_left_to_it(data: st.DataObject) -> None:
    """Lines are cut, moved in and out, doubled and written over."""
    lines = format_yaml(RECORD).split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["drop", "in", "out", "double", "append", "write"]))
        line = lines[at]
        start = data.draw(st.sampled_from(["a: ", "- ", "  ", "- a: "]))
        changed = {
            "drop": [], "in": [f"  {line}"], "out": [line[1:]], "double": [line, line],
            "append": [line + data.draw(TEXTS)], "write": [start + data.draw(TEXTS)],
        }  # fmt: skip
        lines[at : at + 1] = changed[how]
        lines = lines or [""]
    text = "\n".join(lines)
    plain = parse_plain(text)
    assert plain is None or repr(plain) == repr(parse_all(text))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a: &x 1\nb: *x\n", id="anchor"),
        pytest.param("a: b\n  c\n", id="text_over_two_lines"),
        pytest.param("a: |\n  b\n", id="block_of_text"),
        pytest.param("a: {b: c}\n", id="flow"),
        pytest.param("a: b # c\n", id="comment"),
        pytest.param("# a\na: b\n", id="comment_line"),
        pytest.param("a:\nb: c\n", id="nothing_written"),
        pytest.param("a:\n", id="nothing_at_the_end"),
        pytest.param("a: b\n\nc: d\n", id="empty_line"),
        pytest.param("a: b", id="no_line_end"),
        pytest.param("yes: b\n", id="key_that_is_no_text"),
        pytest.param("- a\n", id="no_mapping"),
        pytest.param("a: b\x85c: d\n", id="another_line_end"),
        pytest.param("a: b\r\n", id="windows"),
        pytest.param("---\na: b\n", id="document_mark"),
        pytest.param("", id="empty"),
    ],
)
def test_what_is_not_plain_is_left_to_the_parser(text: str) -> None:
    assert parse_plain(text) is None
