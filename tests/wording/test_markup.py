"""Any text is shown by Markdown as it is, and does nothing."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.wording.markup import escape_line, escape_text, quote_block, quote_code


def strip_block(note: str) -> str:
    """Return what of a note a renderer reads as markup."""
    shown, fence = [], ""
    for line in note.split("\n"):
        opening = re.match(r"(`{3,})text$", line)
        if fence:
            fence = "" if line == fence else fence
        elif opening:
            fence = opening[1]
        else:
            shown.append(line)
    assert not fence
    return "\n".join(shown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("- a", "\\- a", id="bullet"),
        pytest.param("12. a", "12\\. a", id="numbered"),
        pytest.param("1.5 cups", "1.5 cups", id="decimal"),
        pytest.param("1)", "1\\)", id="bare_number"),
        pytest.param("--- x", "\\--- x", id="rule"),
        pytest.param("== x", "\\== x", id="underline"),
        pytest.param("# a", "\\# a", id="heading"),
        pytest.param("> a", "&gt; a", id="quote"),
        pytest.param("%%hidden%%", "\\%%hidden\\%%", id="comment_of_obsidian"),
        pytest.param("5 % of [[A]]", "5 % of \\[\\[A\\]\\]", id="wikilink"),
    ],
)
def test_a_line_begins_no_block(text: str, expected: str) -> None:
    assert escape_line(text) == expected


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=st.sampled_from("ab`<>/&#-\n\r *_[]()!~1.|\\é漢"), min_size=1, max_size=60))
def test_any_quotation_stays_whole_inside_its_block(text: str) -> None:
    block = quote_block(text)
    assert text in block
    shown = strip_block(block)
    assert shown in ("", f"> {text}")
    assert "<" not in shown and "\n" not in shown


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=st.sampled_from("ab`<>&\n *_[]!"), max_size=40))
def test_escaped_text_has_no_markup_and_code_spans_close(text: str) -> None:
    assert "<" not in escape_text(text) and "\n" not in escape_text(text)
    span = quote_code(text)
    fence = re.match(r"`+", span)
    assert fence and span.endswith(fence[0].split(" ")[0])
