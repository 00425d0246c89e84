"""Files beside a brief are found with their hashes, and nothing that a stage makes."""

import hashlib
from pathlib import Path

from florilegium.project.saved_files import SavedFile, list_saved


def write_file(path: Path, content: bytes = b"x") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_files_beside_briefs_are_listed_sorted(tmp_path: Path) -> None:
    for name in ("b/notes.txt", "a/saved/page.html", "a/brief.md", "a/article.md", "a/work/plan.json", "a/memory/x.md"):
        write_file(tmp_path / name)
    write_file(tmp_path / "a/.hidden")
    write_file(tmp_path / "README.md")
    digest = hashlib.sha256(b"x").hexdigest()
    assert list_saved(tmp_path) == [SavedFile("a", "saved/page.html", digest), SavedFile("b", "notes.txt", digest)]


def test_a_folder_named_work_deeper_down_counts(tmp_path: Path) -> None:
    write_file(tmp_path / "a/saved/work/page.html")
    assert [file.path for file in list_saved(tmp_path)] == ["saved/work/page.html"]


def test_links_are_not_followed(tmp_path: Path) -> None:
    write_file(tmp_path / "outside.txt")
    (tmp_path / "topics/a").mkdir(parents=True)
    (tmp_path / "topics/a/link.txt").symlink_to(tmp_path / "outside.txt")
    assert list_saved(tmp_path / "topics") == []


def test_no_topics_folder_gives_nothing(tmp_path: Path) -> None:
    assert list_saved(tmp_path / "topics") == []
