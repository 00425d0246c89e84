"""The reader of Readwise's Markdown: the folder of its Obsidian plugin, or an export."""

from collections.abc import Mapping
from dataclasses import dataclass

from .account_files import AccountReader
from .characters import clean_text, fold_name
from .decoding import decode_text
from .reader import InputFile, Reading, Scan, Unit
from .readwise_folders import is_full, is_sync_log, pair_files
from .readwise_highlights import NO_TEXT
from .readwise_works import draft_work, find_private_rule


@dataclass(frozen=True)
class ReadwiseMarkdownReader(AccountReader):
    """A folder of Markdown files, one work each; a file of highlights and the full text of the work are one unit."""

    def scan(self) -> Scan:
        """List the works, each with its full text; raises SourceUnavailableError where the folder is missing."""
        listing = self.files.list_files()
        self.refuse_hidden([folder for folder in listing.unreadable if is_full(f"{folder}/")])
        notes: list[InputFile] = []
        rows = list(listing.rows)
        for file in listing.files:
            reason = _judge_name(file.path)
            if reason:
                rows.append(self.files.make_row(file.path, reason))
            else:
                notes.append(file)
        return Scan(pair_files(notes), tuple(sorted(rows, key=lambda row: row.path)), listing.unreadable)

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
