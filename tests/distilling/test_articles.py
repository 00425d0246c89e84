"""An article gives its title, sentences, reference list, citations and links, each as a slice of its text."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.distilling.articles import Article, parse_article, read_article
from florilegium.errors import ParamsError

ARTICLE = """---
title: Rain
author: [Ada Holm, "[[Per Vik]]"]
---
# Rain, again

It rained [1]. It rained more [2, 4-5], and [[Notes on rain|my note]] says so.
See https://rain.example.org/a_(b). Also [the log](logs/rain%20log.md).

## References

[1] A. Holm, "Rain", 2020.
    A second line.

[2]: https://rain.example.org/two
[4] Four.

## Further reading

- Snow, a book
"""


def list_citations(text: str) -> list[str]:
    return [item.value for item in parse_article(text, name="a.md").citations]


def test_front_matter_names_title_and_authors() -> None:
    article = parse_article(ARTICLE, name="a.md")
    assert article.title == "Rain"
    assert article.authors == ("Ada Holm", "Per Vik")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        pytest.param("# Head\n\nText.\n", "Head", id="first_heading"),
        pytest.param("Text only.\n", "draft", id="file_name"),
        pytest.param("---\ntags: [broken\n---\n# Head\n", "Head", id="broken_front_matter"),
        pytest.param("\ufeff---\r\ntitle: Own\r\n---\r\n# Head\r\n", "Own", id="byte_order_mark_and_windows_lines"),
    ],
)
def test_the_title_comes_from_the_best_place(text: str, title: str) -> None:
    assert parse_article(text, name="draft.md").title == title


def test_the_body_leaves_out_the_lists() -> None:
    article = parse_article(ARTICLE, name="a.md")
    body = [item.cut(article.text) for item in article.sentences]
    assert body[:3] == [
        "Rain, again",
        "It rained [1].",
        "It rained more [2, 4-5], and [[Notes on rain|my note]] says so.",
    ]
    assert not any("Four" in sentence or "Snow" in sentence or "References" in sentence for sentence in body)


def test_entries_keep_their_keys_and_further_reading_is_marked() -> None:
    article = parse_article(ARTICLE, name="a.md")
    entries = [(item.key, article.text[item.start : item.end], item.further) for item in article.references]
    assert entries == [
        ("1", '[1] A. Holm, "Rain", 2020.\n    A second line.', False),
        ("2", "[2]: https://rain.example.org/two", False),
        ("4", "[4] Four.", False),
        ("1", "- Snow, a book", True),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("Said [1].", ["1"], id="one"),
        pytest.param("Said [1, 3].", ["1", "3"], id="several"),
        pytest.param("Said [1-3].", ["1", "2", "3"], id="range"),
        pytest.param("Said [9].", [], id="no_such_entry"),
        pytest.param("Said [1](https://a.example.org).", [], id="a_link_is_no_citation"),
        pytest.param("- [ ] todo\n- [x] done", [], id="check_boxes"),
        pytest.param("Said in [[1]].", [], id="a_wikilink_is_no_citation"),
    ],
)
def test_citations_resolve_through_the_list(body: str, expected: list[str]) -> None:
    assert list_citations(f"{body}\n\n## Sources\n\n1. One\n2. Two\n3. Three\n") == expected


def test_footnotes_cite_wherever_they_stand() -> None:
    text = "Said so.[^a] And [this page][b].\n\n[^a]: A footnote.\n\nMore text.\n\n[b]: https://b.example.org/x\n"
    article = parse_article(text, name="a.md")
    assert [item.value for item in article.citations] == ["a", "b"]
    assert "More text." in [item.cut(text) for item in article.sentences]


def test_a_list_without_numbers_is_counted() -> None:
    text = "Said [2].\n\n**References**\n\nOne, a book.\n\nTwo, a book.\n"
    assert list_citations(text) == ["2"]


def test_a_title_of_the_body_ends_the_list() -> None:
    text = "## Sources and references\n\n1. One\n\n## Afterword\n\n1. An item of the body.\n"
    article = parse_article(text, name="a.md")
    assert [item.key for item in article.references] == ["1"]
    assert "An item of the body." in [item.cut(text) for item in article.sentences]


def test_links_addresses_and_files_are_found() -> None:
    article = parse_article(ARTICLE, name="a.md")
    assert [item.value for item in article.wikilinks] == ["Notes on rain"]
    assert [item.value for item in article.urls] == ["https://rain.example.org/a_(b)", "https://rain.example.org/two"]
    assert [item.value for item in article.files] == ["logs/rain log.md"]


def test_what_a_reader_cannot_see_names_nothing() -> None:
    text = "Seen `[[shown]]`. <!-- [[Secret]] https://a.example.org/b --> %% [[Plan]] %%\n\n```\n[[Code]]\n```\n"
    article = parse_article(text, name="a.md")
    assert article.wikilinks == article.urls == ()


def test_a_missing_article_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ParamsError) as caught:
        read_article(tmp_path / "article.md")
    assert "no article yet" in str(caught.value)
    assert "articles" in caught.value.hint


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"caf\xe9 in latin-1", id="not_utf_8"),
        pytest.param(b"---\ntitle: X\n---\n", id="no_text"),
    ],
)
def test_an_article_that_cannot_be_used_is_an_error_of_the_user(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "article.md"
    path.write_bytes(content)
    with pytest.raises(ParamsError):
        read_article(path)


def test_windows_lines_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "article.md"
    path.write_bytes(b"One.\r\nTwo.\r\n")
    assert read_article(path).text == "One.\r\nTwo.\r\n"


MARKDOWN = st.text(alphabet=st.sampled_from("ab1. \n#[]()^:*-|>`!\r\"'é漢"), max_size=200)


@settings(derandomize=True, max_examples=150)
@given(MARKDOWN)
def test_parsing_never_raises_and_places_lie_in_order(text: str) -> None:
    article: Article = parse_article(text, name="a.md")
    places = [(item.start, item.end) for item in article.sentences]
    assert places == sorted(places)
    assert all(0 <= start < end <= len(text) for start, end in places)
    assert all(text[item.start : item.end] for item in article.references)


def test_places_have_their_line_and_their_sentence() -> None:
    article = parse_article("# Tea\n\nOne cup. Two cups.\n\nThree.\n", name="a.md")
    place = article.text.index("Two")
    assert (article.find_number(place), article.find_line(place)) == (2, 3)
    assert article.find_sentence(article.text.index("\n")) is None
    assert [article.find_line(at) for at in (0, len(article.text) - 1)] == [1, 5]


def test_long_sentences_are_cut_and_counted() -> None:
    """A megabyte in one sentence once took minutes; the windows of one sentence count once."""
    article = parse_article(f"# Tea\n\nShort one.\n\n{'tea ' * 400}\n", name="a.md")
    assert article.cut == 1
    assert len(article.sentences) > 4
    assert max(item.end - item.start for item in article.sentences) <= 500
