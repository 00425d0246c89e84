"""A question's terms are counted as the shared analysis would, though most words are never analysed."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.reading.question import TermCounter, read_question
from florilegium.search.analysis import extract_characters, extract_terms


@pytest.mark.parametrize(
    ("text", "terms", "phrases"),
    [
        pytest.param("How do agents forget?", ("agent", "forget"), (), id="stop_words_and_endings"),
        pytest.param('"forgetting budget" cost', ("forget", "budget", "cost"), (("forget", "budget"),), id="quoted"),
        pytest.param("“Forgetting budget”", ("forget", "budget"), (("forget", "budget"),), id="typographic_quotes"),
        pytest.param('a lone " sign', ("lone", "sign"), (), id="unbalanced_quote"),
        pytest.param("the who", ("the", "who"), (), id="only_stop_words_count_then"),
        pytest.param("記憶", ("記憶",), (), id="two_characters"),
        pytest.param("?!", (), (), id="no_word"),
    ],
)
def test_read_question(text: str, terms: tuple[str, ...], phrases: tuple[tuple[str, ...], ...]) -> None:
    question = read_question(text)
    assert (question.terms, question.phrases) == (terms, phrases)


WORDS = [
    "forgetting",
    "Forget",
    "forgot",
    "agent_memory",
    "agentMemory",
    "O'Neil",
    "oneil",
    "dying",
    "die",
    "C++",
    "C",
    "skies",
    "sky",
    "café",
    "cafe",
    "ＡＩ",
    "AI",
    "記憶",
    "記",
    "the",
    "don't",
    "happy",
    "happiness",
    "–",
    ",",
]
TEXTS = st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=5)), max_size=12)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(TEXTS, TEXTS, st.sampled_from([" ", "-", "\n", ""]))
def test_counts_are_those_of_the_shared_analysis(asked: list[str], found: list[str], joint: str) -> None:
    question = read_question(" ".join(asked))
    text = joint.join(found)
    terms = [*extract_terms(text, stop_words=question.stop_words), *extract_characters(text)]
    expected = Counter(term for term in terms if term in question.terms)
    assert TermCounter(question).count(text) == dict(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("A forgetting budget.", True, id="side_by_side"),
        pytest.param("forgetting the budget", True, id="a_stop_word_between"),
        pytest.param("forgetting a big budget", False, id="a_word_between"),
        pytest.param("budget, forgetting", False, id="turned_around"),
        pytest.param("forget, then forgetting budgets", True, id="at_the_second_start"),
    ],
)
def test_has_sequence(text: str, expected: bool) -> None:
    counter = TermCounter(read_question("forgetting budget"))
    assert counter.has_sequence(text, ("forget", "budget")) is expected
