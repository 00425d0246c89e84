"""CSV files of Readwise."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Highlight, render_highlights
from florilegium.errors import SourceUnavailableError
from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams
from florilegium.sources.account_files import AccountFiles
from florilegium.sources.reader import Reading, Unit
from florilegium.sources.readwise_csv import EXPORT_HEADER, IMPORT_HEADER, ReadwiseCsvReader

EXAMPLE = Path(__file__).parents[2] / "examples" / "readwise-csv" / "readwise-data.csv"
OLD_HEADER = EXPORT_HEADER.removesuffix(",Document tags")
READER = ReadwiseCsvReader(AccountFiles("csv", Path("nowhere")))


def _read(*tables: str | bytes) -> Reading:
    contents = {
        f"{number}.csv": table.encode() if isinstance(table, str) else table for number, table in enumerate(tables)
    }
    return READER.read(Unit("account", ()), contents)


def _rows(reading: Reading) -> list[tuple[str, str, str]]:
    return [(row.path, row.outcome, row.reason) for row in reading.rows if row.reason]


LINE = '"a, ""b""\nc",Soil,Hedda Karrow,B0,"mine:\n- [ ] x",blue,"t,.favorite",page,41,2025-06-28 17:40:02+00:00'


@pytest.mark.parametrize(
    ("table", "tags"),
    [
        pytest.param(f"{OLD_HEADER}\n{LINE}\n", (), id="older_header"),
        pytest.param(f'{EXPORT_HEADER}\r\n{LINE},"x,y"\r\n', ("x", "y"), id="newer_header"),
        pytest.param(f"\ufeff{EXPORT_HEADER}\n{LINE}", (), id="byte_order_mark_and_short_record"),
        pytest.param(f"{OLD_HEADER}\n\n{LINE}\n,,,,,,,,,\n", (), id="blank_records"),
    ],
)
def test_reads_both_generations_of_the_export(table: str, tags: tuple[str, ...]) -> None:
    reading = _read(table)
    (draft,) = reading.drafts
    assert draft.highlights == (Highlight('a, "b"\nc', "mine:\n- [ ] x", ("t", "favorite"), "page 41", "2025-06-28"),)
    assert (draft.original_path, draft.kind, draft.location) == ("csv/Soil (Hedda Karrow)", "book", "library")
    assert (draft.authors, draft.tags, draft.saved) == (("Hedda Karrow",), tags, "2025-06-28")
    assert (draft.origin, draft.authorship) == ("readwise", "other")
    assert draft.text == '# Soil\n\n> a, "b"\n> c\n'
    assert _rows(reading) == []


def test_reads_utf_16() -> None:
    """A spreadsheet saves in another encoding; the file is read all the same."""
    (draft,) = _read(f"{OLD_HEADER}\n{LINE}\n".encode("utf-16")).drafts
    assert draft.title == "Soil"


def test_reads_semicolons() -> None:
    (draft,) = _read("Highlight;Title;Author\na, b;T;A B\n").drafts
    assert (draft.title, draft.highlights) == ("T", (Highlight("a, b"),))


def test_reads_the_import_form() -> None:
    (draft,) = _read(f"{IMPORT_HEADER}\nwords,T,A B,https://example.org/p,mine,12,2026-01-05\n").drafts
    assert draft.highlights == (Highlight("words", "mine", (), "location 12", "2026-01-05"),)
    assert (draft.kind, draft.source_url) == ("article", "https://example.org/p")


def test_a_record_without_highlight_is_a_note_on_the_book() -> None:
    (draft,) = _read(f"{EXPORT_HEADER}\n,Soil,Hedda Karrow,,give back!,,,,,,allotment\n").drafts
    assert (draft.document_note, draft.highlights, draft.tags) == ("give back!", (), ("allotment",))
    assert draft.text == "# Soil\n"


def test_one_book_in_two_files_is_one_draft() -> None:
    """The same highlights exported two or three times are merged, here by text."""
    reading = _read(f"{OLD_HEADER}\n{LINE}\n", f"{OLD_HEADER}\n{LINE}\nnew,SOIL,hedda karrow,,,,,page,2,\n")
    (draft,) = reading.drafts
    assert [item.text for item in draft.highlights] == ["new", 'a, "b"\nc']


def test_discarded_highlights_are_told_and_left_out() -> None:
    reading = _read(f'{OLD_HEADER}\na,Soil,,,,,"x,.discard",,,\n{LINE}\nb,Gone,,,.discard,,,,,\n')
    assert [draft.title for draft in reading.drafts] == ["Soil"]
    assert [draft.original_path for draft in reading.drafts] == ["csv/Soil (Hedda Karrow)"]
    assert _rows(reading) == [("0.csv", "skipped", "discarded")] * 2


@pytest.mark.parametrize(
    ("table", "row"),
    [
        pytest.param("a,b\n1,2\n", ("0.csv", "failed", "unknown_header"), id="unknown_header"),
        pytest.param("Highlight,Title,Title\na,b,c\n", ("0.csv", "failed", "unknown_header"), id="repeated_column"),
        pytest.param("", ("0.csv", "skipped", "empty"), id="empty"),
        pytest.param("\n\n\n", ("0.csv", "skipped", "empty"), id="blank"),
        pytest.param(b"\x00\x01\x02" * 99, ("0.csv", "failed", "binary"), id="binary"),
        pytest.param(f"{IMPORT_HEADER}\na,,,,,,\n", ("0.csv", "failed", "bad_record"), id="no_title"),
        pytest.param(f"{IMPORT_HEADER}\na,b,c,d,e,f,g,h\n", ("0.csv", "failed", "bad_record"), id="too_many_columns"),
        pytest.param(f'{IMPORT_HEADER}\n"a" x,b\n', ("0.csv", "taken", "repaired"), id="quotation_mark_out_of_place"),
    ],
)
def test_a_broken_file_costs_no_other(table: str | bytes, row: tuple[str, str, str]) -> None:
    """One bad item neither aborts an import nor vanishes in silence."""
    reading = _read(table, f"{OLD_HEADER}\n{LINE}\n")
    assert _rows(reading) == [row]
    assert "Soil" in [draft.title for draft in reading.drafts]


def test_an_unknown_header_is_answered_with_the_known_ones() -> None:
    (row,) = _read("a,b\n1,2\n").rows
    assert "'a,b'" in row.detail and EXPORT_HEADER in row.detail and IMPORT_HEADER in row.detail


def test_a_bad_record_is_named_by_its_line() -> None:
    rows = _read(f"{OLD_HEADER}\n{LINE}\nx,,,,,,,,,\n").rows
    assert [row.detail for row in rows if row.outcome == "failed"] == ["the record that ends on line 5 names no title"]


@pytest.mark.parametrize(
    ("place", "kind"),
    [("page", "book"), ("location", "book"), ("order", "article"), ("time_offset", "podcast"), ("", "book")],
)
def test_guesses_the_kind_by_the_form_of_places(place: str, kind: str) -> None:
    (draft,) = _read(f"{OLD_HEADER}\na,T,A B,,,,,{place},7,\n").drafts
    assert draft.kind == kind


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.integers(0, 300), st.binary(max_size=4) | st.sampled_from([b'"', b"\n", b",", b'"\n"', b"\r"]))
def test_never_raises_on_any_bytes(place: int, noise: bytes) -> None:
    table = f"{EXPORT_HEADER}\r\n{LINE},x\r\n,Soil,Hedda Karrow,,n,,,,,,\r\n".encode()
    reading = _read(table[:place] + noise + table[place + 1 :])
    assert reading.rows
    for draft in reading.drafts:
        (draft.text + render_highlights(draft)).encode("utf-8")


def _params(source: SourceParams) -> SnapshotSourcesParams:
    return SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False)


@pytest.mark.parametrize("path", ["data.csv", "."])
def test_scans_a_file_or_a_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "data.csv").write_text(IMPORT_HEADER)
    (tmp_path / "cover.png").write_bytes(b"png")
    source = SourceParams("csv", "readwise_csv", path)
    reader = ReadwiseCsvReader.from_params(source, _params(source), tmp_path)
    (unit,) = reader.scan().units
    assert [file.path for file in unit.inputs] == ["data.csv"]
    assert reader.load(unit.inputs[0]) == IMPORT_HEADER.encode()
    assert [row.reason for row in reader.scan().rows] == ([] if path == "data.csv" else ["attachment"])


def test_a_missing_file_is_unavailable(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError):
        ReadwiseCsvReader(AccountFiles("csv", tmp_path / "data.csv")).scan()


def test_reads_the_example_file() -> None:
    reader = ReadwiseCsvReader(AccountFiles("csv", EXAMPLE))
    (unit,) = reader.scan().units
    reading = reader.read(unit, {file.path: reader.load(file) for file in unit.inputs})
    assert {draft.title: len(draft.highlights) for draft in reading.drafts} == {
        "A Field Guide to Cheap Thermometers": 6,
        "Soil Is a Verb": 1,
        "The Clerk's Memory": 3,
    }
