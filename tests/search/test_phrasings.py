"""How a query is put to the index."""

import pytest

from florilegium.search.phrasings import PART_WEIGHT, THEME_WEIGHT, find_phrases, make_phrasings, parse_query


def list_terms(text: str) -> list[tuple[str, str, float]]:
    return [(term.term, term.surface, term.weight) for term in parse_query(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("How agents forget", [("agent", "agents", 1.0), ("forget", "forget", 1.0)], id="key terms"),
        pytest.param("forget forgetting", [("forget", "forget", 1.0)], id="each term once"),
        pytest.param("the who", [("the", "the", 1.0), ("who", "who", 1.0)], id="nothing but stop words"),
        pytest.param(
            "GitHub",
            [("github", "github", 1.0), ("git", "git", PART_WEIGHT), ("hub", "hub", PART_WEIGHT)],
            id="parts of a compound weigh less",
        ),
        pytest.param("東京都", [("東京", "東京", 1.0), ("京都", "京都", 1.0)], id="pairs of a run weigh in full"),
        pytest.param("?!", [], id="no word"),
    ],
)
def test_query_terms(text: str, expected: list[tuple[str, str, float]]) -> None:
    assert list_terms(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("forgetting budget", (("forget", "budget"),), id="the whole query"),
        pytest.param('notes on "forgetting budget" and files', (("forget", "budget"),), id="quoted"),
        pytest.param("“plain files” „der Hof“", (("plain", "file"), ("der", "hof")), id="curly marks"),
        pytest.param("memory", (), id="one word is no phrase"),
        pytest.param("機械学習", (("機械", "械学", "学習"),), id="a run is a phrase"),
    ],
)
def test_phrases(text: str, expected: tuple[tuple[str, ...], ...]) -> None:
    assert find_phrases(text) == expected


def test_two_to_three_phrasings() -> None:
    names = [phrasing.name for phrasing in make_phrasings("forgetting budget", ["retention", "budget"])]
    assert names == ["terms", "phrase", "theme"]
    assert [phrasing.name for phrasing in make_phrasings("memory", ["memory"])] == ["terms"]
    assert make_phrasings("…", ["memory"]) == ()


def test_theme_terms_stand_behind_those_of_the_query() -> None:
    theme = make_phrasings("forgetting budget", ["retention policy", "budgets"])[-1]
    assert [(term.term, term.weight) for term in theme.terms] == [
        ("forget", 1.0),
        ("budget", 1.0),
        ("retent", THEME_WEIGHT),
        ("polici", THEME_WEIGHT),
    ]
