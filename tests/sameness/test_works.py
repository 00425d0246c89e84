"""Titles and authors as they are compared."""

import pytest

from florilegium.sameness import works


@pytest.mark.parametrize(
    ("title", "publication", "expected"),
    [
        pytest.param("The Forgetting Budget", "", "the forgetting budget", id="case"),
        pytest.param("The  Forgetting\tBudget!", "", "the forgetting budget", id="spaces_and_signs"),
        pytest.param("The Forgetting Budget.pdf", "", "the forgetting budget", id="file_ending"),
        pytest.param("The Forgetting Budget (1)", "", "the forgetting budget", id="numbered_copy"),
        pytest.param("The Forgetting Budget (conflicted copy 2026-01-02)", "", "the forgetting budget", id="conflict"),
        pytest.param("The Forgetting Budget | Slow Systems", "Slow Systems", "the forgetting budget", id="site"),
        pytest.param("Trees - A Memoir", "Slow Systems", "trees a memoir", id="subtitle_is_no_site"),
        pytest.param("Café Åkerlund", "", "cafe akerlund", id="accents"),
        pytest.param("C++", "", "c++", id="signs_that_are_letters"),
        pytest.param("日本語", "", "日 本 語", id="script_without_spaces"),
        pytest.param("🍞", "", "", id="no_word"),
    ],
)
def test_title_words(title: str, publication: str, expected: str) -> None:
    assert " ".join(works.split_title(title, publication)) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("Files Beat Databases", "files beat databases", True, id="equal"),
        pytest.param("Files Beat Databases: A Story", "Files Beat Databases", True, id="subtitle"),
        pytest.param("On Files", "Files", False, id="note_about_it"),
        pytest.param("Files", "Files and Folders", False, id="one_word_is_no_main_title"),
        pytest.param("Recall in practice part 1", "Recall in practice part 2", False, id="parts"),
        pytest.param("Recall in practice", "Recall in practice II", False, id="sequel"),
        pytest.param("🍞", "🍞", False, id="no_words"),
    ],
)
def test_alike(one: str, other: str, expected: bool) -> None:
    assert works.are_alike(works.split_title(one), works.split_title(other)) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("Part 1", "Part 2", True, id="digits"),
        pytest.param("Part I", "Part II", True, id="roman"),
        pytest.param("Part one", "Part two", True, id="words"),
        pytest.param("2026-W12", "2026-W13", True, id="weeks"),
        pytest.param("Retro March 2026", "Retro April 2026", True, id="months"),
        pytest.param("Weekly review", "Weekly review 2", True, id="second"),
        pytest.param("Part 1", "Part 1", False, id="equal"),
        pytest.param("Pasted text 14 Feb", "Ep. 41: What a Filing Clerk Knows", False, id="other_words_too"),
    ],
)
def test_numbered_apart(one: str, other: str, expected: bool) -> None:
    assert works.are_numbered_apart(works.split_title(one), works.split_title(other)) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param(["Noor Adeyemi"], ["Noor Adeyemi"], True, id="equal"),
        pytest.param(["Adeyemi, Noor"], ["Noor Adeyemi"], True, id="last_name_first"),
        pytest.param(["N. Adeyemi"], ["Noor Adeyemi"], True, id="initial"),
        pytest.param(["By Noor Adeyemi"], ["noor adeyemi"], True, id="by"),
        pytest.param(["Noor Adeyemi and Tomas Rehn"], ["Tomas Rehn"], True, id="list_in_one_entry"),
        pytest.param(["Noor Adeyemi, Tomas Rehn"], ["Tomas Rehn"], True, id="list_with_comma"),
        pytest.param(["@noor"], ["noor"], True, id="handle"),
        pytest.param(["@noor on Micro"], ["@noor"], True, id="handle_with_its_site"),
        pytest.param(["Lucía Ferrante"], ["Lucia Ferrante"], True, id="accent"),
        pytest.param(["Noor Adeyemi"], ["Tola Adeyemi"], False, id="same_family_name"),
        pytest.param(["Noor Adeyemi"], ["Tomas Rehn"], False, id="others"),
        pytest.param(["quietmachine.example.org"], ["quietmachine.example.org"], False, id="site_is_nobody"),
        pytest.param([], ["Noor Adeyemi"], False, id="unknown"),
    ],
)
def test_shared_author(one: list[str], other: list[str], expected: bool) -> None:
    assert works.share_author(works.split_authors(one), works.split_authors(other)) is expected


def test_a_publication_is_no_author() -> None:
    assert works.split_authors(["The Quiet Machine"], "the quiet machine") == ()


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param("article", "clipping", True, id="one_class"),
        pytest.param("pdf", "book", True, id="any_class"),
        pytest.param("article", "book", False, id="announcement_and_book"),
        pytest.param("podcast", "video", False, id="sound_and_picture"),
    ],
)
def test_kinds(one: str, other: str, expected: bool) -> None:
    assert works.may_be_one_kind(one, other) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        pytest.param(
            "The Forgetting Budget", "Adeyemi 2025 The Forgetting Budget", True, id="author_and_year_in_front"
        ),
        pytest.param("About the forgetting budget", "The Forgetting Budget", True, id="a_word_in_front"),
        pytest.param("Recall, part 1", "Recall, part 2", False, id="parts"),
        pytest.param("The Forgetting Budget", "The Three-Drawer Rule", False, id="other_words"),
        pytest.param("Recall", "Recall is not use", False, id="one_word"),
    ],
)
def test_titles_may_be_related(one: str, other: str, expected: bool) -> None:
    mine, theirs = works.split_title(one), works.split_title(other)
    assert works.are_related(mine, theirs) is works.are_related(theirs, mine) is expected


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        pytest.param("Untitled 3", True, id="untitled"),
        pytest.param("Pasted text 14 Feb", True, id="pasted"),
        pytest.param("2026-03-01", True, id="a_date"),
        pytest.param("", True, id="empty"),
        pytest.param("Links of the week", False, id="links"),
        pytest.param("Notes on rivers", False, id="notes_on_something"),
    ],
)
def test_some_titles_say_nothing(title: str, expected: bool) -> None:
    assert works.is_silent(works.split_title(title)) is expected
