"""The reader of saved answers of the Readwise account: v2 export pages and v3 list pages, in one folder."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..drafts import Draft
from .account_files import AccountReader
from .decoding import decode_text
from .reader import Reading, Row, Scan, Unit
from .readwise_drafts import draft_entry
from .readwise_entries import join_records
from .readwise_records import JsonFault, Record, iter_records


@dataclass(frozen=True)
class ReadwiseApiReader(AccountReader):
    """A folder of JSON answers, read as a whole: a highlight may lie on another page than its document."""

    def scan(self) -> Scan:
        """List the JSON files as one unit; raises SourceUnavailableError, also where a folder cannot be listed."""
        return self.list_whole((".json", ".jsonl", ".ndjson"))

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
