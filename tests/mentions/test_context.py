"""What stands around a mention."""

import pytest

from florilegium.mentions.context import find_context, find_place, is_in_longer_name


def locate(text: str, name: str = "Hegel") -> tuple[str, int, int]:
    start = text.index(name)
    return text, start, start + len(name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One. What Hegel said is old. Three.", "What Hegel said is old.", id="sentence"),
        pytest.param("# Head\n- What Hegel\n- Next", "- What Hegel", id="line"),
        pytest.param("彼は。Hegel を読む。次。", "Hegel を読む。", id="other_full_stops"),
        pytest.param("One\ttwo  Hegel", "One two Hegel", id="blanks_become_one"),
    ],
)
def test_context_is_the_sentence_on_one_line(text: str, expected: str) -> None:
    assert find_context(*locate(text)) == expected


def test_context_is_cut_at_the_limit() -> None:
    assert find_context(*locate("a" * 900 + " Hegel " + "b" * 900), limit=5) == "aaaa Hegel bbbb"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- Hegel", "alone"),
        ("> 1. [ ] **Hegel**", "alone"),
        ("Text\nHegel\nText", "alone"),
        ("- **Hegel** - a philosopher", "alone"),
        ("| Hegel | 1770 |", "cell"),
        ("| 1770 | **Hegel** |", "cell"),
        ("More in the book (see Hegel)", "pointed"),
        ("Siehe auch Hegel.", "pointed"),
        ("I see that Hegel wrote", "prose"),
        ("- Hegel wrote", "prose"),
        ("x" * 500 + "Hegel" + "y" * 500, "prose"),
    ],
)
def test_place_tells_how_a_name_stands(text: str, expected: str) -> None:
    assert find_place(*locate(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("by Georg Hegel in 1807", True),
        ("in Hegel Street", True),
        ("Then Hegel wrote", False),
        ("He wrote. Then Hegel wrote", False),
        ("- Then Hegel wrote", False),
        ("what Hegel wrote", False),
    ],
)
def test_capitals_beside_a_name_make_it_part_of_a_longer_one(text: str, expected: bool) -> None:
    assert is_in_longer_name(*locate(text)) is expected
