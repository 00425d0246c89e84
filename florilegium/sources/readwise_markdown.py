"""The reader of Readwise's Markdown: the folder of its Obsidian plugin, or an export."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import SourceUnavailableError
from ..project.params import SnapshotSourcesParams, SourceParams
from .account_files import AccountFiles
from .characters import clean_text, fold_name
from .decoding import decode_text
from .reader import InputFile, Reading, Scan, Unit
from .readwise_folders import is_full, is_sync_log, pair_files
from .readwise_highlights import NO_TEXT
from .readwise_works import draft_work, find_private_rule


@dataclass(frozen=True)
class ReadwiseMarkdownReader:
    """A folder of Markdown files, one work each; a file of highlights and the full text of the work are one unit."""

    files: AccountFiles

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> "ReadwiseMarkdownReader":
        """Return the reader of a configured folder; `root` is the project, from which relative paths lead."""
        return cls(AccountFiles.from_params(source, params, root))

    @property
    def name(self) -> str:
        """What the user calls the account."""
        return self.files.name

    @property
    def settings(self) -> str:
        """All that changes what it yields, as one text."""
        return self.files.settings

    def scan(self) -> Scan:
        """List the works, each with its full text; raises SourceUnavailableError where the folder is missing."""
        listing = self.files.list_files()
        hidden = next((folder for folder in listing.unreadable if is_full(f"{folder}/")), "")
        if hidden:
            raise SourceUnavailableError(
                f"{self.name}: {hidden}: this folder cannot be listed", hint="correct its permissions"
            )
        notes: list[InputFile] = []
        rows = list(listing.rows)
        for file in listing.files:
            reason = _judge_name(file.path)
            if reason:
                rows.append(self.files.make_row(file.path, reason))
            else:
                notes.append(file)
        return Scan(pair_files(notes), tuple(sorted(rows, key=lambda row: row.path)), listing.unreadable)

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError."""
        return self.files.load(file)

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn one work's files into a draft; a file without text gives a row."""
        rows = []
        texts: dict[str, str] = {}
        diagnostics: list[str] = []
        for path in sorted(contents):
            decoded = decode_text(contents[path])
            if decoded.is_binary or not decoded.text.strip():
                rows.append(self.files.make_row(path, "binary" if decoded.is_binary else "empty"))
                continue
            texts[path] = clean_text(decoded.text)
            diagnostics += decoded.diagnostics
        main = unit.key if unit.key in texts else next(iter(texts), "")
        if not main:
            return Reading((), tuple(rows))
        rule = find_private_rule(texts, self.files.private)
        if rule:
            return Reading((), (*rows, self.files.make_private_row(rule, len(texts))))
        full = next((path for path in texts if path != main and is_full(path)), "")
        draft = draft_work(main, texts[main], texts.get(full, ""), tuple(diagnostics))
        repairs = tuple(item for item in draft.diagnostics if item != NO_TEXT)
        rows += [self.files.make_taken_row(path, repairs if path == main else ()) for path in texts]
        return Reading((draft,), tuple(rows))


def _judge_name(path: str) -> str:
    if not fold_name(path).endswith((".md", ".markdown")):
        return "attachment"
    return "sync_log" if is_sync_log(path) else ""
