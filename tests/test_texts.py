"""Text stores: one text a document, names that cannot leave their folder."""

from pathlib import Path

import pytest

from florilegium.errors import ArtifactError
from florilegium.texts import TextStore, TextStores

ID = "fish-soup-1a2b3c4d"


def test_what_is_stored_is_read_byte_for_byte(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    store.write(ID, text="# Suppe\r\n\u2028ä", highlights="> x\n")
    assert store.read_text(ID) == "# Suppe\r\n\u2028ä"
    assert store.read_highlights(ID) == "> x\n"
    assert store.has_text(ID)
    assert (tmp_path / "texts" / f"{ID}.md").is_file()


def test_where_nothing_is_marked_there_is_no_file(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    store.write(ID, text="a", highlights="> x\n")
    store.write(ID, text="b", highlights="")
    assert store.read_highlights(ID) == ""
    assert list((tmp_path / "highlights").iterdir()) == []


def test_a_removed_document_is_gone_and_removing_it_again_is_no_error(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    store.write(ID, text="a", highlights="> x\n")
    store.remove(ID)
    store.remove(ID)
    assert not store.has_text(ID)
    with pytest.raises(ArtifactError, match=ID):
        store.read_text(ID)


@pytest.mark.parametrize(
    "document_id",
    [
        pytest.param("../secret-1a2b3c4d", id="up"),
        pytest.param("/etc/passwd-1a2b3c4d", id="absolute"),
        pytest.param("a\x00-1a2b3c4d", id="nul"),
        pytest.param("a/b-1a2b3c4d", id="folder"),
        pytest.param("a\\b-1a2b3c4d", id="backslash"),
        pytest.param("fish-soup", id="no hash"),
        pytest.param("fish-1A2B3C4D", id="upper-case hash"),
        pytest.param("fish-1a2b3c4d\n", id="line end"),
        pytest.param("", id="empty"),
        pytest.param("con", id="reserved name"),
    ],
)
def test_an_id_that_is_no_plain_name_opens_nothing(tmp_path: Path, document_id: str) -> None:
    """No path, whoever wrote it, gets a file read or written outside the store."""
    store = TextStore(tmp_path)
    for call in (store.find_text, store.find_highlights, store.has_text, store.read_text, store.remove):
        with pytest.raises(ArtifactError, match="is no document id"):
            call(document_id)
    with pytest.raises(ArtifactError, match="is no document id"):
        store.write(document_id, text="x", highlights="")
    assert list(tmp_path.iterdir()) == []


def test_ids_of_every_script_are_names(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    for document_id in ("記憶の設計-0f0f0f0f", "växtskydd-0f0f0f0f", "untitled-00000000"):
        store.write(document_id, text=document_id, highlights="")
        assert store.read_text(document_id) == document_id


def test_undecodable_text_is_an_artifact_error(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    store.write(ID, text="a", highlights="> x\n")
    store.find_text(ID).write_bytes(b"\xff")
    store.find_highlights(ID).write_bytes(b"\xff")
    with pytest.raises(ArtifactError, match="cannot be read") as caught:
        store.read_text(ID)
    assert caught.value.hint
    with pytest.raises(ArtifactError, match="cannot be read"):
        store.read_highlights(ID)


def test_of_several_stores_the_first_that_holds_a_document_answers(tmp_path: Path) -> None:
    first, second = TextStore(tmp_path / "1"), TextStore(tmp_path / "2")
    first.write(ID, text="first", highlights="")
    second.write(ID, text="second", highlights="> second\n")
    second.write("other-00000000", text="other", highlights="")
    stores = TextStores((first, second))
    assert (stores.read_text(ID), stores.read_highlights(ID)) == ("first", "")
    assert stores.read_text("other-00000000") == "other"
    with pytest.raises(ArtifactError, match="no stage stored its text"):
        stores.read_text("none-00000000")
