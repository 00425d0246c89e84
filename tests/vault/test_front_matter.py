"""Front matter in every form that vaults hold."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.vault.front_matter import parse_front_matter, split_front_matter


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("---\na: 1\n---\nbody", ("a: 1", "body", 4), id="usual"),
        pytest.param("---\n---\nbody", ("", "body", 3), id="empty"),
        pytest.param("---\n\n---\nbody", ("", "body", 4), id="blank"),
        pytest.param("---\na: 1\n---", ("a: 1", "", 3), id="nothing_after"),
        pytest.param("--- \na: 1\n--- \nbody", ("a: 1", "body", 4), id="spaces_after_hyphens"),
        pytest.param("\ufeff---\na: 1\n---\nb", ("a: 1", "b", 4), id="byte_order_mark"),
        pytest.param("---\na: |\n  x\n ---\n---\nb", ("a: |\n  x\n ---", "b", 6), id="indented_hyphens_close_nothing"),
        pytest.param("---\na: 1\n----\nb", (None, "---\na: 1\n----\nb", 1), id="four_hyphens_close_nothing"),
        pytest.param("\n---\na: 1\n---\nb", (None, "\n---\na: 1\n---\nb", 1), id="blank_line_before"),
        pytest.param("---\na: 1\nbody", (None, "---\na: 1\nbody", 1), id="never_closed"),
        pytest.param("body", (None, "body", 1), id="none"),
        pytest.param("", (None, "", 1), id="no_text"),
    ],
)
def test_split(text: str, expected: tuple[str | None, str, int]) -> None:
    assert split_front_matter(text) == expected


@pytest.mark.parametrize(
    ("raw", "values"),
    [
        pytest.param('{"tags": ["x"], "n": 3}', {"tags": ["x"], "n": "3"}, id="json"),
        pytest.param("tags: 2024\nok: true\nno:", {"tags": "2024", "ok": True, "no": None}, id="types"),
        pytest.param(
            "d: 2024-01-01\nt: 12:30:45\ny: yes", {"d": "2024-01-01", "t": "12:30:45", "y": "yes"}, id="as_written"
        ),
        pytest.param("d: 2024-13-45", {"d": "2024-13-45"}, id="impossible_date"),
        pytest.param("n: " + "9" * 5000, {"n": "9" * 5000}, id="huge_number"),
        pytest.param("up: [[Note]]", {"up": "[[Note]]"}, id="bare_link"),
        pytest.param("up: [[A, B]]", {"up": "[[A, B]]"}, id="bare_link_with_comma"),
        pytest.param("up:\n- [[A]]\n- '[[B]]'", {"up": ["[[A]]", "[[B]]"]}, id="list_of_links"),
        pytest.param("up: [[[A]], [[B]]]", {"up": ["[[A]]", "[[B]]"]}, id="flow_list_of_links"),
        pytest.param("category: #articles", {"category": "#articles"}, id="hash_taken_for_comment"),
        pytest.param("tags:\n  - #a\n  - b", {"tags": ["#a", "b"]}, id="hash_item_taken_for_comment"),
        pytest.param("a: 1 # remark", {"a": "1"}, id="comment"),
        pytest.param("a: &x [1]\nb: *x", {"a": ["1"], "b": ["1"]}, id="small_alias"),
        pytest.param("a: {b: {c: d}}", {"a": {"b": {"c": "d"}}}, id="nested"),
        pytest.param('t: "a\\0b"', {"t": "a\ufffdb"}, id="nul_escape"),
        pytest.param("", {}, id="empty"),
    ],
)
def test_sound_forms_give_values_without_problems(raw: str, values: dict[str, Any]) -> None:
    found = parse_front_matter(raw)
    assert (dict(found.values), found.problems) == (values, ())


@pytest.mark.parametrize(
    ("raw", "values", "problem"),
    [
        pytest.param("tags:\n\t- a\n\t- b\nn: 6", {"tags": ["a", "b"], "n": "6"}, "tab on line 3", id="tabs"),
        pytest.param("a: 1\nb: 2\na: 3", {"a": "1", "b": "2"}, "lines 2 and 4", id="duplicate_keys"),
        pytest.param("up: [[A]] [[B]]\nx: y", {"up": "[[A]] [[B]]", "x": "y"}, "two links", id="two_links"),
        pytest.param("by: Name: More\nx: [a, b]", {"by": "Name: More", "x": ["a", "b"]}, "colon", id="colon"),
        pytest.param("title: {{title}}", {"title": "{{title}}"}, "template marks", id="mustache"),
        pytest.param("d: <% tp.now() %>", {"d": "<% tp.now() %>"}, "template marks", id="templater"),
        pytest.param(
            "a: <% x ? 'b: c' : d %>\ne: f", {"a": "<% x ? 'b: c' : d %>", "e": "f"}, "broken", id="templater_colon"
        ),
        pytest.param("a: 'x\nb: y", {"a": "'x", "b": "y"}, "broken", id="open_quote"),
        pytest.param("a: *nope\nb: y", {"a": "*nope", "b": "y"}, "alias", id="unknown_alias"),
        pytest.param("a: &a [*a]", {"a": "&a [*a]"}, "too deep", id="recursive_alias"),
        pytest.param("just prose", {}, "no list of properties", id="prose"),
        pytest.param("- a\n- b", {}, "no list of properties", id="list"),
        pytest.param("a: " + "[" * 5000, {"a": "[" * 5000}, "broken", id="deep_nesting"),
        pytest.param("a: [x, 'y, z', \"w\"\nb: : c", {"a": "[x, 'y, z', \"w\"", "b": ": c"}, "broken", id="open_list"),
        pytest.param("tags:\n  - a\n   - b\n  c: [", {"tags": ["a", "b c: ["]}, "broken", id="crooked_list"),
        pytest.param(
            "a: true\nb: *\nc:\nd: '[[X]]'",
            {"a": True, "b": "*", "c": None, "d": "[[X]]"},
            "broken",
            id="types_by_line",
        ),
    ],
)
def test_broken_forms_keep_what_can_be_read_and_say_what_was_wrong(
    raw: str, values: dict[str, Any], problem: str
) -> None:
    """Real vaults hold broken YAML: tabs, duplicate keys, two links, bare colons, template marks."""
    found = parse_front_matter(raw)
    assert dict(found.values) == values
    assert problem in " ".join(found.problems)
    assert all(sentence.endswith(".") for sentence in found.problems)


@pytest.mark.parametrize("tag", ["!!python/object/apply:os.mkdir", "!!python/object/new:os.mkdir", "!exec"])
def test_nothing_in_front_matter_is_executed(tag: str, tmp_path: Path) -> None:
    """Configuration from a vault that runs code: a tag that would make a folder is text and makes none."""
    made = tmp_path / "made"
    found = parse_front_matter(f"a: {tag} ['{made}']\nb: y")
    assert not made.exists()
    assert found.values["b"] == "y"
    assert isinstance(found.values["a"], str | list)


def test_an_exploding_alias_is_refused() -> None:
    """A YAML bomb unfolds to millions of values; it is read line by line instead."""
    names = "abcdefghij"
    lines = ["a: &a [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"{new}: &{new} [{','.join([f'*{old}'] * 10)}]" for old, new in zip(names, names[1:], strict=False)]
    found = parse_front_matter("\n".join(lines))
    assert "too deep" in found.problems[0]
    assert set(found.values) == set(names)


def test_a_list_of_many_quotes_is_read_in_linear_time() -> None:
    found = parse_front_matter("x: : y\na: [" + "b'" * 80_000 + "]")
    assert found.values["a"] == ["b'" * 80_000]


def test_a_huge_front_matter_is_read_line_by_line() -> None:
    found = parse_front_matter("a: b\n" * 100_000)
    assert found.values == {"a": "b"}
    assert "too long" in found.problems[0]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("tags: [a, b]", ("a", "b"), id="flow_list"),
        pytest.param("tags:\n  - a\n  - b/c", ("a", "b/c"), id="block_list"),
        pytest.param("tags: a, b", ("a", "b"), id="commas"),
        pytest.param("tags: a b", ("a", "b"), id="spaces"),
        pytest.param('tags: "#a"', ("a",), id="hash"),
        pytest.param('tags: ["#a", "#b/"]', ("a", "b"), id="hashes"),
        pytest.param("tags:", (), id="null"),
        pytest.param("tags: 2024", (), id="digits_are_no_tag"),
        pytest.param("tags: [y2024, 2024]", ("y2024",), id="digits_beside_a_tag"),
        pytest.param("tag: a", ("a",), id="old_key"),
        pytest.param("Tags: [A, a]", ("A",), id="case"),
        pytest.param("tags: [日本語， memo]", ("日本語", "memo"), id="wide_comma"),
        pytest.param("tags: [[topic]]", ("topic",), id="link"),
        pytest.param("tags: #a", ("a",), id="comment"),
    ],
)
def test_tags(raw: str, expected: tuple[str, ...]) -> None:
    assert parse_front_matter(raw).tags == expected


@pytest.mark.parametrize(
    ("raw", "name", "expected"),
    [
        pytest.param("aliases: [3DR, three drawers]", "aliases", ("3DR", "three drawers"), id="aliases"),
        pytest.param("aliases: one, two", "aliases", ("one", "two"), id="aliases_in_a_string"),
        pytest.param("alias: one", "aliases", ("one",), id="old_alias"),
        pytest.param('title: "A: b"', "title", "A: b", id="title"),
        pytest.param("x: 1", "title", "", id="no_title"),
        pytest.param('author: ["[[Noor Adeyemi]]"]', "authors", ("Noor Adeyemi",), id="author_link"),
        pytest.param('author: "[[p/Noor|N.]]"', "authors", ("N.",), id="author_link_text"),
        pytest.param("author: '[[A B]], [[C D]]'", "authors", ("A B", "C D"), id="two_author_links"),
        pytest.param("author: Ann Bee & Cy Dee", "authors", ("Ann Bee", "Cy Dee"), id="two_names"),
        pytest.param("author: Okafor, R.", "authors", ("Okafor, R.",), id="comma_within_a_name"),
        pytest.param("published: 2026-01-14", "published", "2026-01-14", id="published"),
        pytest.param("year: 2024", "published", "2024", id="year"),
        pytest.param("published: 2024-13-45", "published", None, id="no_such_day"),
        pytest.param("date created: 2026-01-02T10:00:00", "saved", "2026-01-02", id="saved_with_time"),
        pytest.param("date: [[2024-01-01]]", "saved", "2024-01-01", id="date_link"),
        pytest.param("created: January 5, 2026", "saved", "2026-01-05", id="english_date"),
        pytest.param("source: https://example.org/a b", "urls", ("https://example.org/a",), id="url"),
        pytest.param("source: '[x](https://example.org/a)'", "urls", ("https://example.org/a",), id="url_in_a_link"),
        pytest.param("source: [[Book]]", "urls", (), id="source_that_is_a_note"),
        pytest.param("up: [[A]] [[B|b]]", "links", ("A", "B|b"), id="links"),
    ],
)
def test_accessors(raw: str, name: str, expected: object) -> None:
    assert getattr(parse_front_matter(raw), name) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param("private: true", True, id="true"),
        pytest.param("private: yes", True, id="yes"),
        pytest.param("Private: 'true'", True, id="string"),
        pytest.param("private: false", False, id="false"),
        pytest.param("private:", False, id="null"),
        pytest.param("private: false\nprivate: true", True, id="repeated"),
        pytest.param("x: a: b\nprivate: true", True, id="broken"),
    ],
)
def test_a_flag_is_found_in_doubt(raw: str, expected: bool) -> None:
    assert parse_front_matter(raw).has_flag("private") is expected


@given(st.text(max_size=200))
@settings(derandomize=True, max_examples=300)
def test_parsing_never_raises(raw: str) -> None:
    found = parse_front_matter(raw)
    names = (*found.tags, *found.aliases, *found.authors, *found.urls)
    assert all(name.strip() == name != "" for name in names)
    assert "\n" not in found.title


@given(st.text(st.sampled_from("ab:#-[]{}'\"&*|>!%@`,\n\t ?~"), max_size=60))
@settings(derandomize=True, max_examples=500)
def test_parsing_never_raises_on_yaml_punctuation(raw: str) -> None:
    """Whatever the signs mean, properties come out that JSON can hold, the same each time."""
    values = dict(parse_front_matter(raw).values)
    assert json.loads(json.dumps(values, allow_nan=False)) == values
    assert dict(parse_front_matter(raw).values) == values


@given(st.text(st.sampled_from("-ab:\n \ufeff"), max_size=60))
@settings(derandomize=True, max_examples=300)
def test_splitting_loses_nothing_and_counts_lines(text: str) -> None:
    raw, body, line = split_front_matter(text)
    assert text.endswith(body)
    assert line == text[: len(text) - len(body)].count("\n") + 1 or body == ""
    assert raw is None or raw in text
