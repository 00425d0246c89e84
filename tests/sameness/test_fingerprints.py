"""Equal and nearly equal content is known by its fingerprints."""

import pytest

from florilegium.sameness.fingerprints import PERMUTATIONS, estimate_similarity, make_content_key, make_signature
from florilegium.wording.prose import strip_markup

WORDS = " ".join(f"word{number % 97}x{number % 31}" for number in range(300))
FIRST_VALUES = (777418701, 42781376)


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
