"""What never leaves a vault: private folders, tags and a property; in doubt a note is private."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .front_matter import FrontMatter, parse_front_matter
from .notes import Note
from .properties import fold_key, read_tags
from .resolve import fold_path
from .tags import has_tag


@dataclass(frozen=True)
class PrivacyRules:
    """The rules as the user set them."""

    folders: tuple[str, ...] = ()  # relative to the vault
    tags: tuple[str, ...] = ()  # nested tags are meant too
    flag: str = ""  # a property that makes a note private when it is true; "" for none

    def find_folder(self, path: str) -> str | None:
        """Return the rule that a path falls under, None for none; case and Unicode form do not matter."""
        if not self.folders:
            return None
        key = fold_path(path)
        return next((folder for folder in self.folders if _lies_in(key, folder)), None)

    def find_rule(self, note: Note, text: str) -> str:
        """Return the rule that makes a note private, such as "tag #private", "" for none."""
        blocks = [note.front_matter, *_find_openings(note, text)]
        if self.flag and any(block.has_flag(self.flag) for block in blocks):
            return f"property {self.flag}"
        repeated = [item for block in blocks for item in block.repeated if fold_key(item.key) in ("tag", "tags")]
        written = [*note.tags, *note.hidden_tags, *read_tags(*(item.value for item in repeated))]
        return self.find_tag([*written, *(tag for block in blocks[1:] for tag in block.tags)])

    def find_tag(self, tags: Iterable[str]) -> str:
        """Return the tag rule that one of these tags falls under, "" for none."""
        known = list(tags)
        return next((f"tag #{tag.lstrip('#')}" for tag in self.tags if has_tag(known, tag)), "")


_OPENING = re.compile(r"\s*---[ \t]*\n(.*?)(?:\n---|\n[ \t]*\n|\Z)", re.DOTALL)


def _find_openings(note: Note, text: str) -> list[FrontMatter]:
    """Return what looks like front matter but is none for Obsidian, since its owner may have meant it."""
    if note.body_line > 1 or not text.lstrip("\ufeff \t\n").startswith("---"):
        return []
    match = _OPENING.match(text.lstrip("\ufeff"))
    return [parse_front_matter(match[1])] if match else []


def _lies_in(key: str, folder: str) -> bool:
    wanted = fold_path(folder).strip("/")
    return bool(wanted) and (key == wanted or key.startswith(f"{wanted}/"))
