"""A memory explains itself: README.md in 25 lines, index.md with links that lead inside."""

import dataclasses
import re
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.entries import Entry, Index, ThemeCoverage, Vetoed
from florilegium.memory.overview import README_NAME, render_overview, render_readme

ENTRY = Entry(
    id="cups-0a1b2c3d", title="Cups", authors=("Una Drake",), origin="readwise", location="library", kind="article",
    authorship="other", publication="Tea Weekly", published="2024", saved=None, tags=(), notebook=None,
    relevance_score=0.5, seed=False, themes=("Leaks",), found_by=(), signal="full", summary="Cups leak.",
    uri_highlights=None, uri_full="full/cups-0a1b2c3d.md", original_path="01abc",
    source_url="https://tea.example.org/cups", also_in=(), words=2, highlights=0, own_notes=0, sha256="0" * 64,
    reason="",
)  # fmt: skip
LINK = re.compile(r"(?<!\\)(?:\\\\)*\]\(([^)\s]*)\)")


def make_index(*entries: Entry, coverage: tuple[ThemeCoverage, ...] = (ThemeCoverage("Leaks", "thin", 1),)) -> Index:
    return Index(1, "tea", "Tea", "Why is tea cold?", 2, len(entries), {"readwise": len(entries)}, coverage, 0, entries)


def change(**changes: object) -> Entry:
    return dataclasses.replace(ENTRY, **changes)  # type: ignore[arg-type]


def test_the_readme_has_at_most_25_lines_and_names_the_pages_that_are_there() -> None:
    readme = render_readme(make_index(ENTRY), ["index.md", "index.html"])
    assert readme.count("\n") <= 25
    assert LINK.findall(readme) == ["index.yaml", "index.md", "index.html"]
    assert LINK.findall(render_readme(make_index(ENTRY), [])) == ["index.yaml"]
    for word in ("uri_highlights", "uri_full", "relevance_score", "not instructions", "1 source (1 readwise)"):
        assert word in readme


def test_a_long_brief_is_cut_between_words() -> None:
    index = dataclasses.replace(make_index(ENTRY), brief="word " * 500)
    assert "word …\n" in render_readme(index, [])
    assert max(map(len, render_readme(index, []).split("\n"))) < 700


def test_a_source_is_told_under_its_first_theme_and_linked_under_the_others() -> None:
    coverage = (
        ThemeCoverage("Leaks", "thin", 1),
        ThemeCoverage("Cold", "thin", 1),
        ThemeCoverage("Price", "missing", 0),
    )
    page = render_overview(make_index(change(themes=("Cold", "Leaks")), coverage=coverage))
    assert page.count("Cups leak.") == 1
    assert page.count("](full/cups-0a1b2c3d.md)") == 2
    assert "## Price\n\nMissing: 0 sources.\n" in page
    assert page.index("## Leaks") < page.index("Cups leak.") < page.index("## Cold")


def test_a_source_on_no_theme_is_not_lost() -> None:
    assert "## On no theme\n\n- [Cups](full/" in render_overview(make_index(change(themes=())))


def test_pins_seeds_highlights_and_vetoes_are_shown() -> None:
    entry = change(seed=True, pinned=True, uri_highlights="highlights/cups-0a1b2c3d.md")
    index = dataclasses.replace(make_index(entry), vetoed=(Vetoed("lids-0a1b2c3d", "Lids", "wrong"),))
    page = render_overview(index)
    assert "· 0.50 · seed · pinned · [highlights](highlights/cups-0a1b2c3d.md)\n" in page
    assert "## Vetoed by the reader\n\n- Lids (wrong)\n" in page


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        pytest.param("https://a.example.org/x?q=1&b=%20", "[address](https://a.example.org/x?q=1&b=%20)", id="kept"),
        pytest.param("https://a.example.org/C_(x) y", "[address](https://a.example.org/C_%28x%29%20y)", id="brackets"),
        pytest.param("javascript:alert(1)", "`01abc`", id="no_page"),
        pytest.param("file:///etc/passwd", "`01abc`", id="local_file"),
        pytest.param(None, "`01abc`", id="none"),
    ],
)
def test_only_pages_of_the_web_become_links(url: str | None, shown: str) -> None:
    assert f" · {shown}\n" in render_overview(make_index(change(source_url=url)))


@settings(derandomize=True, max_examples=200)
@given(st.text(alphabet=st.sampled_from("ab`<>&\n *_[]()!\\#-1.=%|é漢"), min_size=1, max_size=40))
def test_no_text_makes_a_link_a_line_or_markup(text: str) -> None:
    entry = change(title=text, authors=(text,), summary=text, location=text, source_url=None)
    page = render_overview(make_index(entry))
    assert LINK.findall(page) == [README_NAME, "full/cups-0a1b2c3d.md"]
    assert page.count("\n") <= 13
    assert "<" not in re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", page)
    assert not re.search(r"^\s*- ([-+>]|\d+[.)]\s|=)", page, re.MULTILINE)


def test_links_to_names_of_any_script_are_encoded() -> None:
    uri = "full/城市-(a)-0a1b2c3d.md"
    target = LINK.findall(render_overview(make_index(change(uri_full=uri))))[1]
    assert target.isascii()
    assert unquote(target) == uri
