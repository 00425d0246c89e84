"""ZIP archives that nobody vouches for: names confined, sizes bounded, nothing unpacked to disk."""

import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_MEMBER_BYTES = 64_000_000
MAX_ARCHIVE_BYTES = 1_000_000_000  # of all members that are read
_UTF8_FLAG = 0x800
_ENCRYPTED_FLAG = 0x1
_DRIVE = re.compile(r"[A-Za-z]:")


class BadArchiveError(OSError):
    """This is no archive that can be read."""


@dataclass(frozen=True)
class Member:
    """One file of an archive."""

    path: str  # with "/", in Unicode, confined to the archive; as written where `reason` says that it is not safe
    size: int  # bytes when unpacked, as the archive says
    checksum: int
    name: str  # as the archive spells it
    reason: str = ""  # unsafe_name, encrypted, too_large or duplicate_member; "" for a file that can be read


def list_members(path: Path) -> tuple[Member, ...]:
    """Return the files of an archive in its order; raises BadArchiveError."""
    try:
        with zipfile.ZipFile(path) as archive:
            return tuple(_judge_members(archive))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
        raise BadArchiveError(str(error) or "cannot be read") from error


def read_member(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the bytes of one member; raises OSError, also where it is larger than the archive says."""
    try:
        with archive.open(name) as stream:
            content = stream.read(MAX_MEMBER_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, NotImplementedError, RuntimeError, EOFError) as error:
        raise OSError(f"{name}: {error}") from error
    if len(content) > MAX_MEMBER_BYTES:
        raise OSError(f"{name}: larger than {MAX_MEMBER_BYTES} bytes")
    return content


def repair_name(name: str, flags: int) -> str:
    """Return a member's name in Unicode: without the flag it may be UTF-8 that was read as CP437."""
    if flags & _UTF8_FLAG or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except (UnicodeEncodeError, UnicodeDecodeError):
        return name


def confine_name(name: str) -> str:
    """Return the path of a member inside its archive, "" where it leads out of it."""
    if "\0" in name or "\\" in name or name.startswith("/") or _DRIVE.match(name):
        return ""
    parts = [part for part in name.split("/") if part not in ("", ".")]
    return "" if ".." in parts else "/".join(parts)


def _judge_members(archive: zipfile.ZipFile) -> Iterator[Member]:
    seen: set[str] = set()
    total = 0
    for info in archive.infolist():
        if info.is_dir():
            continue
        shown = repair_name(info.filename, info.flag_bits)
        path = confine_name(shown)
        reason = _judge_member(info, path)
        if not reason and path in seen:
            reason = "duplicate_member"
        if not reason and is_text_name(path):
            total += info.file_size
            reason = "too_large" if total > MAX_ARCHIVE_BYTES else ""
        if not reason:
            seen.add(path)
        yield Member(path or shown.replace("\0", ""), info.file_size, info.CRC, info.filename, reason)


def _judge_member(info: zipfile.ZipInfo, path: str) -> str:
    if not path:
        return "unsafe_name"
    if info.flag_bits & _ENCRYPTED_FLAG:
        return "encrypted"
    return "too_large" if is_text_name(path) and info.file_size > MAX_MEMBER_BYTES else ""


def is_text_name(path: str) -> bool:
    """Tell whether a file may hold text of a notebook."""
    return os.path.splitext(path)[1].casefold() in (".html", ".htm", ".json", ".md", ".txt")
