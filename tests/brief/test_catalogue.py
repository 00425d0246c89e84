"""What a brief calls a note, a notebook or a page is found in the library, or told apart."""

import unicodedata
from dataclasses import replace

import pytest

from florilegium.brief.catalogue import UnresolvedError, build_catalogue
from florilegium.documents import Document
from florilegium.drafts import Draft, make_document


def make(path: str, **values: object) -> Document:
    draft = replace(Draft("obsidian", path, path.rsplit("/", 1)[-1].removesuffix(".md"), "Text."), **values)  # type: ignore[arg-type]
    source = {"obsidian": "vault", "readwise": "readwise", "notebooklm": "notebooks"}[draft.origin]
    return make_document(draft, source=source, text="Text.", highlights="")


DOCUMENTS = [
    make("Home.md"),
    make("Ideas/The three-drawer rule.md", aliases=("3DR",)),
    make("Projects/Lantern/Notes.md"),
    make("Projects/Linden Watch/Notes.md"),
    make("Tea.md"),
    make("Archive/Tea.md"),
    make(unicodedata.normalize("NFD", "Life/Café.md")),
    make(
        "reader/1",
        origin="readwise",
        title="Slow Tea",
        source_url="https://www.a.example/tea?utm_source=x",
        authorship="other",
    ),
    make("reader/2", origin="readwise", title="Twice", authorship="other"),
    make("reader/3", origin="readwise", title="twice", authorship="other"),
    make("Reading/On Slow Tea.md", source_url="https://a.example/tea"),
    make("Book/a.html", origin="notebooklm", title="A", notebook="City Heat", authorship="other"),
    make("Book/b.html", origin="notebooklm", title="B", notebook="City Heat", authorship="other"),
    make("Other/c.html", origin="notebooklm", title="C", notebook="Tea book", authorship="other"),
]
CATALOGUE = build_catalogue(DOCUMENTS)


@pytest.mark.parametrize(
    ("target", "path"),
    [
        pytest.param("Ideas/The three-drawer rule", "Ideas/The three-drawer rule.md", id="exact_path"),
        pytest.param("the THREE-drawer rule.md", "Ideas/The three-drawer rule.md", id="name_in_any_case"),
        pytest.param("Lantern/Notes", "Projects/Lantern/Notes.md", id="end_of_a_path"),
        pytest.param("Tea", "Tea.md", id="exact_path_before_deeper_one"),
        pytest.param("3dr", "Ideas/The three-drawer rule.md", id="alias"),
        pytest.param("Café", unicodedata.normalize("NFD", "Life/Café.md"), id="nfc_finds_nfd"),
        pytest.param("slow tea", "reader/1", id="title_of_another_origin"),
    ],
)
def test_note_is_found(target: str, path: str) -> None:
    assert CATALOGUE.find_note(target).original_path == path


def test_what_readwise_wrote_into_a_vault_is_linked_to_like_a_note() -> None:
    work = make("Readwise/Articles/On Tea.md", title="On Tea: Cups and Leaves", authorship="other")
    known = build_catalogue([*DOCUMENTS, replace(work, origin="readwise", location="library")])
    for target in ("Readwise/Articles/On Tea", "on tea", "On Tea: Cups and Leaves"):
        assert known.find_note(target).original_path == "Readwise/Articles/On Tea.md"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        pytest.param(
            "Notes", ["2 documents", "Projects/Lantern/Notes.md", "Projects/Linden Watch/Notes.md"], id="two_names"
        ),
        pytest.param("Twice", ["2 documents", "reader/2", "reader/3"], id="two_titles"),
        pytest.param("Nothing", ["no note of this name", "library/report.json"], id="none"),
        pytest.param("https://a.example", ["no note of this name"], id="address"),
    ],
)
def test_doubt_is_told_and_never_decided(target: str, words: list[str]) -> None:
    """User bug: a fuzzy fallback invents edges; ambiguity is listed, never guessed."""
    with pytest.raises(UnresolvedError) as caught:
        CATALOGUE.find_note(target)
    assert all(word in str(caught.value) for word in words)


def test_notebook_is_found_whole_in_any_case() -> None:
    assert [document.title for document in CATALOGUE.find_notebook("city  heat")] == ["A", "B"]


def test_unknown_notebook_names_those_there_are() -> None:
    with pytest.raises(UnresolvedError, match="there are: City Heat, Tea book"):
        CATALOGUE.find_notebook("City")


def test_page_is_found_by_canonical_url_and_a_note_that_cites_it_is_not_the_page() -> None:
    assert [item.original_path for item in CATALOGUE.find_url("http://a.example/tea/")] == ["reader/1"]
    assert CATALOGUE.find_url("https://a.example/other") == ()
    assert CATALOGUE.find_url("no address") == ()
