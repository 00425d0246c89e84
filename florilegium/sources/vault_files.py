"""Which files of a vault are read, told from their names, and why the others are not."""

import re

from ..vault.notes import Note

REASONS = {
    "attachment": "This is no note; notes that embed it are read.",
    "bad_canvas": "The canvas is not valid JSON, so nothing on it could be read.",
    "bad_filter": "",
    "bad_name": "Its name is not valid UTF-8; rename it.",
    "bad_settings": "This file of Obsidian's settings cannot be read, so its rules do not hold.",
    "binary": "It is named like a note and holds no text.",
    "conflict": "A sync service left this copy; merge it into the note and remove it.",
    "dot_file": "A file whose name begins with a dot is hidden in Obsidian.",
    "dot_folder": "Folders whose names begin with a dot hold settings and secrets; no note was taken from them.",
    "empty": "There is nothing in it.",
    "excalidraw": "A drawing is stored as compressed data and holds no prose.",
    "excluded": "A pattern under exclude leaves it out.",
    "ignored_by_obsidian": "Obsidian's own list of excluded files names it.",
    "no_text": "A base holds views of notes and no text.",
    "not_a_file": "This is a pipe, socket or device.",
    "not_downloaded": "It lies in iCloud only; download it.",
    "not_included": "No pattern under include takes it in.",
    "private": "Private by the rule named; neither name nor text was kept.",
    "read_by_other_source": "Another configured source reads it, or this pipeline works there.",
    "same_name": "Its name differs from that of another note in Unicode form only; rename one.",
    "symlink_broken": "This link leads to nothing.",
    "symlink_inside": "This link leads to a file or folder of the vault, which is read under its own name.",
    "symlink_outside": "This link leads out of the vault and was not followed.",
    "sync_log": "This is the log of Readwise's plugin.",
    "template": "Templates are forms and no notes.",
    "too_large": "It is larger than a note can be.",
    "trash": "It was thrown away.",
    "unreadable": "It cannot be read; correct its permissions.",
}

_CONFLICT = re.compile(
    r"\([^()]*conflict(?:ed)?\b[^()]*\)|\.sync-conflict-\d{8}-\d{6}|[ _-]conflict-\d{8}[-_]\d{6}", re.IGNORECASE
)


def judge_name(path: str, size: int) -> str:
    """Return why a file is not read, by its name and size, "" for a note or canvas that is."""
    name = path.rpartition("/")[2].casefold()
    if name.endswith((".excalidraw", ".excalidraw.md")):
        return "excalidraw"
    if name.endswith(".base"):
        return "no_text"
    if not name.endswith((".md", ".canvas")):
        return "attachment"
    if _CONFLICT.search(name):
        return "conflict"
    return "" if size else "empty"


def judge_content(note: Note) -> str:
    """Return why a note is not read, by what it holds, "" for one that is."""
    return "excalidraw" if note.front_matter.get("excalidraw_plugin") is not None else ""
