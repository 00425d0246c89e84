"""A folder is cleared whole, or what stays in the way is named."""

import os
from pathlib import Path

import pytest

from florilegium.errors import StorageError
from florilegium.project.folders import clear_folder


def test_a_folder_goes_with_all_that_is_in_it(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("kept", encoding="utf-8")
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "note.md").write_text("x", encoding="utf-8")
    (folder / "link.md").symlink_to(outside)
    for _ in range(2):  # one that is not there is no failure
        clear_folder(folder)
        assert [path.name for path in tmp_path.iterdir()] == ["outside.md"]
    assert outside.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("link", [True, False], ids=["link", "file"])
def test_what_stands_in_the_place_of_a_folder_is_named(tmp_path: Path, link: bool) -> None:
    """A link is not followed: what it leads to stays."""
    target, place = tmp_path / "target", tmp_path / "place"
    (target / "inner").mkdir(parents=True)
    if link:
        place.symlink_to(target)
    else:
        place.write_text("x", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be cleared: ") as caught:
        clear_folder(place)
    assert str(caught.value).startswith(f"{place}: ")
    assert "move away what stands there" in caught.value.hint
    assert (target / "inner").is_dir() and place.exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_changed_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "note.md").write_text("x", encoding="utf-8")
    folder.chmod(0o500)
    try:
        with pytest.raises(StorageError) as caught:
            clear_folder(folder)
    finally:
        folder.chmod(0o700)
    assert str(caught.value) == f"{folder}: cannot be cleared: note.md: permission denied"
