"""A set becomes a library like any other."""

from pathlib import Path

from evaluate.corpus import index_library, write_library
from evaluate.sets import SetDocument
from florilegium.search.ranking import FLAT

DOCUMENTS = (
    SetDocument("2026-01-01", "", "Soup with leeks."),
    SetDocument("b/c", "Leeks", "How to grow them."),
)


def test_documents_become_notes_with_their_texts(tmp_path: Path) -> None:
    """One without a title is called by its id, and every id of the library leads back to one of the set."""
    library = write_library(DOCUMENTS, tmp_path)
    found = {item.original_path: (item.title, library.texts.read_text(item.id)) for item in library.documents.values()}
    assert found == {"2026-01-01": ("2026-01-01", "Soup with leeks."), "b/c": ("Leeks", "How to grow them.")}


def test_an_index_answers_in_the_names_of_the_set(tmp_path: Path) -> None:
    """With flat weights a title is worth no more than the text, and the score of its note falls."""
    library = write_library(DOCUMENTS, tmp_path / "library")
    tuned = index_library(library, tmp_path / "tuned")
    flat = index_library(library, tmp_path / "flat", fields=FLAT)
    answers = [corpus.index.search("leeks") for corpus in (tuned, flat)]
    names = [tuned.name_documents(name for name, _ in found) for found in answers]
    assert [sorted(found) for found in names] == [["2026-01-01", "b/c"]] * 2
    scores = [
        dict(zip(found, (score for _, score in answer), strict=True))
        for found, answer in zip(names, answers, strict=True)
    ]
    assert scores[0]["b/c"] > scores[1]["b/c"]
