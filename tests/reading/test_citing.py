"""Citations in four styles."""

import dataclasses
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from varied_memory import make_entry

from florilegium.entries import Entry
from florilegium.reading.citations import make_key, make_reference
from florilegium.reading.names import Name, read_name
from florilegium.reading.styles import STYLE_NAMES, cite_all, escape_bibtex

FULL = dataclasses.replace(
    make_entry(1), id="files-0a0a0a0a", title="Files & Folders_1", authors=("Noor Adeyemi", "Tomas van der Rehn"),
    kind="article", publication="Quiet Machine", published="2025-11-03", saved="2026-01-04",
    source_url="https://example.org/a_b%20c?x={1}#y",
)  # fmt: skip
BOOK = dataclasses.replace(
    FULL, kind="book", title="What Remains?", authors=("Adeyemi, Noor",), publication="Harbour",
    published="2019", source_url=None, original_path="books/1",
)  # fmt: skip
NOTE = dataclasses.replace(
    FULL, kind="note", title="File habits", authors=(), authorship="own", publication="", published=None,
    saved="2026-02-01", source_url=None, original_path="Notes/File habits.md",
)  # fmt: skip


def cite(entry: Entry, style: str) -> str:
    return cite_all([make_reference(entry)], style).rstrip("\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Noor Adeyemi", Name("Adeyemi", "Noor"), id="given_first"),
        pytest.param("Adeyemi, Noor", Name("Adeyemi", "Noor"), id="family_first"),
        pytest.param("Ludwig van Beethoven", Name("van Beethoven", "Ludwig"), id="particle"),
        pytest.param("Martin L. King Jr.", Name("King", "Martin L.", "Jr."), id="suffix"),
        pytest.param("Martin L. King, Jr.", Name("King", "Martin L.", "Jr."), id="suffix_after_comma"),
        pytest.param("Plato", Name(literal="Plato"), id="one_word"),
        pytest.param("村上春樹", Name(literal="村上春樹"), id="no_spaces"),
        pytest.param("김 영하", Name(literal="김 영하"), id="family_first_script"),
        pytest.param("The Economist", Name(literal="The Economist"), id="paper"),
        pytest.param("Slow Systems Institute", Name(literal="Slow Systems Institute"), id="body"),
        pytest.param("Ann Lee and Bo Li", Name(literal="Ann Lee and Bo Li"), id="two_in_one"),
        pytest.param("@handle", Name(literal="@handle"), id="handle"),
    ],
)
def test_read_name(text: str, expected: Name) -> None:
    assert read_name(text) == expected


@pytest.mark.parametrize(
    ("given_name", "expected"),
    [("Jean-Luc", "X, J.-L."), ("J.R.R.", "X, J. R. R."), ("Martin L.", "X, M. L.")],
)
def test_initials(given_name: str, expected: str) -> None:
    assert Name("X", given_name).initialled == expected


@pytest.mark.parametrize(
    ("entry", "style", "expected"),
    [
        pytest.param(
            FULL,
            "apa",
            "Adeyemi, N., & van der Rehn, T. (2025, November 3). Files & Folders_1. Quiet Machine. "
            "https://example.org/a_b%20c?x={1}#y",
            id="apa",
        ),
        pytest.param(BOOK, "apa", "Adeyemi, N. (2019). What Remains? Harbour. books/1.", id="apa_book"),
        pytest.param(NOTE, "apa", "File habits [Note]. (2026, February 1). Notes/File habits.md.", id="apa_own_note"),
        pytest.param(
            FULL,
            "chicago",
            "Adeyemi, Noor, and Tomas van der Rehn. “Files & Folders_1.” Quiet Machine, November 3, 2025. "
            "https://example.org/a_b%20c?x={1}#y.",
            id="chicago",
        ),
        pytest.param(BOOK, "chicago", "Adeyemi, Noor. What Remains? Harbour, 2019. books/1.", id="chicago_book"),
        pytest.param(NOTE, "chicago", "“File habits.” February 1, 2026. Notes/File habits.md.", id="chicago_own_note"),
        pytest.param(
            FULL,
            "bibtex",
            "@misc{files-0a0a0a0a,\n  author = {Adeyemi, Noor and van der Rehn, Tomas},\n"
            "  title = {{Files \\& Folders\\_1}},\n  howpublished = {Quiet Machine},\n  year = {2025},\n"
            "  month = nov,\n  day = {3},\n"
            "  url = {https://example.org/a_b%20c?x=%7B1%7D#y},\n  urldate = {2026-01-04},\n}",
            id="bibtex",
        ),
        pytest.param(
            BOOK,
            "bibtex",
            "@book{files-0a0a0a0a,\n  author = {Adeyemi, Noor},\n  title = {{What Remains?}},\n"
            "  publisher = {Harbour},\n  year = {2019},\n  note = {books/1},\n}",
            id="bibtex_book",
        ),
    ],
)  # fmt: skip
def test_cite(entry: Entry, style: str, expected: str) -> None:
    assert cite(entry, style) == expected


def test_csl() -> None:
    assert json.loads(cite(FULL, "csl-json")) == [
        {
            "id": "files-0a0a0a0a",
            "type": "article-magazine",
            "title": "Files & Folders_1",
            "author": [{"family": "Adeyemi", "given": "Noor"}, {"family": "van der Rehn", "given": "Tomas"}],
            "container-title": "Quiet Machine",
            "issued": {"date-parts": [[2025, 11, 3]]},
            "accessed": {"date-parts": [[2026, 1, 4]]},
            "URL": "https://example.org/a_b%20c?x={1}#y",
        }
    ]


def test_many_authors_are_cut_as_each_style_says() -> None:
    many = dataclasses.replace(FULL, authors=tuple(f"Ann {'ABCDEFGHIJKLMNOPQRSTUVWX'[n]}lee" for n in range(24)))
    assert "Slee, A., … Xlee, A. (2025" in cite(many, "apa")
    assert "Ann Glee, et al. “" in cite(many, "chicago")


def test_undated_says_so_or_when_it_was_seen() -> None:
    undated = dataclasses.replace(FULL, published=None)
    assert "(n.d.)" in cite(undated, "apa")
    assert "Accessed January 4, 2026." in cite(undated, "chicago")


def test_a_month_that_there_is_not_is_left_out() -> None:
    assert "(2025)" in cite(dataclasses.replace(FULL, published="2025-13"), "apa")


@pytest.mark.parametrize(
    ("entry_id", "expected"),
    [
        ("c-and-c-0a0a0a0a", "c-and-c-0a0a0a0a"),
        ("忘れる-0a0a0a0a", "source-0a0a0a0a"),
        ("müller-0a0a0a0a", "muller-0a0a0a0a"),
        ("2025-plan-0a0a0a0a", "source-2025-plan-0a0a0a0a"),
        ("忘-deadbeef", "source-deadbeef"),
    ],
)
def test_make_key(entry_id: str, expected: str) -> None:
    assert make_key(entry_id) == expected


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_nothing_in_bibtex_acts(text: str) -> None:
    """Braces balance, no sign of TeX stands bare, and what is written is on one line."""
    written = escape_bibtex(text)
    bare = re.sub(r"\\(?:text\w+\{\}|[$&#%_])", "", written)
    assert not set(bare) & set("\\{}$&#%_^~")
    assert "\n" not in written


@settings(derandomize=True, max_examples=150, deadline=None)
@given(st.text(min_size=1, max_size=20), st.lists(st.text(max_size=20), max_size=3), st.text(max_size=10))
def test_no_text_stops_a_citation(title: str, authors: list[str], publication: str) -> None:
    entry = dataclasses.replace(FULL, title=title, authors=tuple(authors), publication=publication)
    for style in STYLE_NAMES:
        assert cite(entry, style)
