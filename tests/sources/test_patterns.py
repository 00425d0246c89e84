"""Glob patterns of the params, and the filters that Obsidian keeps."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.errors import ParamsError
from florilegium.sources.patterns import check_patterns, make_patterns, parse_ignore_filters, suggest_folders


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        pytest.param("*.md", "a.md", True, id="name_at_root"),
        pytest.param("*.md", "x/y/a.md", True, id="name_at_any_depth"),
        pytest.param("/*.md", "x/a.md", False, id="leading_slash_counts_from_root"),
        pytest.param("/*.md", "a.md", True, id="leading_slash_at_root"),
        pytest.param("*.md", "a.MD", False, id="case_counts"),
        pytest.param("Daily/", "Daily/2026-01-01.md", True, id="folder"),
        pytest.param("Daily/", "x/Daily/y/a.md", True, id="folder_at_any_depth"),
        pytest.param("Daily/", "Daily", False, id="trailing_slash_wants_a_folder"),
        pytest.param("Daily", "Daily/a/b.md", True, id="folder_without_slash_takes_all_below"),
        pytest.param("Daily", "Daily notes/a.md", False, id="name_is_whole"),
        pytest.param("a/b", "a/b/c.md", True, id="path_to_folder"),
        pytest.param("a/b", "x/a/b", False, id="path_counts_from_root"),
        pytest.param("a/b/", "a/b", False, id="path_with_slash_wants_a_folder"),
        pytest.param("a/*", "a/b/c.md", True, id="star_takes_folders"),
        pytest.param("a/*.md", "a/b/c.md", False, id="star_stays_in_a_name"),
        pytest.param("a/**", "a/b/c.md", True, id="two_stars_at_end"),
        pytest.param("a/**", "a", False, id="two_stars_want_something_below"),
        pytest.param("a/**/z.md", "a/z.md", True, id="two_stars_of_no_folder"),
        pytest.param("a/**/z.md", "a/b/c/z.md", True, id="two_stars_of_two_folders"),
        pytest.param("**/z.md", "z.md", True, id="two_stars_first"),
        pytest.param("**/b/**/d", "a/b/c/d", True, id="two_stars_twice"),
        pytest.param("**", "a/b", True, id="two_stars_alone"),
        pytest.param("?.md", "x.md", True, id="question_mark"),
        pytest.param("?.md", "xy.md", False, id="question_mark_is_one"),
        pytest.param("{Daily,Inbox}/", "Inbox/x.md", True, id="brace_list"),
        pytest.param("a/{b,c}/*.md", "a/c/d.md", True, id="brace_list_inside"),
        pytest.param("{a,b/c}/x", "b/c/x", True, id="brace_list_with_folders"),
        pytest.param("{draft}.md", "{draft}.md", True, id="brace_without_comma_is_plain"),
        pytest.param("[Java] *.md", "q/[Java] x.md", True, id="brackets_are_plain"),
        pytest.param("Beans, peas.md", "Beans, peas.md", True, id="comma_is_plain"),
        pytest.param("a,b", "a", False, id="comma_is_no_list"),
        pytest.param("a.c", "abc", False, id="dot_is_plain"),
        pytest.param("a*b*c", "aXbYc", True, id="two_single_stars"),
        pytest.param("a*b*c", "aXcYb", False, id="order_of_parts"),
        pytest.param("*a*a", "aa", True, id="stars_of_nothing"),
        pytest.param("Caf\u00e9/", "Cafe\u0301/x.md", True, id="unicode_forms_are_equal"),
        pytest.param("日*", "日本/x.md", True, id="other_scripts"),
    ],
)
def test_a_pattern_takes_the_paths_it_means(pattern: str, path: str, expected: bool) -> None:
    assert make_patterns([pattern])[0].matches(path) is expected


def test_many_stars_do_not_take_forever() -> None:
    """A name of many stars is matched without going back over itself."""
    assert not make_patterns(["*a" * 60 + "b"])[0].matches("a" * 4000)


def test_an_idle_pattern_is_an_error_that_names_it_and_the_nearest_folder() -> None:
    """People cannot see which files are covered: a pattern that matches nothing is an error."""
    with pytest.raises(ParamsError, match="'Projcts/' matches nothing") as caught:
        check_patterns(make_patterns(["Projcts/", "Daily/"]), ["Projects/a.md", "Daily/x.md"], what="$.include")
    assert "'Projects'" in caught.value.hint


def test_a_comma_in_an_idle_pattern_is_explained() -> None:
    """A comma in a glob matched nothing without a word."""
    with pytest.raises(ParamsError) as caught:
        check_patterns(make_patterns(["Daily/,Inbox/"]), ["Daily/x.md"], what="$.include")
    assert "several items" in caught.value.hint


def test_patterns_that_all_match_pass() -> None:
    assert check_patterns(make_patterns(["Daily/"]), ["Daily/x.md"], what="$.include") is None


@pytest.mark.parametrize("text", ["", "  ", "/", "//"])
def test_an_empty_pattern_is_refused(text: str) -> None:
    with pytest.raises(ParamsError, match="is empty"):
        make_patterns([text])


def test_brace_lists_have_a_bound() -> None:
    with pytest.raises(ParamsError, match="more than 256"):
        make_patterns(["{a,b}" * 20])


def test_suggestions_are_the_nearest_folders() -> None:
    paths = ["Projects/Lantern/a.md", "Life/Private/b.md", "Life/c.md"]
    assert suggest_folders("Privat", paths)[0] in ("Life/Private", "Life")
    assert suggest_folders("Life/Privte", paths)[0] == "Life/Private"
    assert suggest_folders("Zzz", paths) == []


@pytest.mark.parametrize(
    ("filters", "path", "expected"),
    [
        pytest.param(["Archive/"], "Archive/a.md", True, id="prefix"),
        pytest.param(["Archive/"], "x/Archive/a.md", False, id="prefix_is_at_the_start"),
        pytest.param(["Arch"], "Archive/a.md", True, id="prefix_need_not_end_a_name"),
        pytest.param([r"/.*\.excalidraw\.md$/"], "x/a.excalidraw.md", True, id="expression"),
        pytest.param([r"/^tmp\//"], "tmp/a.md", True, id="expression_with_escaped_slash"),
        pytest.param([r"/\d{4}/"], "x/2024.md", True, id="expression_anywhere"),
        pytest.param([], "a.md", False, id="none"),
        pytest.param([""], "a.md", False, id="empty_filter"),
    ],
)
def test_obsidian_filters(filters: list[str], path: str, expected: bool) -> None:
    assert parse_ignore_filters(filters).ignores(path) is expected


@pytest.mark.parametrize("broken", ["/(/", "/(?=x)y/", r"/(a)\1/"])
def test_a_filter_that_cannot_run_bounded_is_told_and_not_run(broken: str) -> None:
    found = parse_ignore_filters([broken, "Archive/"])
    assert broken in found.problems[0].replace("\\\\", "\\")
    assert found.ignores("Archive/x") and not found.ignores("xy")


def test_a_catastrophic_filter_runs_in_linear_time() -> None:
    assert not parse_ignore_filters(["/^(a+)+$/"]).ignores("a" * 5000 + "b")


@given(st.text(max_size=30), st.text(max_size=30))
@settings(derandomize=True, max_examples=200)
def test_any_pattern_matches_or_is_refused(pattern: str, path: str) -> None:
    try:
        made = make_patterns([pattern])
    except ParamsError:
        return
    assert made[0].matches(path) in (True, False)


@given(st.lists(st.text("ab.md", min_size=1, max_size=4), min_size=1, max_size=4).map("/".join))
@settings(derandomize=True, max_examples=100)
def test_a_path_is_a_pattern_for_itself(path: str) -> None:
    assert make_patterns([f"/{path}"])[0].matches(path)
