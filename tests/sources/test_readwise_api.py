"""Saved answers of the Readwise account."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Draft, Highlight, render_highlights
from florilegium.errors import SourceUnavailableError
from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams
from florilegium.sources.account_files import AccountFiles
from florilegium.sources.reader import Reading, Unit
from florilegium.sources.readwise_api import ReadwiseApiReader

EXAMPLES = Path(__file__).parents[2] / "examples" / "readwise"
READER = ReadwiseApiReader(AccountFiles("readwise", Path("nowhere")))


def _read(*pages: object) -> Reading:
    contents = {
        f"page-{number}.json": page if isinstance(page, bytes) else json.dumps(page).encode()
        for number, page in enumerate(pages)
    }
    return READER.read(Unit("account", ()), contents)


def _rows(reading: Reading) -> list[tuple[str, str, str]]:
    return [(row.path, row.outcome, row.reason) for row in reading.rows if row.reason]


def _book(**fields: Any) -> dict[str, Any]:
    return {
        "user_book_id": 9001,
        "is_deleted": False,
        "title": "Field Notes",
        "author": "R. Okafor",
        "source": "reader",
        "unique_url": "https://read.readwise.io/read/01jaaa",
        "summary": "",
        "document_note": "compare w/ Atlas",
        "book_tags": [{"id": 11, "name": "pricing"}],
        "category": "articles",
        "source_url": "https://example.org/p",
        "external_id": "01jaaa",
        "highlights": [_highlight()],
        **fields,
    }


def _highlight(**fields: Any) -> dict[str, Any]:
    return {
        "id": 7001,
        "text": "Buyers anchor on the first number.",
        "location": 120,
        "location_type": "order",
        "note": ".h2 check this",
        "highlighted_at": "2026-01-05T10:00:00Z",
        "external_id": "01jbbb",
        "tags": [{"id": 5, "name": "anchor"}],
        **fields,
    }


def _document(**fields: Any) -> dict[str, Any]:
    return {
        "id": "01jaaa",
        "source_url": "https://example.org/p",
        "title": "Field Notes on Pricing",
        "author": "R. Okafor",
        "category": "article",
        "location": "later",
        "tags": {"pricing": {"name": "pricing"}, "b2b": {"name": "b2b"}},
        "site_name": "example.org",
        "published_date": "2026-01-02",
        "summary": "One line.",
        "html_content": "<h2>Anchors</h2><p>Buyers anchor on the <em>first</em> number.</p>",
        "notes": "",
        "parent_id": None,
        "saved_at": "2026-01-05T09:58:00Z",
        **fields,
    }


def _child(**fields: Any) -> dict[str, Any]:
    return {
        "id": "01jbbb",
        "category": "highlight",
        "parent_id": "01jaaa",
        "content": "Buyers anchor on the first number.",
        "notes": "",
        "tags": {"first": {"name": "first"}},
        "created_at": "2026-01-05T10:00:00Z",
        **fields,
    }


def test_joins_both_interfaces_into_one_draft() -> None:
    note = _child(id="01jccc", category="note", parent_id="01jbbb", content="check this", tags=None)
    reading = _read({"nextPageCursor": 7, "results": [_book()]}, {"results": [note, _child(), _document()]})
    assert reading.drafts == (
        Draft(
            origin="readwise",
            original_path="reader/01jaaa",
            title="Field Notes on Pricing",
            text="# Field Notes on Pricing\n\n## Anchors\n\nBuyers anchor on the *first* number.\n",
            location="library",
            kind="article",
            authorship="other",
            authors=("R. Okafor",),
            publication="example.org",
            published="2026-01-02",
            saved="2026-01-05",
            tags=("pricing", "b2b"),
            summary="One line.",
            headings=("Anchors",),
            source_url="https://example.org/p",
            document_note="compare w/ Atlas",
            highlights=(
                Highlight(
                    "Buyers anchor on the first number.", "check this", ("anchor", "first"), "", "2026-01-05", "01jbbb"
                ),
            ),
        ),
    )
    assert [(row.path, row.outcome) for row in reading.rows] == [("page-0.json", "taken"), ("page-1.json", "taken")]


@pytest.mark.parametrize(
    "book",
    [
        pytest.param(_book(unique_url=None), id="external_id"),
        pytest.param(_book(external_id=None), id="link_into_reader"),
        pytest.param(
            _book(external_id=None, unique_url=None, source_url="http://www.example.org/p/?utm_source=x"), id="address"
        ),
    ],
)
def test_finds_the_document_of_a_book(book: dict[str, Any]) -> None:
    reading = _read([book], [_document()])
    assert [draft.original_path for draft in reading.drafts] == ["reader/01jaaa"]
    assert len(reading.drafts[0].highlights) == 1


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param(
            [[_book(external_id="", unique_url="")], [_document(), _document(id="01jzzz")]], id="two_documents"
        ),
        pytest.param(
            [
                [_book(external_id="", unique_url=""), _book(external_id="", unique_url="", user_book_id=2)],
                [_document()],
            ],
            id="two_books",
        ),
        pytest.param(
            [
                [_book(external_id="", unique_url="", source_url="https://example.org/")],
                [_document(source_url="https://example.org")],
            ],
            id="front_page",
        ),
    ],
)
def test_an_address_that_several_share_joins_nothing(pages: list[object]) -> None:
    paths = [draft.original_path for draft in _read(*pages).drafts]
    assert "books/9001" in paths and len(paths) >= 2


def test_the_order_of_files_and_items_changes_nothing() -> None:
    pages = [_book(), _document(), _child(), _child(id="01jccc", category="note", parent_id="01jbbb", content="hm")]
    assert _read(pages).drafts == _read(list(reversed(pages))).drafts
    assert _read(*[[page] for page in pages]).drafts == _read(*[[page] for page in reversed(pages)]).drafts


def test_same_highlight_under_two_ids_is_one() -> None:
    """The same highlights exported two or three times are merged by Readwise id, then by text."""
    twins = [_highlight(), _highlight(), _highlight(id=7002, external_id="", note="mine", tags=[])]
    (draft,) = _read([_book(highlights=twins)], [_book(highlights=twins)]).drafts
    assert [(item.key, item.note) for item in draft.highlights] == [("01jbbb", "check this\n\nmine")]


@pytest.mark.parametrize(
    ("highlight", "reason"),
    [
        pytest.param(_highlight(is_deleted=True), "deleted", id="deleted"),
        pytest.param(_highlight(is_discard=True), "discarded", id="discarded"),
        pytest.param(_highlight(note=".discard"), "discarded", id="discarded_by_note"),
    ],
)
def test_unwanted_highlights_are_told_and_left_out(highlight: dict[str, Any], reason: str) -> None:
    """Also their telling by the other interface."""
    reading = _read([_book(highlights=[highlight])], [_document(), _child()])
    assert reading.drafts[0].highlights == ()
    assert _rows(reading) == [("books/9001/highlights/7001", "skipped", reason)]


def test_deleted_works_are_told_and_left_out() -> None:
    reading = _read([_book(is_deleted=True)], [_document(id="01jzzz", source_url=None, is_deleted=True)])
    assert reading.drafts == ()
    assert _rows(reading) == [("books/9001", "skipped", "deleted"), ("reader/01jzzz", "skipped", "deleted")]


def test_what_readwise_supplied_is_not_the_readers_mark() -> None:
    reading = _read([_book(category="supplementals", external_id=None, unique_url=None, document_note="")])
    (draft,) = reading.drafts
    assert (draft.kind, draft.authorship, draft.highlights) == ("supplemental", "other", ())
    assert "> Buyers anchor" in draft.text
    assert render_highlights(draft) == ""


def test_a_work_without_text_is_told_by_summary_and_highlights() -> None:
    (draft,) = _read([_document(html_content="", content=None), _child(notes="mine, not theirs")]).drafts
    assert draft.text == "# Field Notes on Pricing\n\nOne line.\n\n> Buyers anchor on the first number.\n"
    assert draft.diagnostics == ("no full text stored",)
    assert draft.highlights[0].note == "mine, not theirs"


@pytest.mark.parametrize(
    ("fields", "name", "expected"),
    [
        pytest.param({"location": "feed"}, "location", "feed", id="feed"),
        pytest.param({"location": "archive"}, "location", "library", id="archive"),
        pytest.param({"location": None}, "location", "library", id="no_location"),
        pytest.param({"tags": ["a", "b"]}, "tags", ("a", "b"), id="tags_as_list"),
        pytest.param({"tags": [{"name": "a"}, 7]}, "tags", ("a",), id="tags_as_objects"),
        pytest.param({"tags": {"a": None}}, "tags", ("a",), id="tag_without_facts"),
        pytest.param({"tags": None}, "tags", (), id="tags_null"),
        pytest.param({"published_date": 1767312000000}, "published", "2026-01-02", id="published_in_milliseconds"),
        pytest.param({"published_date": None}, "published", None, id="published_null"),
        pytest.param({"saved_at": None, "created_at": "2026-01-04T00:00:00Z"}, "saved", "2026-01-04", id="created"),
        pytest.param({"author": None}, "authors", (), id="author_null"),
        pytest.param({"title": None}, "title", "Untitled", id="title_null"),
        pytest.param({"title": "a\ud800\n\u2028b"}, "title", "a\ufffd b", id="title_with_line_separator"),
        pytest.param({"source_url": "mailto:x@example.org"}, "source_url", None, id="address_that_is_none"),
        pytest.param({"category": "epub"}, "kind", "book", id="epub"),
        pytest.param({"category": "rss"}, "kind", "article", id="rss"),
        pytest.param({"category": "video"}, "kind", "video", id="video"),
        pytest.param({"category": "hologram"}, "kind", "article", id="unknown_category"),
        pytest.param(
            {"notes": "Author: me\n- [ ] 10:30 call"}, "document_note", "Author: me\n- [ ] 10:30 call", id="prose"
        ),
        pytest.param(
            {"html_content": None, "content": "# Field Notes on Pricing\n\na <b>"},
            "text",
            "# Field Notes on Pricing\n\na &lt;b>\n",
            id="content_as_markdown",
        ),
    ],
)
def test_reads_every_form_of_a_field(fields: dict[str, Any], name: str, expected: object) -> None:
    """Transcript times, check boxes and prose with colons are never metadata."""
    (draft,) = _read([_document(**fields)]).drafts
    assert getattr(draft, name) == expected


def test_notes_of_both_interfaces_are_kept() -> None:
    (draft,) = _read([_book()], [_document(notes="and with Borea")]).drafts
    assert draft.document_note == "and with Borea\n\ncompare w/ Atlas"


def test_highlights_stand_in_the_order_of_the_text() -> None:
    marks = [_highlight(id=n, external_id="", text=f"t{n}", location=9 - n, location_type="page") for n in range(1, 4)]
    (draft,) = _read([_book(highlights=marks)]).drafts
    assert [item.text for item in draft.highlights] == ["t3", "t2", "t1"]
    assert draft.highlights[0].location == "page 6"


def test_a_note_on_the_document_is_a_document_note() -> None:
    (draft,) = _read([_document(), _child(category="note", content="all of it")]).drafts
    assert (draft.document_note, draft.highlights) == ("all of it", ())


def test_a_highlight_whose_document_is_missing_is_kept_and_says_so() -> None:
    reading = _read([_child(title="Field Notes", source_url="https://example.org/p")])
    (draft,) = reading.drafts
    assert (draft.original_path, draft.title, len(draft.highlights)) == ("reader/01jaaa", "Field Notes", 1)
    assert draft.diagnostics == ("no full text stored", "its document is not among the saved answers")


def test_a_note_on_nothing_is_told() -> None:
    reading = _read([_child(category="note", content="?")], [{"id": 1, "book_id": 5, "text": "a"}])
    assert _rows(reading) == [("books/5/highlights/1", "skipped", "orphan"), ("reader/01jbbb", "skipped", "orphan")]


def test_lists_of_books_and_highlights_are_joined() -> None:
    book = {"id": 5, "title": "T", "category": "books", "num_highlights": 1, "document_note": "d"}
    (draft,) = _read({"results": [book]}, {"results": [{"id": 1, "book_id": 5, "text": "a", "note": "n"}]}).drafts
    assert (draft.original_path, draft.kind, draft.document_note) == ("books/5", "book", "d")
    assert draft.highlights == (Highlight("a", "n", key="1"),)


def test_the_newest_telling_of_a_document_counts() -> None:
    """A page that was fetched without full texts does not take them away."""
    new = _document(title="New", updated_at="2026-02-01", html_content=None)
    old = _document(title="Old", updated_at="2026-01-01")
    (draft,) = _read([new], [old]).drafts
    assert draft.title == "New" and "first" in draft.text


@pytest.mark.parametrize(
    ("page", "rows"),
    [
        pytest.param(b'{"results": [', [("page-0.json", "failed", "bad_json")], id="cut_off"),
        pytest.param(b"", [("page-0.json", "skipped", "empty")], id="empty"),
        pytest.param(b"\x00\x01\x02" * 50, [("page-0.json", "failed", "binary")], id="binary"),
        pytest.param(b"[" * 100_000, [("page-0.json", "failed", "bad_json")], id="too_deep"),
        pytest.param(b"[" + b"9" * 5000 + b"]", [("page-0.json", "failed", "bad_json")], id="endless_number"),
        pytest.param(b'{"results": [7, {"id": ""}]}', [("page-0.json", "failed", "bad_record")] * 2, id="no_items"),
        pytest.param(b'{"detail": "Invalid token."}', [("page-0.json", "failed", "bad_record")], id="error_answer"),
        pytest.param(b'{"results": []}', [], id="page_without_items"),
    ],
)
def test_a_broken_page_costs_no_other(page: bytes, rows: list[tuple[str, str, str]]) -> None:
    """One bad item neither aborts an import nor vanishes in silence: a row each, with file and place."""
    reading = _read(page, [_document()])
    assert _rows(reading) == rows
    assert len(reading.drafts) == 1


def test_a_row_names_file_and_index() -> None:
    reading = _read({"results": [_document(), {"no": "id"}]}, b'{"id": "a", "title": "x", "location": "new"} nonsense')
    assert [row.detail for row in reading.rows if row.outcome == "failed"] == [
        "results[1] is no known Readwise item",
        "line 1, column 46: Expecting value; 1 items before it were read",
    ]
    assert len(reading.drafts) == 2


def test_several_values_in_one_file_are_read() -> None:
    lines = "\n".join(json.dumps(value) for value in (_document(), {"results": [_document(id="b", source_url=None)]}))
    assert len(_read(lines.encode()).drafts) == 2


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("01jaaa"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "id", "text"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(derandomize=True, max_examples=300, deadline=None)
@given(st.data())
def test_never_raises_on_any_record(data: st.DataObject) -> None:
    """Any field of any record may hold anything."""
    records = [_book(), _book(user_book_id=2, highlights=[{"id": 1, "text": "x", "tags": 5}]), _document(), _child()]
    for record in records:
        for name in data.draw(st.lists(st.sampled_from(sorted(record)), max_size=3)):
            record[name] = data.draw(_VALUES)
    reading = _read({"results": records})
    for draft in reading.drafts:
        assert draft.title and draft.kind and draft.original_path
        (draft.text + render_highlights(draft)).encode("utf-8")


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.integers(0, 400), st.binary(max_size=4))
def test_never_raises_on_any_bytes(place: int, noise: bytes) -> None:
    page = json.dumps({"results": [_book(), _document(), _child()]}).encode()
    reading = _read(page[:place] + noise + page[place + 2 :])
    assert reading.rows


def _params(source: SourceParams) -> SnapshotSourcesParams:
    return SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False)


def test_scans_all_files(tmp_path: Path) -> None:
    """Every file is accounted for by a unit or a row; files that hold tokens are never opened."""
    for name in ("b/page.JSON", "a.json", "notes.txt", "cookies.json", ".readwise-cli.json", "plugins/x/data.json"):
        (tmp_path / "rw" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "rw" / name).write_text("[]")
    source = SourceParams("readwise", "readwise_api", "rw")
    reader = ReadwiseApiReader.from_params(source, _params(source), tmp_path)
    scan = reader.scan()
    assert [[file.path for file in unit.inputs] for unit in scan.units] == [["a.json", "b/page.JSON"]]
    assert [(row.path, row.reason) for row in scan.rows] == [
        (".readwise-cli.json", "dot_file"),
        ("cookies.json", "secret"),
        ("notes.txt", "attachment"),
        ("plugins/x/data.json", "secret"),
    ]
    assert reader.load(scan.units[0].inputs[0]) == b"[]"
    assert reader.name == "readwise"


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_missing_folder_is_unavailable(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceUnavailableError):
        ReadwiseApiReader(AccountFiles("readwise", tmp_path / name)).scan()


def test_a_file_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    """No symlink gets a file read outside of its root."""
    (tmp_path / "rw" / "sub").mkdir(parents=True)
    (tmp_path / "secret.json").write_text("secret")
    (tmp_path / "rw" / "a.json").write_text("[]")
    (tmp_path / "rw" / "sub" / "b.json").write_text("[]")
    reader = ReadwiseApiReader(AccountFiles("readwise", tmp_path / "rw"))
    first, second = reader.scan().units[0].inputs
    (tmp_path / "rw" / "a.json").unlink()
    (tmp_path / "rw" / "a.json").symlink_to(tmp_path / "secret.json")
    (tmp_path / "rw" / "sub").rename(tmp_path / "elsewhere")
    (tmp_path / "rw" / "sub").symlink_to(tmp_path / "elsewhere")
    for file in (first, second):
        with pytest.raises(OSError):
            reader.load(file)
    assert [row.reason for row in reader.scan().rows] == ["symlink_outside", "symlink_outside"]


def test_reads_the_example_account() -> None:
    reader = ReadwiseApiReader(AccountFiles("readwise", EXAMPLES))
    (unit,) = reader.scan().units
    reading = reader.read(unit, {file.path: reader.load(file) for file in unit.inputs})
    drafts = {draft.title: draft for draft in reading.drafts}
    assert len(drafts) == len(reading.drafts)
    first = drafts["Files Beat Databases for Agent Memory"]
    assert (len(first.highlights), first.location, first.saved) == (6, "library", "2026-01-15")
    assert all(item.text in first.text.replace("‑", "-").replace("’", "'") for item in first.highlights)
    assert "Most read" not in drafts["Progressive Disclosure Is Table Manners"].text
    assert {row.reason for row in reading.rows} == {"", "deleted", "discarded"}
