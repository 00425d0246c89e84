"""ZIP archives that nobody vouches for."""

import zipfile
from pathlib import Path

import pytest

from florilegium.sources import archives
from florilegium.sources.archives import BadArchiveError, confine_name, list_members, read_member, repair_name


def _make(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content)
    return path


def _patch(path: Path, old: bytes, new: bytes) -> None:
    content = path.read_bytes()
    assert old in content and len(old) == len(new)
    path.write_bytes(content.replace(old, new))


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("a/b.html", "a/b.html"),
        ("./a//b.html", "a/b.html"),
        ("../b.html", ""),
        ("a/../../b.html", ""),
        ("/etc/passwd", ""),
        ("C:\\b.html", ""),
        ("C:b.html", ""),
        ("a\\..\\b.html", ""),
        ("a\0b", ""),
        ("", ""),
    ],
)
def test_confines_names(name: str, path: str) -> None:
    """Path traversal: no name leads out of the archive."""
    assert confine_name(name) == path


def test_repairs_utf_8_that_was_read_as_cp437() -> None:
    mojibake = "Handbok för.html".encode().decode("cp437")
    assert repair_name(mojibake, 0) == "Handbok för.html"
    assert repair_name(mojibake, 0x800) == mojibake
    assert repair_name("Handbok för.html".encode("cp437").decode("cp437"), 0) == "Handbok för.html"


def test_a_file_under_two_spellings_is_read_once(tmp_path: Path) -> None:
    path = _make(tmp_path / "x.zip", ("för.html", b"a"), ("f__r.html", b"a"))
    _patch(path, b"f__r.html", "för.html".encode())
    assert [(member.path, member.reason) for member in list_members(path)] == [
        ("för.html", ""),
        ("för.html", "duplicate_member"),
    ]


def test_judges_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip bomb is refused by the size that it declares, before anything is unpacked."""
    monkeypatch.setattr(archives, "MAX_MEMBER_BYTES", 100)
    monkeypatch.setattr(archives, "MAX_ARCHIVE_BYTES", 150)
    members = [
        ("a.html", b"x" * 90),
        ("b.html", b"x" * 101),
        ("c.mp3", b"x" * 500),
        ("d.json", b"x" * 90),
        ("../e", b""),
    ]
    found = list_members(_make(tmp_path / "x.zip", *members))
    assert [member.reason for member in found] == ["", "too_large", "", "too_large", "unsafe_name"]


def test_an_encrypted_member_is_told(tmp_path: Path) -> None:
    path = _make(tmp_path / "x.zip", ("a.html", b"a"))
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert [member.reason for member in list_members(path)] == ["encrypted"]


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04" + b"\0" * 40])
def test_a_broken_archive_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(BadArchiveError):
        list_members(tmp_path / "x.zip")


def test_a_member_that_lies_or_is_damaged_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _make(tmp_path / "x.zip", ("a.html", b"abcdefgh" * 40))
    with zipfile.ZipFile(path) as archive:
        assert read_member(archive, "a.html") == b"abcdefgh" * 40
        with pytest.raises(OSError):
            read_member(archive, "b.html")
        monkeypatch.setattr(archives, "MAX_MEMBER_BYTES", 10)
        with pytest.raises(OSError):
            read_member(archive, "a.html")
    monkeypatch.undo()
    content = bytearray(path.read_bytes())
    content[content.index(b"PK\x01\x02") - 4] ^= 0xFF
    path.write_bytes(content)
    with zipfile.ZipFile(path) as archive, pytest.raises(OSError):
        read_member(archive, "a.html")
