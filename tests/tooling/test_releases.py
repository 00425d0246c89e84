"""Release archives: three files are taken, all that is odd is refused with its reason."""

import warnings
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from release_archives import FILES, make_archive, make_manifest

from florilegium.errors import ParamsError
from florilegium.tooling import releases
from florilegium.tooling.releases import read_release, read_release_file


@pytest.mark.parametrize("folder", ["", "smart-connections/", "jsmorabito-1.2/"])
def test_the_three_files_are_found_at_top_or_in_one_folder(folder: str) -> None:
    release = read_release(make_archive({**FILES, "README.md": b"x"}, folder=folder), "x.zip")
    assert release.version == "4.7.1"
    assert dict(release.files) == FILES
    assert list(release.files)[-1] == "manifest.json"
    assert release.ignored == 1


def test_styles_may_be_missing() -> None:
    release = read_release(make_archive({name: FILES[name] for name in ("main.js", "manifest.json")}), "x.zip")
    assert list(release.files) == ["main.js", "manifest.json"]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({**FILES, "../main.js": b"x"}, "leads out"),
        ({**FILES, "/etc/x": b"x"}, "leads out"),
        ({**FILES, "C:\\x": b"x"}, "leads out"),
        ({**FILES, "b/manifest.json": FILES["manifest.json"]}, "more than one manifest"),
        ({"a/b/" + name: content for name, content in FILES.items()}, "no manifest"),
        ({"main.js": b"x"}, "no manifest"),
        ({"manifest.json": FILES["manifest.json"]}, "main.js is not beside"),
        ({**FILES, "main.js": b""}, "empty"),
        ({**FILES, "manifest.json": b"{"}, "no JSON"),
        ({**FILES, "manifest.json": b"[]"}, "no object"),
        ({**FILES, "manifest.json": make_manifest(id="dataview")}, "another plugin"),
        ({**FILES, "manifest.json": make_manifest(version="latest")}, "no version"),
        ({**FILES, "manifest.json": make_manifest(version=None)}, "no version"),
        ({**FILES, "manifest.json": make_manifest(minAppVersion=None)}, "no minAppVersion"),
    ],
)
def test_what_is_no_release_is_refused_with_its_reason(files: dict[str, bytes], reason: str) -> None:
    with pytest.raises(ParamsError, match=reason) as caught:
        read_release(make_archive(files), "x.zip")
    assert caught.value.hint


def test_links_and_names_that_come_twice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParamsError, match="a link is in it"):
        read_release(make_archive(link="styles2.css"), "x.zip")
    path = tmp_path / "twice.zip"
    path.write_bytes(make_archive())
    with warnings.catch_warnings(), zipfile.ZipFile(path, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("main.js", "other")
    with pytest.raises(ParamsError, match="twice"):
        read_release_file(path)


def test_sizes_are_bounded_whatever_the_archive_says(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = make_archive({**FILES, "main.js": b"0" * 100_000})
    monkeypatch.setattr(releases, "MOST_FILE_BYTES", 50_000)
    with pytest.raises(ParamsError, match="larger than 50000"):
        read_release(bomb, "x.zip")
    monkeypatch.setattr(releases, "MOST_ARCHIVE_BYTES", 10)
    with pytest.raises(ParamsError, match="larger than 10"):
        read_release(bomb, "x.zip")
    monkeypatch.setattr(releases, "MOST_ARCHIVE_BYTES", 10_000)
    monkeypatch.setattr(releases, "MOST_MEMBERS", 2)
    with pytest.raises(ParamsError, match="more than 2 files"):
        read_release(bomb, "x.zip")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ParamsError, match="cannot be read"):
        read_release_file(tmp_path / "gone.zip")


GOOD = make_archive()


@settings(max_examples=200)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), max_size=8), st.integers(0, len(GOOD)))
def test_a_damaged_archive_is_a_release_or_refused_and_nothing_else(edits: list[tuple[int, int]], cut: int) -> None:
    content = bytearray(GOOD)
    for place, byte in edits:
        content[place] = byte
    for damaged in (bytes(content), GOOD[:cut]):
        try:
            release = read_release(damaged, "x.zip")
        except ParamsError:
            continue
        assert set(release.files) <= set(FILES)
