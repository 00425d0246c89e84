"""Queries in other languages than English."""

from pathlib import Path

import pytest
from libraries import make_note, write_library

from florilegium.search.index import LibraryIndex
from florilegium.search.languages import find_language, list_forms, list_heads
from florilegium.search.phrasings import parse_query

NOTES = [
    make_note("Giessen", "Die Bäume am Platz brauchen viel Wasser."),
    make_note("Pflaster", "Das alte Pflaster wird heiß."),
    make_note("Vatten", "Träden i parken behöver vatten."),
    make_note("Arbres", "Les jeunes arbres ont soif."),
    make_note("Trees", "Young trees die in July."),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Wie gießt man junge Bäume", "german", id="German"),
        pytest.param("comment arroser les arbres dans la ville", "french", id="French"),
        pytest.param("cómo regar los árboles", "spanish", id="Spanish"),
        pytest.param("hur vattnar man unga träd", "swedish", id="Swedish"),
        pytest.param("how to water young trees in the city", "", id="English"),
        pytest.param("die young", "", id="a word that English has too"),
        pytest.param("café agent memory", "", id="a loan word"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_small_words_tell_the_language(text: str, expected: str) -> None:
    """A query is taken for English unless more of its small words are another language's."""
    assert find_language(text) == expected


@pytest.mark.parametrize(
    ("query", "title"),
    [
        pytest.param("der Baum und das Wasser", "giessen", id="German singular finds plural"),
        pytest.param("Kopfsteinpflaster in der Stadt", "pflaster", id="compound finds its head"),
        pytest.param("ett träd och en park", "vatten", id="Swedish indefinite finds definite"),
        pytest.param("un jeune arbre dans la rue", "arbres", id="French singular finds plural"),
        pytest.param("trees dying", "trees", id="English"),
    ],
)
def test_other_forms_of_a_word_are_found(query: str, title: str, tmp_path: Path) -> None:
    """The first answer is the note that has another form of the query's word."""
    index = LibraryIndex(tmp_path / "index")
    index.update(write_library(tmp_path / "library", NOTES))
    assert index.search(query)[0][0].startswith(title)


def test_small_words_of_the_language_are_not_looked_for() -> None:
    """ "der" and "und" are no terms of a German query."""
    assert [term.surface for term in parse_query("der Baum und das Wasser")] == ["baum", "wasser"]


def test_forms_share_a_stem_and_heads_end_the_word() -> None:
    """Forms are terms as the index has them; only compounding languages have heads."""
    assert {"baum", "baumen"} <= set(list_forms("Bäume", "german"))
    assert "pflaster" in list_heads("kopfsteinpflaster", "german")
    assert list_heads("kopfsteinpflaster", "french") == ()
