"""What Obsidian itself is told about a vault: ignored paths and the folder of templates."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..project.regular_files import read_regular
from ..sources.decoding import decode_text

CONFIG_FOLDER = ".obsidian"
MAX_BYTES = 1_000_000


@dataclass(frozen=True)
class VaultSettings:
    """The settings that say how a vault is to be read; all empty where there are none."""

    ignore_filters: tuple[str, ...] = ()
    templates_folder: str = ""
    problems: tuple[str, ...] = ()  # names of the settings files that could not be read


def read_settings(root: Path) -> VaultSettings:
    """Return the settings of a vault; opens two files of `.obsidian` by name and nothing of its plugins."""
    problems: list[str] = []
    app = _read_object(root, "app.json", problems)
    templates = _read_object(root, "templates.json", problems)
    filters = app.get("userIgnoreFilters")
    return VaultSettings(
        ignore_filters=tuple(item for item in filters if isinstance(item, str)) if isinstance(filters, list) else (),
        templates_folder=_read_folder(templates, "folder"),
        problems=tuple(problems),
    )


def _read_object(root: Path, name: str, problems: list[str]) -> dict[str, Any]:
    path = root / CONFIG_FOLDER / name
    if not os.path.realpath(path).startswith(os.path.realpath(root) + os.sep):
        problems.append(name)
        return {}
    try:
        value = json.loads(decode_text(read_regular(path, limit=MAX_BYTES)).text or "{}")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        problems.append(name)
        return {}
    return value if isinstance(value, dict) else {}


def _read_folder(settings: dict[str, Any], key: str) -> str:
    value = settings.get(key)
    return value.strip().strip("/") if isinstance(value, str) else ""
