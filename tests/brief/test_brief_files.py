"""Files that a brief names: a topic's own question, article and results are none of its sources."""

from pathlib import Path

import pytest

from florilegium.brief.files import BriefFiles, RefusedFileError


@pytest.mark.parametrize(
    "reference", ["brief.md", "article.md", "research.md", "memory/full/a.md", "topics/t/brief.md", "../u/article.md"]
)
def test_what_a_topic_asks_or_makes_is_no_source(reference: str, tmp_path: Path) -> None:
    """A brief that named itself became a seed of score 1, and an article that is named traces to itself."""
    files = BriefFiles(tmp_path / "topics/t", tmp_path)
    for name in ("t/brief.md", "t/article.md", "t/research.md", "t/memory/full/a.md", "u/article.md"):
        path = tmp_path / "topics" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")
    with pytest.raises(RefusedFileError, match="under another name"):
        files.read(files.find(reference))


def test_a_file_beside_the_brief_is_read(tmp_path: Path) -> None:
    path = tmp_path / "topics/t/saved/memory/brief.md"
    path.parent.mkdir(parents=True)
    path.write_text("x", encoding="utf-8")
    files = BriefFiles(tmp_path / "topics/t", tmp_path)
    assert files.read(files.find("saved/memory/brief.md")) == b"x"
