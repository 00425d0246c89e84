"""What Readwise's plugin leaves in a folder: which files are its own, and which of them make one work."""

import re
from collections.abc import Sequence

from ..vault.front_matter import split_front_matter
from ..vault.mask import mask_opaque
from .characters import fold_name
from .reader import InputFile, Unit

FULL_FOLDER = "full document contents"
SYNC_LOG = "readwise syncs.md"

_HINTS = ("rw-book-cover", "eadwise", "ull Title", "ull title")  # one of them is in every such file; cheap to look for
_COVER = re.compile(r"^!\[rw-book-cover", re.MULTILINE)
_METADATA = re.compile(r"^##[ \t]+Metadata[ \t]*\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_FULL_TITLE = re.compile(r"^[-*+][ \t]+(?:\*\*)?Full Title\b", re.MULTILINE | re.IGNORECASE)
_AUTHOR = re.compile(r"^[-*+][ \t]+(?:\*\*)?Author\b", re.MULTILINE | re.IGNORECASE)
_FRONT_KEY = re.compile(r"^readwise[\w -]*:", re.MULTILINE | re.IGNORECASE)
_SECTION = re.compile(r"^#{1,3}[ \t]+(?:Highlights?\b|New highlights? added\b|Full Document\b)", re.MULTILINE | re.I)
_BACK_LINK = re.compile(r"\]\(https?://(?:[\w-]+\.)?readwise\.io/")


def is_full(path: str) -> bool:
    """Tell whether a file lies in the folder of full texts."""
    if FULL_FOLDER not in fold_name(path):
        return False
    return FULL_FOLDER in [fold_name(part) for part in path.split("/")[:-1]]


def is_sync_log(path: str) -> bool:
    """Tell whether a file is the plugin's log."""
    return fold_name(path.rpartition("/")[2]) == SYNC_LOG


def is_readwise_note(text: str) -> bool:
    """Tell a file that the plugin wrote from a note by the reader: by its structure, wherever it lies.

    It needs a mark that only Readwise leaves (the cover, a full title among the metadata, a property, an author among
    the metadata together with a link back), and a section or a passage as Readwise writes them; code does not count.
    """
    if not any(hint in text for hint in _HINTS):
        return False
    raw, body, _ = split_front_matter(text)
    shown = mask_opaque(body)
    metadata = "\n".join(match[1] for match in _METADATA.finditer(shown))
    linked = _BACK_LINK.search(shown) is not None
    marked = (
        _COVER.search(shown) is not None
        or _FULL_TITLE.search(metadata) is not None
        or (linked and _AUTHOR.search(metadata) is not None)
        or _FRONT_KEY.search(raw or "") is not None
    )
    return marked and (linked or _SECTION.search(shown) is not None)


def pair_vault(files: Sequence[InputFile]) -> list[Unit]:
    """Return the units of a vault: a full text joins the file of highlights under the same Readwise folder."""
    rest = list(files)
    units: list[Unit] = []
    for root in sorted({_find_root(file.path) for file in files if is_full(file.path)}, key=len, reverse=True):
        units += pair_files([file for file in rest if file.path.startswith(root)])
        rest = [file for file in rest if not file.path.startswith(root)]
    units += [Unit(file.path, (file,)) for file in rest]
    return sorted(units, key=lambda unit: unit.key)


def _find_root(path: str) -> str:
    """Return the folder that holds the folder of full texts, "" or with a slash at its end."""
    parts = path.split("/")
    depth = [fold_name(part) for part in parts].index(FULL_FOLDER)
    return "".join(f"{part}/" for part in parts[:depth])


def pair_files(files: Sequence[InputFile]) -> tuple[Unit, ...]:
    """Return one unit a work: a file of highlights takes the full text that lies under its own path, or whose name
    only the two of them have."""
    fulls = [file for file in files if is_full(file.path)]
    notes = [file for file in files if not is_full(file.path)]
    by_path = _index([*fulls], whole=True)
    by_name, rivals = _index(fulls, whole=False), _index(notes, whole=False)
    units: list[Unit] = []
    used: set[str] = set()
    for note in notes:
        name = _key(note.path, whole=False)
        found = by_path.get(_key(note.path, whole=True), [])
        if not found and len(rivals[name]) == 1:
            found = by_name.get(name, [])
        partner = [file for file in found if len(found) == 1 and file.path not in used]
        used |= {file.path for file in partner}
        units.append(Unit(note.path, (note, *partner)))
    units += [Unit(file.path, (file,)) for file in fulls if file.path not in used]
    return tuple(sorted(units, key=lambda unit: unit.key))


def _index(files: Sequence[InputFile], *, whole: bool) -> dict[str, list[InputFile]]:
    found: dict[str, list[InputFile]] = {}
    for file in files:
        found.setdefault(_key(file.path, whole=whole), []).append(file)
    return found


def _key(path: str, *, whole: bool) -> str:
    """Return the folded path without the folder of full texts, or the folded name alone."""
    *folders, name = map(fold_name, path.split("/"))
    return "/".join([*(folder for folder in folders if folder != FULL_FOLDER), name]) if whole else name
