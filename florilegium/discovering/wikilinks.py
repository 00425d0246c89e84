"""Links on the pages of discovery: each leads to its file from wherever in the vault the page is read."""

import re
from collections import Counter

from ..vault.model import VaultModel
from ..vault.notes import find_stem

_UNLINKABLE = re.compile(r"[\[\]|#^\\\n]|%%")
_MARKS = re.compile(r"[\\\[\]<>`*_#$~|^]|(?<==)=|(?<=%)%")
_NOTE_END = re.compile(r"\.md\Z", re.IGNORECASE)


class LinkWriter:
    """Writes links to the files of one vault."""

    def __init__(self, model: VaultModel) -> None:
        paths = [*model.notes, *(file.path for file in model.files)]
        self._stems = Counter(_fold(find_stem(path)) for path in paths)
        self._titles = {path: note.title for path, note in model.notes.items()}

    def link(self, path: str) -> str:
        """Return a wikilink to a file, by its name where no other file has it; code where no link can be written."""
        stem = find_stem(path)
        target = _NOTE_END.sub("", path)
        if _UNLINKABLE.search(target):
            return f"`{' '.join(path.split())}`"
        if self._stems[_fold(stem)] == 1 and not stem.casefold().endswith(".md"):
            name = target.rpartition("/")[2]
            return f"[[{name}]]"
        return f"[[{target}|{stem}]]" if "/" in target else f"[[{target}]]"


def _fold(name: str) -> str:
    return name.casefold()


def quote_line(text: str) -> str:
    """Return text on one line in which Obsidian reads no link, tag, comment or formula."""
    return _MARKS.sub(lambda match: f"\\{match[0]}", " ".join(text.split()))
