"""A release archive of the plugin, which nobody vouches for: three files are taken by name, the rest is left out.

Nothing is unpacked to disk here.
"""

import io
import stat
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import ParamsError
from ..project.regular_files import read_regular
from ..sources.archives import confine_name, read_member
from .plugin import MANIFEST, BadManifestError, read_version

# The manifest comes last: with it the plugin is whole.
TAKEN = ("main.js", "styles.css", MANIFEST)
REQUIRED = ("main.js", MANIFEST)
MOST_ARCHIVE_BYTES = 48_000_000
MOST_FILE_BYTES = 32_000_000
MOST_MEMBERS = 1000
_ENCRYPTED = 0x1
_HINT = "give the archive of a release of Smart Connections, with main.js, manifest.json and styles.css"


@dataclass(frozen=True)
class Release:
    """What an archive brings."""

    version: str
    files: Mapping[str, bytes]  # by name, in the order in which they are written
    ignored: int  # files of the archive that are no part of a plugin


def read_release_file(path: Path) -> Release:
    """Return the release in an archive; raises ParamsError that says why it is none."""
    try:
        content = read_regular(path, limit=MOST_ARCHIVE_BYTES + 1)
    except OSError as error:
        raise ParamsError(f"{path}: this archive cannot be read: {error.strerror}", hint=_HINT) from error
    return read_release(content, str(path))


def read_release(content: bytes, shown: str) -> Release:
    """Return the release in the bytes of an archive; raises ParamsError that says why it is none."""
    if len(content) > MOST_ARCHIVE_BYTES:
        raise ParamsError(f"{shown}: this is larger than {MOST_ARCHIVE_BYTES} bytes", hint=_HINT)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = _list_members(archive)
            chosen = _choose_members(members)
            files = {name: _read(archive, info) for name, info in chosen.items()}
        return Release(read_version(files[MANIFEST]), files, len(members) - len(chosen))
    except (_RefusedError, BadManifestError) as error:
        raise ParamsError(f"{shown}: {error}", hint=_HINT) from error
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError) as error:
        raise ParamsError(f"{shown}: this is no ZIP archive that can be read", hint=_HINT) from error


class _RefusedError(ValueError):
    """An archive is not one of a release; the text says why."""


def _list_members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the files of an archive by their path in it."""
    infos = archive.infolist()
    if len(infos) > MOST_MEMBERS:
        raise _RefusedError(f"this has more than {MOST_MEMBERS} files")
    members: dict[str, zipfile.ZipInfo] = {}
    for info in infos:
        path = confine_name(info.filename)
        if not path:
            raise _RefusedError("a name in it leads out of the archive")
        if stat.S_ISLNK(info.external_attr >> 16):
            raise _RefusedError("a link is in it")
        if info.is_dir():
            continue
        if path in members:
            raise _RefusedError("a name is in it twice")
        members[path] = info
    return members


def _choose_members(members: Mapping[str, zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
    """Return the files of the plugin, which lie at the top or all in one folder."""
    places = [path.removesuffix(MANIFEST) for path in members if path.rpartition("/")[2] == MANIFEST]
    places = [place for place in places if place.count("/") <= 1]
    if len(places) != 1:
        raise _RefusedError(
            f"{'no' if not places else 'more than one'} manifest.json is in it, at top or in one folder"
        )
    chosen = {name: members[places[0] + name] for name in TAKEN if places[0] + name in members}
    missing = [name for name in REQUIRED if name not in chosen]
    if missing:
        raise _RefusedError(f"{', '.join(missing)} is not beside manifest.json")
    return chosen


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.flag_bits & _ENCRYPTED:
        raise _RefusedError("it is encrypted")
    if info.file_size > MOST_FILE_BYTES:
        raise _RefusedError(f"a file in it is larger than {MOST_FILE_BYTES} bytes")
    # The size that an archive names can be a lie; the reader stops at a bound of its own, and this one is smaller.
    content = read_member(archive, info.filename)
    if len(content) > MOST_FILE_BYTES:
        raise _RefusedError(f"a file in it is larger than {MOST_FILE_BYTES} bytes")
    if not content:
        raise _RefusedError("a file in it is empty")
    return content
