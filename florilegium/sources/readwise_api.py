"""The reader of saved answers of the Readwise account: v2 export pages and v3 list pages, in one folder."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import SourceUnavailableError
from ..params import SnapshotSourcesParams, SourceParams
from .account_files import AccountFiles
from .decoding import decode_text
from .reader import InputFile, Reading, Row, Scan, Unit
from .readwise_drafts import draft_entry
from .readwise_entries import join_records
from .readwise_records import JsonFault, Record, iter_records


@dataclass(frozen=True)
class ReadwiseApiReader:
    """A folder of JSON answers, read as a whole: a highlight may lie on another page than its document."""

    name: str
    root: Path

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> "ReadwiseApiReader":
        """Return the reader of a configured folder; `root` is the project, from which relative paths lead."""
        return cls(source.name, root / source.path)

    @property
    def settings(self) -> str:
        """Nothing but the form changes what it yields."""
        return ""

    def scan(self) -> Scan:
        """List the JSON files as one unit; raises SourceUnavailableError, also where a folder cannot be listed."""
        listing = self._files.list_files()
        if listing.unreadable:
            # A page that cannot be seen may hold the other half of every document.
            raise SourceUnavailableError(
                f"{self.name}: {listing.unreadable[0]}: this folder cannot be listed", hint="correct its permissions"
            )
        pages = tuple(file for file in listing.files if file.path.casefold().endswith((".json", ".jsonl", ".ndjson")))
        others = [self._files.make_row(file.path, "attachment") for file in listing.files if file not in pages]
        units = (Unit("account", pages),) if pages else ()
        return Scan(units, tuple(sorted((*listing.rows, *others), key=lambda row: row.path)))

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError."""
        return self._files.load(file)

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn all pages into one draft a work; a broken page or item gets a failed row and costs no other."""
        records: list[Record] = []
        rows: list[Row] = []
        for path in sorted(contents):
            records += self._read_page(path, contents[path], rows)
        account = join_records([record for record in records if record.kind])
        rows += [self._files.make_row(item.path, item.reason, item.detail) for item in account.dropped]
        return Reading(tuple(draft_entry(entry) for entry in account.entries), tuple(rows))

    @property
    def _files(self) -> AccountFiles:
        return AccountFiles(self.name, self.root)

    def _read_page(self, path: str, content: bytes, rows: list[Row]) -> list[Record]:
        decoded = decode_text(content)
        if decoded.is_binary or not decoded.text.strip():
            rows.append(self._files.make_row(path, "binary" if decoded.is_binary else "empty"))
            return []
        records: list[Record] = []
        fault = ""
        try:
            records.extend(iter_records(path, decoded.text))
        except JsonFault as error:
            fault = str(error)
        for record in records:
            if not record.kind:
                rows.append(self._files.make_row(path, "bad_record", f"{record.place} is no known Readwise item"))
        if fault:
            rows.append(self._files.make_row(path, "bad_json", f"{fault}; {len(records)} items before it were read"))
        else:
            rows.append(self._files.make_taken_row(path, decoded.diagnostics))
        return records
