"""Masks blank out code, comments and formulas and keep every offset."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.vault.mask import MASK, find_opaque, mask_opaque

MARKDOWN = st.text(st.sampled_from("ab`~$%<!->[]#|=\\ \t\n"), max_size=80)


def show(text: str) -> str:
    """Return the mask with a letter that can be read."""
    return mask_opaque(text).replace(MASK, "·")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a [[b]] c", "a [[b]] c", id="nothing_to_mask"),
        pytest.param("a `b` c", "a ··· c", id="inline_code"),
        pytest.param("a ``b ` c`` d", "a ········· d", id="two_ticks"),
        pytest.param("a ` b", "a ` b", id="tick_alone"),
        pytest.param("a `b\nc` d", "a ··\n·· d", id="code_over_a_line_end"),
        pytest.param("a `b\n\nc` d", "a `b\n\nc` d", id="code_ends_with_its_paragraph"),
        pytest.param("- a ` b\n- c ` d", "- a ` b\n- c ` d", id="code_ends_with_its_list_item"),
        pytest.param("\\`a `b`", "\\`a ···", id="escaped_tick"),
        pytest.param("```\na\n```\nb", "···\n·\n···\nb", id="fence"),
        pytest.param("```py\na ``` b\n````\nc", "·····\n·······\n····\nc", id="longer_fence_closes"),
        pytest.param("````\na\n```\nb", "····\n·\n···\n·", id="shorter_fence_does_not_close"),
        pytest.param("~~~\n```\n~~~\nb", "···\n···\n···\nb", id="tilde_fence"),
        pytest.param("a\n```\nb\n\nc", "a\n···\n·\n\n·", id="open_fence_runs_to_the_end"),
        pytest.param("> ```\n> a\n> ```\nb", "> ···\n···\n·····\nb", id="fence_in_a_quotation"),
        pytest.param("> ```\n> a\n\nb [[c]]", "> ···\n···\n\nb [[c]]", id="open_fence_ends_with_its_quotation"),
        pytest.param("- ```\n  a\n  ```\nb", "- ···\n···\n·····\nb", id="fence_in_a_list"),
        pytest.param("a ``` b\nc", "a ``` b\nc", id="fence_inside_a_line_is_none"),
        pytest.param("a ~~b~~ c", "a ~~b~~ c", id="strike_through"),
        pytest.param("a %%b%% c", "a ····· c", id="comment"),
        pytest.param("%%\na\n\nb\n%%\nc", "··\n·\n\n·\n··\nc", id="comment_over_paragraphs"),
        pytest.param("100%% sure", "100%% sure", id="comment_not_closed"),
        pytest.param("a <!-- b\n\nc --> d", "a ······\n\n····· d", id="html_comment"),
        pytest.param("<!-- a\nb", "······\n·", id="html_comment_not_closed_at_line_start"),
        pytest.param("a <!-- b", "a <!-- b", id="html_comment_not_closed_in_a_line"),
        pytest.param("a $x^2$ b", "a ····· b", id="formula"),
        pytest.param("$$\na\n\nb\n$$ c", "··\n·\n\n·\n·· c", id="formula_block"),
        pytest.param("it is $5 and $10", "it is $5 and $10", id="prices_are_no_formula"),
        pytest.param("from $5-$10", "from $5-$10", id="range_of_prices_is_no_formula"),
        pytest.param("\\$a$ b", "\\$a$ b", id="escaped_dollar"),
        pytest.param("[[US$]] and [[AU$]]", "[[US$]] and [[AU$]]", id="dollars_in_links"),
        pytest.param("[[a `b]] c`", "[[a `b]] c`", id="link_begins_first"),
        pytest.param("a `[[b]]` c", "a ······· c", id="code_begins_first"),
        pytest.param("`%%` a %%b%%", "···· a ·····", id="comment_mark_in_code"),
        pytest.param("a\n\n    b [[c]]\n\nd", "a\n\n···········\n\nd", id="indented_code"),
        pytest.param("a\n    b", "a\n    b", id="indented_line_of_a_paragraph"),
        pytest.param("- a\n\n    b [[c]]", "- a\n\n    b [[c]]", id="indented_text_of_a_list"),
        pytest.param("1. a\n   b\n\n\tc", "1. a\n   b\n\n\tc", id="indented_text_of_a_numbered_list"),
        pytest.param("- a\n\nb\n\n\tc", "- a\n\nb\n\n··", id="indented_code_after_a_list"),
        pytest.param("\n\n    a\n\n    b\nc", "\n\n·····\n\n·····\nc", id="indented_code_in_two_parts"),
    ],
)
def test_mask(text: str, expected: str) -> None:
    assert show(text) == expected


@given(MARKDOWN)
@settings(derandomize=True, max_examples=500)
def test_masks_keep_offsets_and_line_ends(text: str) -> None:
    masked = mask_opaque(text)
    assert len(masked) == len(text)
    assert all(new in (old, MASK) and (old != "\n" or new == "\n") for old, new in zip(text, masked, strict=True))


@given(MARKDOWN)
@settings(derandomize=True, max_examples=300)
def test_spans_are_in_order_and_do_not_overlap(text: str) -> None:
    edges = [edge for span in find_opaque(text) for edge in (span.start, span.end)]
    assert edges == sorted(edges)
    assert all(span.start < span.end <= len(text) for span in find_opaque(text))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("[[" * 60_000, id="open_links"),
        pytest.param("`" + " ``" * 40_000, id="ticks"),
        pytest.param("$a" * 60_000, id="dollars"),
        pytest.param("<!-- " * 40_000, id="html_comments"),
        pytest.param("a\n\n    b\n\n" + "    c\n\n" * 20_000, id="indented"),
        pytest.param("- a\n\n" + "    c\n\n" * 20_000, id="indented_in_a_list"),
        pytest.param("".join("`" * length + " " for length in range(1, 400)), id="growing_ticks"),
        pytest.param("```\n" * 30_001, id="fences"),
        pytest.param("> ```\n" * 30_001, id="fences_in_quotations"),
    ],
)
def test_hostile_texts_are_masked_in_linear_time(text: str) -> None:
    """A quadratic scanner would not come back from these within the patience of any test run."""
    assert len(mask_opaque(text)) == len(text)
