"""One analysis for index, queries and rankers."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.search.analysis import (
    TERM_LENGTH,
    extract_characters,
    extract_terms,
    is_unspaced,
    iter_words,
    leave_unstemmed,
    split_words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Forgetting forgets, forgotten!", ["forget", "forget", "forget"], id="stems"),
        pytest.param("thrown threw throwing", ["throw", "throw", "throw"], id="irregular verb"),
        pytest.param("two mice saw the ground", ["two", "mous", "saw", "ground"], id="only forms of one word"),
        pytest.param("what is the budget of it", ["budget"], id="stop words"),
        pytest.param("café CAFÉ cafe", ["cafe", "cafe", "cafe"], id="case and accents"),
        pytest.param("re\u0301sume\u0301", ["resum"], id="decomposed accents"),
        pytest.param("ﬁne Ｆｕｌｌ", ["fine", "full"], id="compatibility forms"),
        pytest.param("Straße Łódź Ærø", ["strass", "lodz", "aero"], id="letters without decomposition"),
        pytest.param("C++ and C# and F#", ["c++", "c#", "f#"], id="languages with signs"),
        pytest.param("Notepad++ #tag item#", ["notepad", "tag", "item"], id="signs of longer words go"),
        pytest.param("pushUserName", ["pushusernam", "push", "user", "name"], id="camel case"),
        pytest.param("HTTPServer", ["httpserver", "http", "server"], id="capital run"),
        pytest.param("snake_case __init__", ["snakecas", "snake", "case", "init"], id="snake case"),
        pytest.param("1,140 files in 2026", ["1140", "file", "2026"], id="numbers and thousands"),
        pytest.param("1,2,3", ["1", "2", "3"], id="lists of numbers"),
        pytest.param("author's l'amour O'Reilly don't", ["author", "amour", "oreilli"], id="apostrophes"),
        pytest.param("writer’s", ["writer"], id="curly apostrophe"),
        pytest.param("_so_ **bold** `code`", ["bold", "code"], id="emphasis"),
        pytest.param("機械学習", ["機械", "械学", "学習"], id="Han pairs"),
        pytest.param("猫 と", ["猫", "と"], id="single characters"),
        pytest.param("Wifi東京Tower", ["wifi", "東京", "tower"], id="mixed scripts"),
        pytest.param("한국어", ["한국", "국어"], id="Hangul"),
        pytest.param("हिन्दी भाषा", ["हिन्दी", "भाषा"], id="Indic marks stay in the word"),
        pytest.param("", [], id="empty"),
        pytest.param("++ '' ’’ ___ 🙂", [], id="no word"),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert extract_terms(text) == expected


def test_names_keep_their_stop_words() -> None:
    assert extract_terms("The Who", stop_words=True) == ["the", "who"]
    assert extract_terms("The Who") == []


def test_characters_come_from_longer_runs_only() -> None:
    """A run of one is a term already."""
    assert extract_characters("学習 と cat") == ["学", "習"]
    assert extract_characters("plain") == []


def test_long_words_are_cut_alike() -> None:
    assert extract_terms("x9" * 100) == [("x9" * 100)[:TERM_LENGTH]]


def test_words_keep_their_spelling() -> None:
    words = list(iter_words("The _Forgetting_ of GitHub"))
    assert [(word.surface, word.terms) for word in words] == [
        ("Forgetting", ("forget",)),
        ("GitHub", ("github", "git", "hub")),
    ]


def test_split_words_leaves_nothing_out() -> None:
    assert split_words("the 東京 cat") == ["the", "東", "京", "cat"]


@pytest.mark.parametrize(("text", "expected"), [("abc é", False), ("a 東", True), ("ไทย", True)])
def test_scripts_without_spaces(text: str, expected: bool) -> None:
    assert is_unspaced(text) is expected


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_whole_terms(text: str) -> None:
    """No term is empty, has a space, or depends on how the text is composed."""
    terms = extract_terms(text) + extract_characters(text)
    assert all(term and not any(map(str.isspace, term)) and "\0" not in term for term in terms)
    assert extract_terms(unicodedata.normalize("NFD", text)) == extract_terms(unicodedata.normalize("NFC", text))
    assert all(word.surface and word.terms for word in iter_words(text))


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.text(alphabet="aB_c'’#+1, é東京“—…²\xa0\u0301", max_size=40))
def test_fast_and_exact_forms_agree(text: str) -> None:
    """The index reads chunks, a query reads words: both must end in the same terms."""
    assert extract_terms(text) == [term for word in iter_words(text) for term in word.terms]


def test_stemming_is_off_only_while_it_is_asked_for() -> None:
    """Also an error inside ends it, and what was analysed before does not linger."""
    assert extract_terms("forgets") == ["forget"]
    with pytest.raises(ZeroDivisionError), leave_unstemmed():
        assert extract_terms("forgets") == ["forgets"]
        raise ZeroDivisionError
    assert extract_terms("forgets") == ["forget"]
