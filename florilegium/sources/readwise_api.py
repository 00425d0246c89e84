"""The reader of saved answers of the Readwise account: v2 export pages and v3 list pages, in one folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..drafts import Draft
from ..errors import SourceUnavailableError
from ..project.params import SnapshotSourcesParams, SourceParams
from .account_files import AccountFiles
from .decoding import decode_text
from .reader import InputFile, Reading, Row, Scan, Unit
from .readwise_drafts import draft_entry
from .readwise_entries import join_records
from .readwise_records import JsonFault, Record, iter_records


@dataclass(frozen=True)
class ReadwiseApiReader:
    """A folder of JSON answers, read as a whole: a highlight may lie on another page than its document."""

    files: AccountFiles

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> "ReadwiseApiReader":
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
        """List the JSON files as one unit; raises SourceUnavailableError, also where a folder cannot be listed."""
        listing = self.files.list_files()
        if listing.unreadable:
            # A page that cannot be seen may hold the other half of every document.
            raise SourceUnavailableError(
                f"{self.name}: {listing.unreadable[0]}: this folder cannot be listed", hint="correct its permissions"
            )
        pages = tuple(file for file in listing.files if file.path.casefold().endswith((".json", ".jsonl", ".ndjson")))
        others = [self.files.make_row(file.path, "attachment") for file in listing.files if file not in pages]
        units = (Unit("account", pages),) if pages else ()
        return Scan(units, tuple(sorted((*listing.rows, *others), key=lambda row: row.path)))

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError."""
        return self.files.load(file)

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn all pages into one draft a work; a broken page or item gets a failed row and costs no other."""
        records: list[Record] = []
        rows: list[Row] = []
        for path in sorted(contents):
            records += self._read_page(path, contents[path], rows)
        account = join_records([record for record in records if record.kind])
        rows += [self.files.make_row(item.path, item.reason, item.detail) for item in account.dropped]
        drafts: list[Draft] = []
        for entry in account.entries:
            draft = draft_entry(entry, self.files.private)
            rule = self.files.private.find_tag(draft.tags)
            if rule:
                rows.append(self.files.make_private_row(rule))
            else:
                drafts.append(draft)
        return Reading(tuple(drafts), tuple(rows))

    def _read_page(self, path: str, content: bytes, rows: list[Row]) -> list[Record]:
        decoded = decode_text(content)
        if decoded.is_binary or not decoded.text.strip():
            rows.append(self.files.make_row(path, "binary" if decoded.is_binary else "empty"))
            return []
        records: list[Record] = []
        fault = ""
        try:
            records.extend(iter_records(path, decoded.text))
        except JsonFault as error:
            fault = str(error)
        for record in records:
            if not record.kind:
                rows.append(self.files.make_row(path, "bad_record", f"{record.place} is no known Readwise item"))
        if fault:
            rows.append(self.files.make_row(path, "bad_json", f"{fault}; {len(records)} items before it were read"))
        else:
            rows.append(self.files.make_taken_row(path, decoded.diagnostics))
        return records
