"""Markdown becomes plain words, and prose is told from the rest."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.wording.prose import iter_blocks, strip_inline, strip_markup, strip_quotes

NOTE = """---
title: Fish
---
# Fish soup #

Serve it *hot*, with **bread**.
It keeps for a day. ^soup

> [!tip] Stock
> Use the heads.

- [ ] Buy `cod`
- fennel

| a | b |
|---|---|
| 1 | 2 |

```python
print("no prose")
```

    indented code

[[Home]] · [[Index]] · [Map](map.md)
rating:: 5
[^1]: A footnote.
[ref]: https://example.org
***
<!-- hidden -->%% also hidden %%
"""


def test_blocks_are_the_prose() -> None:
    assert [(block.kind, block.text) for block in iter_blocks(NOTE)] == [
        ("heading", "Fish soup"),
        ("paragraph", "Serve it hot, with bread. It keeps for a day."),
        ("heading", "Stock"),
        ("paragraph", "Use the heads."),
        ("task", "Buy cod"),
        ("item", "fennel"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[[Note|shown]] and [[Other]]", "shown and Other", id="wikilinks"),
        pytest.param("[text](https://a.org/b_(c)) ![alt](x.png)![[e.png]]", "text ", id="links and images"),
        pytest.param("a[^1] b[c][ref]", "a b[c]", id="references"),
        pytest.param("<b>bold</b> x < y", " bold  x < y", id="tags"),
        pytest.param("see https://a.org/x?y=1 now", "see  now", id="addresses"),
        pytest.param("snake_case _so_ __x__", "snake_case so x", id="underscores"),
        pytest.param("$X_n$ and \\bar{X}_n", "$X_n$ and \\bar{X}_n", id="mathematics"),
        pytest.param("[broken](", "[broken](", id="broken"),
    ],
)
def test_inline_marks(text: str, expected: str) -> None:
    assert strip_inline(text) == expected


def test_all_words_stay_in_the_plain_text() -> None:
    """Code and tables count as content, what does not show does not."""
    plain = strip_markup(NOTE)
    assert 'print("no prose")' in plain
    assert "fennel" in plain
    for hidden in ("title:", "hidden", "https", "```", "|", "^soup", "[!tip]"):
        assert hidden not in plain


def test_a_fence_that_never_ends_hides_the_rest() -> None:
    assert list(iter_blocks("Prose here.\n\n```\nnot here")) == list(iter_blocks("Prose here."))


@pytest.mark.parametrize("piece", ["[a](", "[[", "![[a", "<a ", "](", "> ", "`", "- ", "_a", "[a](b(", "%% a", "<!--"])
def test_hostile_repetition_is_read(piece: str) -> None:
    """A pattern that backtracks without bound would not end here."""
    assert isinstance(strip_markup(piece * 20_000), str)
    assert len(list(iter_blocks(piece * 20_000))) <= 1


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(alphabet="ab \n#>-[]()|`*_!~^:<%1.\t", max_size=120))
def test_any_text_is_read(text: str) -> None:
    blocks = list(iter_blocks(text))
    assert all(block.text == " ".join(block.text.split()) and block.text for block in blocks)
    assert isinstance(strip_markup(text), str)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("> theirs\n\nMine.", "\n\nMine.", id="a reply"),
        pytest.param("> one\n\n> two three four five", "> one\n\n> two three four five", id="nothing but quotations"),
        pytest.param("Mine.", "Mine.", id="no quotation"),
    ],
)
def test_quotations_are_left_out_of_what_answers_them(text: str, expected: str) -> None:
    assert strip_quotes(text) == expected
