"""Invented release archives of Smart Connections, good and broken ones."""

import io
import json
import stat
import zipfile
from collections.abc import Mapping

MANIFEST = {"id": "smart-connections", "name": "Smart Connections", "version": "4.7.1", "minAppVersion": "1.1.0"}
FILES = {"main.js": b"// code", "manifest.json": json.dumps(MANIFEST).encode(), "styles.css": b"a {}"}


def make_archive(files: Mapping[str, bytes] = FILES, *, folder: str = "", link: str = "") -> bytes:
    """Return the bytes of an archive, with a symbolic link in it where one is named."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(folder + name, content)
        if link:
            info = zipfile.ZipInfo(link)
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, "/etc/passwd")
    return stream.getvalue()


def make_manifest(**changes: object) -> bytes:
    """Return a manifest with other values; None takes a key out."""
    merged = {**MANIFEST, **changes}
    return json.dumps({key: value for key, value in merged.items() if value is not None}).encode()
