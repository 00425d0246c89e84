"""Which notes are one link apart."""

import json
from pathlib import Path

import pytest
from libraries import make_note, write_library

from florilegium.drafts import Draft
from florilegium.errors import ArtifactError
from florilegium.library import LINKS_NAME, Library
from florilegium.vault.neighbours import find_neighbours


def write_linked(root: Path, links: dict[str, list[str]]) -> tuple[Library, dict[str, str]]:
    """Return a library of notes with these links, and the ids of the notes by their titles."""
    article = Draft("readwise", "1", "Saved", "Words.", kind="article", authorship="other")
    library = write_library(root, [*(make_note(title, "Words.") for title in links), article])
    ids = {document.title: name for name, document in library.documents.items()}
    written = {"subpath": "", "kind": "wikilink", "line": 1}
    records = [
        {"id": ids[title], "links": [{"target": item, **written} for item in targets]}
        for title, targets in links.items()
        if targets
    ]
    (root / LINKS_NAME).write_text("".join(json.dumps(item) + "\n" for item in records), encoding="utf-8")
    return library, ids


def test_links_and_back_links_lead_to_neighbours(tmp_path: Path) -> None:
    links = {"A": ["B", "C", "b", "A", "Gone", "Saved"], "B": [], "C": ["A"], "D": ["C"], "E": []}
    library, ids = write_linked(tmp_path, links)
    found = {title: list(find_neighbours(library).get(name, ())) for title, name in ids.items()}
    assert found == {
        "A": [ids["B"], ids["C"]],
        "B": [ids["A"]],
        "C": [ids["A"], ids["D"]],
        "D": [ids["C"]],
        "E": [],
        "Saved": [],
    }


def test_links_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    library, _ = write_linked(tmp_path, {"A": []})
    (tmp_path / LINKS_NAME).write_bytes(b'{"id": 1')
    with pytest.raises(ArtifactError, match=r"links\.jsonl: cannot be read"):
        find_neighbours(library)
