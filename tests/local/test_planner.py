"""Themes and first queries of the local planner."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.brief.briefs import Brief, parse_brief
from florilegium.errors import ParamsError
from florilegium.local.fillers import FILLERS
from florilegium.local.planner import LocalPlanner, _merge_sketches, _Sketch
from florilegium.local.terms import find_stems, find_words, make_phrase
from florilegium.plans import Query, Theme
from florilegium.search.stop_words import ENGLISH

PROSE = """# Sleep and memory

How does sleep shape memory over a week? Slow wave sleep replays traces. Many say slow wave sleep is what counts.
A nap of twenty minutes helps vocabulary learning in children. Vocabulary learning is easy to measure.
Targeted reactivation cues a memory by smell. Caffeine is said to shorten deep phases.

Not about insomnia treatment.

## Out of scope
- dream interpretation
"""
LISTED = """# Trees

## Angles

- shade against evaporation: which one cools
- young trees dying; third summer
- watering by neighbours
- asphalt and albedo
- who waters young trees
- cheap sensors
"""


def plan(text: str, *, themes: int = 4, queries: int = 4) -> tuple[Brief, tuple[Theme, ...], tuple[Query, ...]]:
    brief = parse_brief(text, Path("topics/green-tea/brief.md"))
    planner = LocalPlanner()
    found = planner.plan_themes(brief, themes=themes)
    return brief, found, planner.plan_queries(brief, found, queries=queries)


def test_angles_of_the_brief_are_the_themes_and_the_nearest_are_merged_beyond_five() -> None:
    _, themes, _ = plan(LISTED)
    assert [theme.name for theme in themes] == [
        "shade against evaporation",
        "young trees dying",
        "watering by neighbours",
        "asphalt and albedo",
        "cheap sensors",
    ]
    assert {"young", "water"} <= {stem for term in themes[1].terms for stem in find_stems(term)}


def test_front_matter_themes_win_over_listed_angles() -> None:
    _, themes, _ = plan("---\nthemes: [the pot, old leaf, hot water]\n---\n" + LISTED)
    assert [theme.name for theme in themes] == ["the pot", "old leaf", "hot water"]


def test_prose_gives_as_many_themes_as_asked() -> None:
    _, themes, _ = plan(PROSE, themes=5)
    assert [theme.id for theme in themes] == ["t1", "t2", "t3", "t4", "t5"]
    assert any("slow wave sleep" in theme.terms for theme in themes)


def test_what_the_brief_does_not_want_is_no_theme() -> None:
    _, themes, queries = plan(PROSE, themes=5, queries=20)
    stems = {stem for theme in themes for term in theme.terms for stem in find_stems(term)}
    stems |= {stem for query in queries for stem in find_stems(query.text)}
    assert stems.isdisjoint(find_stems("insomnia dream interpretation"))


@pytest.mark.parametrize("text", [PROSE, LISTED], ids=["prose", "listed"])
def test_names_are_words_of_the_brief_and_terms_are_enough(text: str) -> None:
    brief, themes, _ = plan(text)
    for theme in themes:
        assert theme.name in brief.text
        assert 4 <= len(theme.terms) <= 10
        assert len(set(theme.terms)) == len(theme.terms)


def test_the_name_of_the_folder_is_no_theme_where_the_brief_has_words() -> None:
    _, themes, _ = plan(PROSE.split("\n", 2)[2])
    assert themes[0].name == "How does sleep shape memory over a week?"
    assert "green tea" not in {theme.name for theme in themes}


def test_files_and_addresses_are_no_subject() -> None:
    _, themes, _ = plan("How old is tea? I keep saved/lantern-list.txt and https://a.example/paper-page here.")
    stems = {stem for theme in themes for term in theme.terms for stem in find_stems(term)}
    assert stems.isdisjoint({"lantern", "paper", "txt"})


@pytest.mark.parametrize("text", ["agent memory", "[[Sensor diary]]", "https://a.example/x", "is it?", "城市热岛"])
def test_a_brief_of_a_word_or_two_has_three_themes_too(text: str) -> None:
    _, themes, queries = plan(text, queries=20)
    assert len(themes) == 3
    assert len(queries) == 20


@pytest.mark.parametrize("queries", [1, 4, 7, 20])
@pytest.mark.parametrize("text", [PROSE, LISTED], ids=["prose", "listed"])
def test_exactly_as_many_queries_spread_over_themes_and_none_alike(text: str, queries: int) -> None:
    _, themes, planned = plan(text, queries=queries)
    assert [query.id for query in planned] == [f"r0-q{number}" for number in range(1, queries + 1)]
    assert len({find_stems(query.text) for query in planned}) == queries
    counts = [sum(query.theme == theme.id for query in planned) for theme in themes]
    assert max(counts) - min(counts) <= 1
    for query in planned:
        words = query.text.split()
        assert 3 <= len(words) <= 8
        assert all(word.casefold() not in ENGLISH for word in words)


def test_a_theme_is_first_asked_in_the_words_of_its_name() -> None:
    _, themes, planned = plan(LISTED)
    assert planned[1].text.startswith("young trees dying")
    assert planned[1].theme == themes[1].id


def test_fillers_are_lower_case_and_no_stop_words() -> None:
    assert all(word == word.casefold() for word in FILLERS)
    assert find_words("several things that I really want") == []


@given(st.text(min_size=1, max_size=200), st.integers(3, 5), st.integers(1, 20))
@settings(derandomize=True, max_examples=150, deadline=None)
def test_any_brief_is_planned(text: str, themes: int, queries: int) -> None:
    try:
        _, found, planned = plan(text, themes=themes, queries=queries)
    except ParamsError:
        return
    assert 3 <= len(found) <= 5
    assert all(theme.name and theme.terms for theme in found)
    assert len(planned) == queries


def merge_slowly(sketches: list[_Sketch]) -> list[_Sketch]:
    """Compare all pairs anew for each merge: what the heap must come to."""

    def rank(pair: tuple[int, int]) -> tuple[float, tuple[int, int]]:
        left, right = (sketches[at].stems for at in pair)
        return len(left & right) / min(len(left), len(right)), pair

    while len(sketches) > 5:
        left, right = max(((a, b) for b in range(len(sketches)) for a in range(b)), key=rank)
        phrases = {phrase.key: phrase for phrase in (*sketches[left].phrases, *sketches[right].phrases)}
        merged = _Sketch(sketches[left].name, tuple(phrases.values()))
        sketches = [*sketches[:left], merged, *sketches[left + 1 : right], *sketches[right + 1 :]]
    return sketches


PHRASES = st.lists(st.sampled_from("tree shade water city heat memory forget recall index".split()), min_size=1)


@settings(max_examples=60, derandomize=True, deadline=None)
@given(st.lists(st.lists(PHRASES, min_size=1, max_size=3), max_size=10))
def test_angles_merge_as_if_all_pairs_were_compared_anew(angles: list[list[list[str]]]) -> None:
    """A brief with two hundred questions took a minute when they were."""
    sketches = [_Sketch(str(n), tuple(make_phrase(" ".join(words)) for words in a)) for n, a in enumerate(angles)]
    assert _merge_sketches(sketches) == merge_slowly(sketches)


def test_angles_beyond_two_hundred_are_no_angles_of_their_own() -> None:
    brief = parse_brief(
        "\n".join(f"- How does shade{n} cool street{n}?" for n in range(400)), Path("topics/t/brief.md")
    )
    themes = LocalPlanner().plan_themes(brief, themes=4)
    assert len(themes) == 5
    assert [theme.name for theme in themes][0] == "How does shade0 cool street0?"
