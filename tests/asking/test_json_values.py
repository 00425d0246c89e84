"""Values in a model's words: found where they are, refused where nobody should send them."""

import pytest

from florilegium.asking.json_values import MAX_STARTS, Misread, iter_values, replace_surrogates


@pytest.mark.parametrize(
    ("text", "values"),
    [
        pytest.param('{"a": 1}', [{"a": 1}], id="plain"),
        pytest.param('```json\n{"a": 1}\n```', [{"a": 1}], id="fenced"),
        pytest.param('Sure! {"a": 1} Anything else?', [{"a": 1}], id="prosaic"),
        pytest.param('{"a": "}{"}', [{"a": "}{"}], id="brackets_in_a_string"),
        pytest.param('{"a": 1}{"b": 2}', [{"a": 1}, {"b": 2}], id="two"),
        pytest.param('[{"a": 1}]', [[{"a": 1}]], id="list"),
        pytest.param('{"a": "\\ud83d\\ude00"}', [{"a": "\U0001f600"}], id="escaped_pair"),
        pytest.param('{"a": "\\ud83d!"}', [{"a": "\ufffd!"}], id="half_a_pair"),
        pytest.param('{"\\udc00": 1}', [{"\ufffd": 1}], id="half_a_pair_as_key"),
        pytest.param("no JSON here", [], id="none"),
        pytest.param("", [], id="empty"),
    ],
)
def test_complete_values_are_found(text: str, values: list[object]) -> None:
    """Fences and prose around a value do not matter."""
    assert list(iter_values(text)) == values


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param('{"a": 1, "a": 2}', "the key 'a' is given twice", id="key_twice"),
        pytest.param('{"a": NaN}', "NaN is no number of JSON", id="nan"),
        pytest.param('{"a": -Infinity}', "-Infinity is no number of JSON", id="infinity"),
        pytest.param('{"a": 1e999}', "a number is too large", id="huge_float"),
        pytest.param('{"a": 99999999999999999999}', "a number is too large", id="large_integer"),
        pytest.param('{"a": ' + "9" * 5000 + "}", "a number of too many digits", id="endless_integer"),
        pytest.param("[" * 100 + "]" * 100, "nested too deep", id="deep"),
        pytest.param("[" * 100_000, "nested too deep", id="endless"),
        pytest.param('{"a": 1', "Expecting ',' delimiter at character 7", id="cut_off"),
    ],
)
def test_what_is_wrong_is_told(text: str, problem: str) -> None:
    """Each value that cannot be used says why, and its parts are not taken for answers."""
    assert list(iter_values(text)) == [Misread(problem)]


def test_a_broken_value_before_a_good_one_does_not_hide_it() -> None:
    """Prose may hold brackets of its own."""
    assert list(iter_values('{as asked} {"a": 1}'))[-1] == {"a": 1}


def test_only_the_wanted_bracket_begins_a_value() -> None:
    """A note in square brackets is no answer where an object is wanted."""
    assert list(iter_values('As [1] says: {"a": 1}', "{")) == [{"a": 1}]


def test_a_text_of_brackets_is_given_up() -> None:
    """Hostile text costs no more than some tries."""
    assert len(list(iter_values("{x" * 10_000))) == MAX_STARTS


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        pytest.param("plain", "plain", id="ascii"),
        pytest.param("größer \U0001f600", "größer \U0001f600", id="whole"),
        pytest.param("a\ud800b", "a\ufffdb", id="first_half"),
        pytest.param("a\udc00b", "a\ufffdb", id="second_half"),
        pytest.param("\ud83d\ude00", "\U0001f600", id="two_halves_of_one"),
    ],
)
def test_every_text_can_be_written_as_utf8(text: str, clean: str) -> None:
    """Half a pair of surrogates becomes the sign for what is missing; the letters beside it stay."""
    assert replace_surrogates(text) == clean
    assert clean.encode("utf-8")
