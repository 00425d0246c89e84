"""Ids: stable, readable, and apart for what is apart."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.documents import SLUG_LENGTH, hash_text, make_id, make_slug
from florilegium.project.schemas import find_problems
from florilegium.texts import TextStore


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        pytest.param("Fish soup", "fish-soup", id="words"),
        pytest.param("  A -- b__c!  ", "a-b-c", id="marks and spaces"),
        pytest.param("Växtskydd på kolonin", "växtskydd-på-kolonin", id="Swedish"),
        pytest.param("日本語の勉強", "日本語の勉強", id="Japanese"),
        pytest.param("Straße", "strasse", id="case folded"),
        pytest.param("ﬁne № １", "fine-no-1", id="compatibility forms"),
        pytest.param("../../etc/passwd", "etc-passwd", id="path"),
        pytest.param("C#", "c", id="sign dropped"),
        pytest.param("🍞", "untitled", id="nothing left"),
        pytest.param("", "untitled", id="empty"),
        pytest.param("x" * 59 + " yz", "x" * 59, id="cut at a hyphen"),
    ],
)
def test_slugs(title: str, slug: str) -> None:
    assert make_slug(title) == slug


def name(title: str, path: str, *, origin: str = "obsidian", source: str = "vault") -> str:
    return make_id(title=title, origin=origin, source=source, original_path=path)


def test_equal_titles_stay_apart() -> None:
    """ "C", "C#" and "C++" are three files."""
    ids = {name("C", "C.md"), name("C#", "C#.md"), name("C++", "C++.md")}
    assert len(ids) == 3
    assert all(re.fullmatch(r"c-[0-9a-f]{8}", item) for item in ids)


def test_origin_source_and_path_are_in_the_hash() -> None:
    ids = {
        name("A", "A.md"),
        name("A", "B.md"),
        name("A", "A.md", source="other"),
        name("A", "A.md", origin="readwise"),
    }
    assert len(ids) == 4


def test_one_vault_has_the_same_ids_on_every_file_system() -> None:
    """Some file systems give names in NFD, others in NFC."""
    path = "Å/Ü.md"
    nfd = unicodedata.normalize("NFD", path)
    assert nfd != path
    assert name("Ü", path) == name(unicodedata.normalize("NFD", "Ü"), nfd)


def test_ids_do_not_change() -> None:
    assert (
        name("Fish soup", "Life/Cooking/Fish soup.md")
        == "fish-soup-" + hash_text("obsidian\nvault\nLife/Cooking/Fish soup.md")[:8]
    )


@given(title=st.text(max_size=200), path=st.text(min_size=1, max_size=50))
@settings(derandomize=True, max_examples=300, deadline=None)
def test_every_title_gives_an_id_that_is_a_file_name(title: str, path: str) -> None:
    made = name(title, path)
    slug = made[:-9]
    assert 1 <= len(slug) <= SLUG_LENGTH
    assert len(f".{made}.md".encode()) <= 255
    assert make_slug(slug) == slug, "a slug is its own slug, so no file system changes the name"
    assert unicodedata.normalize("NFC", made) == made
    assert find_problems({"id": made, "links": []}, "links") == []
    TextStore(Path("library")).find_text(made)
