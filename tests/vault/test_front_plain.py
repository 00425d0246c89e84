"""The short way through front matter gives what the YAML parser gives, or nothing."""

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from florilegium.vault.front_plain import MAX_LENGTH, parse_plain
from florilegium.vault.yaml_nodes import TooDeep, read_mapping

WORDS = st.sampled_from(
    ["a", "b", "tags", "null", "~", "true", "No", "0x1", "2026-07-21", "12:30", "https://x.org/a?b=c", "é", "…", "—"]
    + ["[", "]", "{", "}", ",", ":", "#", "- ", "-", "'", '"', "|", ">", "&", "*", "!", "%", "@", "`", "\\", "?", "="]
    + [" ", "  ", "\t", "[[x]]", "{{x}}", "<<", "...", "---", "\x85", "\u2028", "\ufeff", "٣", "x: y", "a #b", "a:"]
)
VALUES = st.lists(WORDS, max_size=5).map("".join)
LINES = st.one_of(
    VALUES,
    st.builds("{}: {}".format, st.sampled_from(["a", "b c", "d-e", "1", "null", "é"]), VALUES),
    st.builds("{}:".format, st.sampled_from(["a", "b c", "d-e", "1"])),
    st.builds("{}- {}".format, st.sampled_from(["", "  ", "    "]), VALUES),
    st.builds("{}: [{}]".format, st.sampled_from(["a", "tags"]), st.lists(VALUES, max_size=4).map(", ".join)),
    st.builds('{}: "{}"'.format, st.sampled_from(["a", "b"]), VALUES),
    st.builds("{}: '{}'".format, st.sampled_from(["a", "b"]), VALUES),
)


@settings(derandomize=True, max_examples=1500, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=6).map("\n".join))
@example("a:\n- b\n  - c")
@example("a:\n  - b\n- c")
@example("a: b\n- c")
@example("a:\n- b\n c: d")
@example("a: [null, true, 1.0]")
@example("a: b \nc: 'd' ")
def test_plain_forms_are_read_as_the_parser_reads_them(raw: str) -> None:
    found = parse_plain(raw)
    if found is not None:
        try:
            assert read_mapping(raw) == (found, [])
        except (yaml.YAMLError, TooDeep) as error:
            pytest.fail(f"the parser refuses it: {error}")


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("tags: [a b, c/d, 1]", {"tags": ["a b", "c/d", "1"]}, id="list in brackets"),
        pytest.param("tags:\n  - a\n  - null\nb: x", {"tags": ["a", None], "b": "x"}, id="list below"),
        pytest.param('a: "x: #y"\nb: \'it "is"\'', {"a": "x: #y", "b": 'it "is"'}, id="quotes"),
        pytest.param(
            "a:\nb: true\nc: https://x.org/?q=1", {"a": None, "b": True, "c": "https://x.org/?q=1"}, id="bare"
        ),
        pytest.param("a: x # remark", None, id="comment"),
        pytest.param("a: |\n  x", None, id="block"),
        pytest.param("a: 1\na: 2", None, id="twice"),
        pytest.param("a: [[x]]", None, id="link"),
        pytest.param("a: x\n  y", None, id="two lines"),
        pytest.param(f"a: {'x' * MAX_LENGTH}", None, id="long"),
    ],
)
def test_what_is_plain(raw: str, expected: object) -> None:
    assert parse_plain(raw) == expected
