"""The files of an exported account, and what of them is private."""

import json
import os
from pathlib import Path

import pytest

from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams
from florilegium.sources.account_files import FAILURES, REASONS, AccountFiles
from florilegium.sources.reader import Reader, Reading
from florilegium.sources.registry import make_reader

PRIVATE = PrivateParams(("Readwise/Secret", "Life"), ("private",), "hidden")


def _params(*sources: SourceParams) -> SnapshotSourcesParams:
    return SnapshotSourcesParams(sources, (), (), (), PRIVATE, False)


def _make(tmp_path: Path, kind: str, path: str, files: dict[str, str]) -> Reader:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    source = SourceParams("account", kind, path)
    return make_reader(source, _params(SourceParams("vault", "obsidian", "vault"), source), tmp_path)


def _read(reader: Reader) -> list[Reading]:
    scan = reader.scan()
    return [reader.read(unit, {file.path: reader.load(file) for file in unit.inputs}) for unit in scan.units]


def test_every_failure_has_its_sentence() -> None:
    assert set(REASONS) > FAILURES
    assert list(REASONS) == sorted(REASONS)
    assert all(sentence.endswith(".") for sentence in REASONS.values())


def test_a_private_folder_of_the_vault_stays_private(tmp_path: Path) -> None:
    """Another source that lies in the vault must not let out what the vault hides: one row that names the rule."""
    files = {
        "vault/Readwise/Articles/a.md": "# a",
        "vault/Readwise/Secret/b.md": "# b",
        "vault/Readwise/secret/c.png": "c",
        "vault/Readwise/Secret/.hidden": "d",
    }
    scan = _make(tmp_path, "readwise_markdown", "vault/Readwise", files).scan()
    assert [unit.key for unit in scan.units] == ["Articles/a.md"]
    assert [(row.path, row.reason, row.files) for row in scan.rows] == [
        ("(private folder Readwise/Secret)", "private", 3)
    ]


def test_a_source_inside_a_private_folder_yields_nothing(tmp_path: Path) -> None:
    scan = _make(
        tmp_path, "readwise_csv", "vault/Life/data.csv", {"vault/Life/data.csv": "Highlight,Title\na,b\n"}
    ).scan()
    assert scan.units == ()
    assert [(row.path, row.files) for row in scan.rows] == [("(private folder Life)", 1)]


def test_folder_rules_do_not_reach_out_of_the_vault(tmp_path: Path) -> None:
    scan = _make(tmp_path, "readwise_markdown", "Life", {"Life/Secret/a.md": "# a"}).scan()
    assert [unit.key for unit in scan.units] == ["Secret/a.md"]


BOOK = {"user_book_id": 1, "title": "Diary", "book_tags": [{"name": "Private/health"}], "highlights": []}
OPEN = {
    "user_book_id": 2,
    "title": "Open",
    "highlights": [{"id": 1, "text": "secret words", "tags": [{"name": "private"}]}, {"id": 2, "text": "open words"}],
}


@pytest.mark.parametrize(
    ("kind", "files"),
    [
        pytest.param("readwise_api", {"in/a.json": json.dumps([BOOK, OPEN])}, id="api"),
        pytest.param(
            "readwise_csv",
            {
                "in/a.csv": "Highlight,Book Title,Tags,Document tags\n"
                "x,Diary,,Private/health\nsecret words,Open,private,\nopen words,Open,,\n"
            },
            id="csv",
        ),
        pytest.param(
            "readwise_markdown",
            {
                "in/Diary.md": "# Diary\n## Metadata\n- Document Tags: [[private/health]]\n",
                "in/More.md": "# Diary\n## Highlights\n- secret words\n    - Tags: [[private]]\n",
                "in/Flag.md": "---\nhidden: true\n---\n# Diary\n",
                "in/Open.md": "# Open\n## Highlights\n- open words\n",
            },
            id="markdown",
        ),
    ],
)
def test_what_has_a_private_tag_is_left_out(tmp_path: Path, kind: str, files: dict[str, str]) -> None:
    readings = _read(_make(tmp_path, kind, "in", files))
    assert [draft.title for reading in readings for draft in reading.drafts] == ["Open"]
    assert "secret" not in repr(readings) and "open words" in repr(readings)
    assert "Diary" not in repr([reading.drafts for reading in readings])
    rows = [row.path for reading in readings for row in reading.rows if row.reason == "private"]
    assert set(rows) <= {"(private: tag #private)", "(private: property hidden)"} and rows


def test_the_rules_are_part_of_the_settings(tmp_path: Path) -> None:
    """When a rule changes, everything is read again."""
    source = SourceParams("account", "readwise_api", "in")
    reader = make_reader(source, _params(source), tmp_path)
    other = make_reader(
        source, SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False), tmp_path
    )
    assert reader.settings != other.settings
    assert str(tmp_path) not in reader.settings


def test_odd_files_get_rows(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "link.json").symlink_to(tmp_path / "a.json")
    (tmp_path / "broken.json").symlink_to(tmp_path / "gone.json")
    listing = AccountFiles("x", tmp_path).list_files()
    assert [file.path for file in listing.files] == ["a.json"]
    assert {row.path: row.reason for row in listing.rows} == {
        "pipe.json": "not_a_file",
        "link.json": "symlink_inside",
        "broken.json": "symlink_broken",
    }
