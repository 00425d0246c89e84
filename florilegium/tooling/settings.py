"""The settings of Smart Connections: the few keys that are known here, merged into a file that keeps all its others.

Keys of paid services can stand in that file: nothing of it is shown but values that are written here or known by name.
"""

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ArtifactError
from ..project.regular_files import read_regular

SETTINGS = ".smart-env/smart_env.json"
MOST_BYTES = 1 << 24
LEAST_LENGTH = 200  # the plugin's own default
DEFAULT_MODEL = "TaylorAI/bge-micro-v2"
_MODEL = ("smart_sources", "embed_model", "transformers", "model_key")
_ADAPTER = ("smart_sources", "embed_model", "adapter")
_FOLDERS = ("smart_sources", "folder_exclusions")

Place = tuple[str, ...]


@dataclass(frozen=True)
class Wishes:
    """What a person asks for; null leaves what is there, or the plugin's default where nothing is."""

    model: str | None = None  # of those that run on this machine
    least_length: int | None = None  # of a note or block that gets a vector, in characters
    without: tuple[str, ...] = ()  # folders that get no vectors, besides those that are there


@dataclass(frozen=True)
class SettingChange:
    """One key that changes."""

    place: Place
    before: str  # as shown; "" where there was nothing
    after: str


def read_least_length(root: Path) -> int:
    """Return from how many characters on a note gets a vector; the plugin's default where that cannot be told."""
    try:
        value = _take(read_object(root), ("smart_sources", "min_chars"))
    except ArtifactError:
        value = None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else LEAST_LENGTH


def read_object(root: Path) -> dict[str, Any]:
    """Return the settings of a vault, none where there is no file; raises ArtifactError, which quotes nothing."""
    content = read_bytes(root)
    try:
        value = json.loads(content.decode("utf-8-sig")) if content else {}
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ArtifactError(f"{SETTINGS}: this is no JSON object", hint="correct it, or let the plugin write it anew")
    return value


def read_bytes(root: Path) -> bytes:
    """Return the bytes of the settings, none where there is no file; raises ArtifactError."""
    path = root / SETTINGS
    hint = "it must be a file of the vault itself that can be read"
    if not path.parent.resolve().is_relative_to(root.resolve()):
        raise ArtifactError(f"{SETTINGS}: this leads out of the vault", hint=hint)
    try:
        content = read_regular(path, follow=False, limit=MOST_BYTES + 1)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise ArtifactError(f"{SETTINGS}: this cannot be read", hint=hint) from error
    if len(content) > MOST_BYTES:
        raise ArtifactError(f"{SETTINGS}: this is larger than {MOST_BYTES} bytes", hint=hint)
    return content


def merge_settings(settings: Mapping[str, Any], wishes: Wishes) -> tuple[dict[str, Any], tuple[SettingChange, ...]]:
    """Return the settings as wished, every other key as it was, and what changes; raises ArtifactError."""
    merged = copy.deepcopy(dict(settings))
    changes: list[SettingChange] = []
    for place, value in _list_wanted(settings, wishes):
        before = _take(settings, place)
        if before == value and type(before) is type(value):
            continue
        _put(merged, place, value)
        changes.append(_describe(place, before, value))
    return merged, tuple(changes)


def format_settings(settings: Mapping[str, Any], before: bytes) -> bytes:
    """Return the bytes of the settings, indented as they were; raises ArtifactError where JSON cannot hold them."""
    indent = None if before.strip() and b"\n" not in before.strip() else 2
    separators = (",", ":") if indent is None else (",", ": ")
    try:
        text = json.dumps(settings, ensure_ascii=False, indent=indent, separators=separators, allow_nan=False)
        return text.encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair, which only an escape can write
        return json.dumps(settings, indent=indent, separators=separators, allow_nan=False).encode("ascii")
    except ValueError as error:
        raise ArtifactError(f"{SETTINGS}: this holds a number that JSON does not know", hint="correct it") from error


def _list_wanted(settings: Mapping[str, Any], wishes: Wishes) -> list[tuple[Place, object]]:
    """Return key and value of all that is to stand in the settings, defaults only where nothing stands yet."""
    wanted: list[tuple[Place, object]] = []
    for place, value, default in (
        (("is_obsidian_vault",), None, True),
        (("smart_sources", "min_chars"), wishes.least_length, LEAST_LENGTH),
        (("smart_blocks", "embed_blocks"), None, True),
        (("smart_blocks", "min_chars"), wishes.least_length, LEAST_LENGTH),
        (_ADAPTER, "transformers" if wishes.model else None, "transformers"),
        (_MODEL, wishes.model, DEFAULT_MODEL if _take(settings, _ADAPTER) in (None, "transformers") else None),
    ):
        chosen = value if value is not None else default if _take(settings, place) is None else None
        if chosen is not None:
            wanted.append((place, chosen))
    known = _list_folders(_take(settings, _FOLDERS))
    added = [folder for folder in dict.fromkeys(wishes.without) if folder not in known]
    if added:
        wanted.append((_FOLDERS, ",".join([*known, *added])))
    return wanted


def _list_folders(value: object) -> list[str]:
    """Return the folders of a list as the plugin writes it, by commas."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else []


def _describe(place: Place, before: object, after: object) -> SettingChange:
    """Return a change as it is shown: of folders only what is added, for the others can be private."""
    if place == _FOLDERS:
        known = _list_folders(before)
        added = [folder for folder in _list_folders(after) if folder not in known]
        return SettingChange(place, "", f"{','.join(added)} (besides those that are there)")
    is_plain = isinstance(before, bool | int) or (isinstance(before, str) and place in (_MODEL, _ADAPTER))
    shown = "" if before is None else json.dumps(before) if is_plain else "(something else)"
    return SettingChange(place, shown, json.dumps(after))


def _take(settings: Mapping[str, Any], place: Place) -> Any:
    """Return what stands at a place, null where nothing does."""
    value: Any = settings
    for name in place:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def _put(settings: dict[str, Any], place: Place, value: object) -> None:
    """Put a value at a place; raises ArtifactError where something else than an object is in the way."""
    for depth, name in enumerate(place[:-1], start=1):
        settings = settings.setdefault(name, {})
        if not isinstance(settings, dict):
            told = ".".join(place[:depth])
            raise ArtifactError(f"{SETTINGS}: {told} is no object", hint="correct it, or let the plugin write it anew")
    settings[place[-1]] = value
