"""What an Obsidian canvas says."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Link
from florilegium.vault.canvas import Canvas, parse_canvas

CANVAS = {
    "nodes": [
        {"id": "n3", "type": "link", "url": "https://example.org", "x": 0, "y": 900, "width": 10, "height": 10},
        {"id": "n2", "type": "file", "file": "Ideas/moat.md", "subpath": "#Evidence", "x": 300, "y": 10},
        {"id": "n1", "type": "text", "text": "Why **now**?\n\n[[Note]] #why `[[no]]`", "x": 0, "y": 10},
        {"id": "g", "type": "group", "label": "The\nthesis", "x": -20, "y": -20, "width": 800, "height": 500},
    ],
    "edges": [
        {"id": "e1", "fromNode": "n1", "toNode": "n2", "label": "supports"},
        {"id": "e2", "fromNode": "n1", "toNode": "n3"},
        {"id": "e3", "fromNode": "n1", "toNode": "gone", "label": "lost"},
    ],
}


def test_cards_labels_and_edges_become_markdown() -> None:
    canvas = parse_canvas(json.dumps(CANVAS))
    assert canvas.text == (
        "<https://example.org>\n\n"
        "## The thesis\n\n"
        "Why **now**?\n\n[[Note]] #why `[[no]]`\n\n"
        "![[Ideas/moat.md#Evidence]]\n\n"
        "- Why **now**? → supports → moat\n"
    )
    assert canvas.links == (Link("Ideas/moat.md", "#Evidence", "canvas"), Link("Note", "", "wikilink"))
    assert (canvas.tags, canvas.headings, canvas.problems) == (("why",), ("The thesis",), ())


def test_hidden_files_are_left_out_with_their_edges() -> None:
    canvas = parse_canvas(json.dumps(CANVAS), hides=lambda path: path.startswith("Ideas/"))
    assert "moat" not in canvas.text + repr(canvas.links)


def test_the_order_of_nodes_does_not_matter() -> None:
    turned = {"nodes": CANVAS["nodes"][::-1], "edges": CANVAS["edges"][::-1]}
    assert parse_canvas(json.dumps(turned)) == parse_canvas(json.dumps(CANVAS))


@pytest.mark.parametrize("text", ["", "  \n", "{}", '{"nodes":[],"edges":[]}', "[]", "null", '{"nodes": 3}'])
def test_an_empty_canvas_says_nothing(text: str) -> None:
    canvas = parse_canvas(text)
    assert (canvas.text, canvas.links, canvas.problems) == ("", (), ())


@pytest.mark.parametrize("text", ["{", "not JSON", "[" * 100_000, '{"nodes": ' + "9" * 5000 + "}"])
def test_a_broken_canvas_is_told(text: str) -> None:
    assert parse_canvas(text).problems


@pytest.mark.parametrize(
    "node",
    [
        pytest.param('{"type":"text","text":"a","x":NaN,"y":1e999}', id="no_numbers"),
        pytest.param('{"type":"text","text":"a","x":"left","y":null}', id="no_places"),
        pytest.param('{"type":"text","text":"\\ud800 a \\u0000"}', id="unstorable_characters"),
        pytest.param('{"type":7,"text":"a","id":[]}', id="other_types"),
        pytest.param('{"text":"a"}', id="no_type"),
    ],
)
def test_odd_nodes_are_read_all_the_same(node: str) -> None:
    canvas = parse_canvas(f'{{"nodes":[{node}, 5, null]}}')
    assert "a" in canvas.text
    assert canvas.text.encode("utf-8").count(0) == 0


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["nodes", "edges", "type", "text", "file", "x", "y", "id", "label"]), inner)
    ),
    max_leaves=20,
)


EMPTY = Canvas("", (), (), (), ())


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@given(JSON)
@settings(derandomize=True, max_examples=300)
def test_any_json_is_parsed(value: object) -> None:
    """Only a mapping with a list of cards says anything, and what it says can be stored."""
    canvas = parse_canvas(json.dumps(value))
    assert canvas.problems == ()
    if not isinstance(value, dict) or not isinstance(value.get("nodes"), list):
        assert canvas == EMPTY
    assert canvas.text == "" or canvas.text.endswith("\n")
    assert canvas.text.encode("utf-8").decode("utf-8") == canvas.text


@given(st.text(max_size=100))
@settings(derandomize=True, max_examples=100)
def test_any_text_is_parsed(text: str) -> None:
    """What is no JSON is told, and an empty file is an empty canvas."""
    assert len(parse_canvas(text).problems) == int(bool(text.strip()) and not is_json(text))
