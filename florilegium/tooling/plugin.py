"""The plugin Smart Connections as it lies in a vault: installed or not, which version, turned on or not."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from ..project.regular_files import read_regular
from ..vault.settings import CONFIG_FOLDER

PLUGIN = "smart-connections"
PLUGIN_FOLDER = f"{CONFIG_FOLDER}/plugins/{PLUGIN}"
MANIFEST = "manifest.json"
MOST_BYTES = 1 << 20  # of a manifest or a list of plugins; real ones have some hundred
_VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){1,3}(?:-[0-9A-Za-z.-]{1,40})?")

PluginState = Literal["absent", "broken", "disabled", "enabled"]


@dataclass(frozen=True)
class Plugin:
    """What is there of the plugin."""

    state: PluginState
    version: str | None  # null where there is no manifest that can be read


class BadManifestError(ValueError):
    """A manifest is not one of Smart Connections; the text says why."""


def find_plugin(root: Path) -> Plugin:
    """Return what a vault has of the plugin; it never raises."""
    folder = root / PLUGIN_FOLDER
    try:
        version = read_version(read_bounded(folder / MANIFEST))
    except FileNotFoundError:
        return Plugin("broken" if (folder / "main.js").is_file() else "absent", None)
    except (OSError, BadManifestError):
        return Plugin("broken", None)
    if not (folder / "main.js").is_file():
        return Plugin("broken", version)
    return Plugin("enabled" if PLUGIN in _list_enabled(root) else "disabled", version)


def read_version(content: bytes) -> str:
    """Return the version that a manifest names; raises BadManifestError where it is not one of the plugin."""
    try:
        manifest: Any = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadManifestError("manifest.json is no JSON") from error
    if not isinstance(manifest, dict):
        raise BadManifestError("manifest.json holds no object")
    if manifest.get("id") != PLUGIN:
        raise BadManifestError(f"manifest.json is of another plugin than {PLUGIN}")
    for name in ("name", "minAppVersion"):
        if not isinstance(manifest.get(name), str) or not manifest[name]:
            raise BadManifestError(f"manifest.json has no {name}")
    version = manifest.get("version")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        raise BadManifestError("manifest.json names no version")
    return version


def read_bounded(path: Path) -> bytes:
    """Return the bytes of a small file; raises OSError for a larger one, for a link and for what is no file."""
    content = read_regular(path, follow=False, limit=MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(f"{path.name} is larger than {MOST_BYTES} bytes")
    return content


def _list_enabled(root: Path) -> list[object]:
    """Return the plugins that are turned on; none where the list cannot be read."""
    try:
        found = json.loads(read_bounded(root / CONFIG_FOLDER / "community-plugins.json").decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []
