"""Characters that no file may hold."""

import pytest

from florilegium.sources.characters import clean_line, clean_text, fold_name, fold_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a\r\nb\rc\u2028d\x85e", "a\nb\nc\nd\ne", id="line_ends"),
        pytest.param("a\ud800b", "a\ufffdb", id="lone_surrogate"),
        pytest.param("a\x1b[0m\ufeffb\tc", "a[0mb\tc", id="control_characters"),
    ],
)
def test_cleans_text(text: str, expected: str) -> None:
    assert clean_text(text) == expected


def test_spellings_fold_to_one_form() -> None:
    assert clean_line(" a\n\tb ") == "a b"
    assert fold_text("“Forty‑odd” folders!") == fold_text("Forty-odd folders")
    assert fold_text("?!") == "?!"
    assert fold_name("Cafe\u0301.MD") == fold_name("Café.md")
