"""Equal and nearly equal content is known by its fingerprints."""

import pytest

from florilegium.sameness.fingerprints import (
    NUMBERS,
    PERMUTATIONS,
    PHRASES,
    estimate_share,
    estimate_similarity,
    make_content_key,
    make_numbers,
    make_phrases,
    make_signature,
)
from florilegium.wording.prose import strip_markup

WORDS = " ".join(f"word{number % 97}x{number % 31}" for number in range(300))
FIRST_VALUES = (777418701, 42781376)
FIRST_PHRASES = (8505322, 10072684)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("# A *title*\n\nText.", "a title text", id="markup"),
        pytest.param("---\ntags: x\n---\nText", "text\n", id="front matter"),
        pytest.param("[Text](https://example.org)", "Text", id="link target"),
        pytest.param("re\u0301sume\u0301", "résumé", id="composition"),
        pytest.param("one\n\ntwo", "one two", id="white space"),
    ],
)
def test_equal_content_has_one_key(left: str, right: str) -> None:
    assert make_content_key(strip_markup(left)) == make_content_key(strip_markup(right))


def test_other_content_has_another_key() -> None:
    assert make_content_key("budget 2026") != make_content_key("budget 2025")


def test_signature_is_fixed() -> None:
    """A signature is stored, so it may not change with version, process or platform."""
    signature = make_signature(WORDS)
    assert len(signature) == PERMUTATIONS
    assert signature == make_signature(WORDS)
    assert make_signature(WORDS.upper()) == signature
    assert signature[:2] == FIRST_VALUES


def test_similarity_follows_the_share_of_common_text() -> None:
    signature = make_signature(WORDS)
    half = make_signature(WORDS[: len(WORDS) // 2])
    other = make_signature(WORDS.replace("word", "term"))
    assert estimate_similarity(signature, signature) == 1.0
    assert 0.25 < estimate_similarity(signature, half) < 0.75
    assert estimate_similarity(signature, other) < 0.1


def test_short_texts_have_no_signature() -> None:
    assert make_signature("only a few words here") == ()
    assert estimate_similarity((), ()) == 0.0
    assert estimate_similarity((1,), ()) == 0.0


def test_scripts_without_spaces_are_compared_by_character() -> None:
    text = "東京都は日本の首都であり世界最大級の都市圏を形成している人口は約千四百万人である"
    assert estimate_similarity(make_signature(text), make_signature(text + "。")) > 0.9


def make_words(first: int, last: int) -> str:
    """Return words of which no pair stands twice."""
    return " ".join(f"w{number}q" for number in range(first, last))


def test_phrases_are_fixed() -> None:
    """They are stored, so they may not change with version, process or platform."""
    phrases = make_phrases(make_words(0, 900))
    assert len(phrases) == PHRASES
    assert phrases == tuple(sorted(phrases))
    assert phrases[:2] == FIRST_PHRASES


@pytest.mark.parametrize(
    ("left", "right", "least", "most"),
    [
        pytest.param((0, 200), (0, 200), 1.0, 1.0, id="equal"),
        pytest.param((0, 3000), (1200, 1800), 1.0, 1.0, id="a part of a long text"),
        pytest.param((0, 600), (300, 900), 0.4, 0.6, id="half in common"),
        pytest.param((0, 600), (600, 1200), 0.0, 0.0, id="nothing in common"),
    ],
)
def test_the_share_of_the_shorter_text_is_estimated(
    left: tuple[int, int], right: tuple[int, int], least: float, most: float
) -> None:
    one, other = (make_phrases(make_words(*span)) for span in (left, right))
    share, looked_at = estimate_share(one, other, kept=PHRASES)
    assert least <= share <= most
    assert looked_at >= 40
    assert estimate_share(other, one, kept=PHRASES) == (share, looked_at)


def test_phrases_outlive_turned_clauses_and_inflections() -> None:
    """The order of two terms does not count, nor do their endings and the words without meaning between them."""
    ring = [f"w{number}q" for number in range(40)]
    text = " ".join(ring)
    turned = " of the ".join(reversed([f"{word}s" for word in ring]))
    assert make_phrases(turned.replace("qs", "q")) == make_phrases(text)


def test_a_short_text_has_no_phrases() -> None:
    assert make_phrases("only a few words here") == ()
    assert estimate_share((), make_phrases(make_words(0, 99)), kept=PHRASES) == (0.0, 0)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        pytest.param("twelve of 40 trees", "12 of forty trees: 40", id="words and digits"),
        pytest.param("12,500 crowns", "12500 crowns", id="thousands"),
        pytest.param("one of two", "a pair", id="one and two are words"),
    ],
)
def test_a_number_is_one_however_it_is_written(left: str, right: str) -> None:
    assert make_numbers(left) == make_numbers(right)


def test_other_numbers_are_others() -> None:
    one, other = make_numbers("3.5 of 1200 in 2019"), make_numbers("3.7 of 1250 in 2021")
    assert estimate_share(one, other, kept=NUMBERS) == (0.0, 3)
