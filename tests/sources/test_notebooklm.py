"""NotebookLM's Takeout export."""

import json
import unicodedata
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Draft, render_highlights
from florilegium.errors import SourceUnavailableError
from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams
from florilegium.sources.account_files import AccountFiles
from florilegium.sources.notebooklm import NotebooklmReader
from florilegium.sources.reader import Reading, Scan, Unit

EXAMPLES = Path(__file__).parents[2] / "examples" / "notebooklm"
BOOK = "Takeout/NotebookLM/Pricing"
ANSWER = "The sources agree that buyers anchor on the first number [1] and then forget the second one [2]."


def _describe(title: str, kind: object = "SOURCE_CONTENT_TYPE_PDF", **more: Any) -> str:
    facts = {"originalSourceContentType": kind, "sourceAddedTimestamp": "2026-01-05T10:00:00Z", "wordCount": 3}
    return json.dumps({"title": title, "metadata": facts, **more})


FILES = {
    "Pricing metadata.json": json.dumps({"title": "Pricing: a study"}),
    "Sources/Deck Q3.pdf.html": "<h1>Deck Q3</h1><p>Buyers anchor.</p><h2>More</h2>",
    "Sources/Deck Q3.pdf metadata.json": _describe("Deck Q3.pdf"),
    "Notes/Mine.html": "<title>Mine</title><h1>Mine</h1><p>I doubt it.</p>",
    "Chat History/Chat Session - 1.html": f"<div>USER: <p>Anchors?</p></div><div>MODEL: <p>{ANSWER}</p></div>",
    "Discovered Sources/anchors.json": json.dumps(
        {
            "discoverSourcesJob": {"query": "anchors", "createTime": "2026-01-06T00:00:00Z"},
            "discoverSourcesResults": {
                "discoveredSources": [
                    {"title": "Only an address", "url": "https://example.org"},
                    {"title": "Anchors", "deepResearchMetadata": {"deepResearchReport": "# Report\n\nNone <b>."}},
                ]
            },
        }
    ),
    "Artifacts/Audio metadata.json": "{}",
}


def _reader(path: Path) -> NotebooklmReader:
    source = SourceParams("notebooks", "notebooklm", str(path))
    params = SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False)
    return NotebooklmReader.from_params(source, params, path)


def _write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def _zip(path: Path, files: dict[str, str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return path


def _read(root: Path) -> tuple[Scan, list[Reading]]:
    reader = _reader(root)
    scan = reader.scan()
    return scan, [reader.read(unit, {file.path: reader.load(file) for file in unit.inputs}) for unit in scan.units]


def _drafts(root: Path) -> dict[str, Draft]:
    return {draft.original_path: draft for reading in _read(root)[1] for draft in reading.drafts}


def _read_files(files: dict[str, str | bytes]) -> Reading:
    """Read one notebook from memory."""
    contents = {f"{BOOK}/{name}": text if isinstance(text, bytes) else text.encode() for name, text in files.items()}
    return NotebooklmReader(AccountFiles("notebooks", Path("nowhere"))).read(Unit("Pricing", ()), contents)


def _source(name: str = "Page.html", html: str = "<p>Text.</p>", description: str = "{}") -> Draft:
    base = name.removesuffix(".html")
    (draft,) = _read_files({f"Sources/{name}": html, f"Sources/{base} metadata.json": description}).drafts
    return draft


def test_reads_a_notebook(tmp_path: Path) -> None:
    drafts = _drafts(_write(tmp_path, {f"{BOOK}/{name}": text for name, text in FILES.items()}))
    assert drafts["Pricing/Sources/Deck Q3.pdf.html"] == Draft(
        origin="notebooklm",
        original_path="Pricing/Sources/Deck Q3.pdf.html",
        title="Deck Q3",
        text="# Deck Q3\n\nBuyers anchor.\n\n## More\n",
        location="Pricing: a study",
        kind="pdf",
        authorship="other",
        saved="2026-01-05",
        notebook="Pricing: a study",
        headings=("More",),
    )
    note = drafts["Pricing/Notes/Mine.html"]
    assert (note.title, note.kind, note.authorship, note.text) == (
        "Mine",
        "notebook_note",
        "own",
        "# Mine\n\nI doubt it.\n",
    )
    chat = drafts["Pricing/Chat History/Chat Session - 1.html"]
    assert (chat.title, chat.kind, chat.authorship) == ("Chat Session - 1 (Pricing: a study)", "chat", "mixed")
    report = drafts["Pricing/Discovered Sources/anchors.json#1"]
    assert (report.title, report.kind, report.authorship, report.saved) == (
        "Anchors",
        "discovered",
        "other",
        "2026-01-06",
    )
    assert report.text == "# Anchors\n\n# Report\n\nNone &lt;b>.\n"
    assert len(drafts) == 4 and all(not draft.highlights for draft in drafts.values())


def test_accounts_for_every_file(tmp_path: Path) -> None:
    files = {f"{BOOK}/{name}": text for name, text in FILES.items()}
    strangers = {
        "Takeout/archive_browser.html": "",
        "Takeout/Keep/a.html": "",
        "Takeout/Keep/b.html": "",
        f"{BOOK}/Sources/talk.m4a": "",
        f"{BOOK}/Sources/gone.json": _describe("gone"),
        f"{BOOK}/Sources/cookies.json": "",
        f"{BOOK}/readme.txt": "x",
    }
    scan, readings = _read(_write(tmp_path, {**files, **strangers}))
    rows = [*scan.rows, *(row for reading in readings for row in reading.rows)]
    assert sum(row.files for row in rows) == len(files) + len(strangers)
    assert sorted((row.path.removeprefix("Takeout/"), row.reason) for row in rows if row.reason) == [
        ("", "not_notebooklm"),
        ("Keep/", "not_notebooklm"),
        ("NotebookLM/Pricing/Artifacts/Audio metadata.json", "artifact"),
        ("NotebookLM/Pricing/Sources/cookies.json", "secret"),
        ("NotebookLM/Pricing/Sources/gone.json", "no_text"),
        ("NotebookLM/Pricing/Sources/talk.m4a", "attachment"),
        ("NotebookLM/Pricing/readme.txt", "attachment"),
    ]


@pytest.mark.parametrize(
    "outer",
    ["Takeout/NotebookLM/Pricing", "NotebookLM/Pricing", "Pricing", "Archiv/Notizbücher/Pricing", "a/b/c/Pricing"],
)
def test_finds_notebooks_by_structure(tmp_path: Path, outer: str) -> None:
    """Names of outer folders are translated; the ids of documents do not depend on them."""
    paths = set(_drafts(_write(tmp_path, {f"{outer}/{name}": text for name, text in FILES.items()})))
    assert paths == {
        "Pricing/Sources/Deck Q3.pdf.html",
        "Pricing/Notes/Mine.html",
        "Pricing/Chat History/Chat Session - 1.html",
        "Pricing/Discovered Sources/anchors.json#1",
    }


def test_the_folder_may_be_one_notebook(tmp_path: Path) -> None:
    drafts = _drafts(_write(tmp_path / "Pricing", FILES))
    assert "Pricing/Notes/Mine.html" in drafts


def test_a_notebook_may_be_called_like_its_parent(tmp_path: Path) -> None:
    files = {"NotebookLM/NotebookLM/Sources/a.html": "<p>a</p>", "NotebookLM/Sources/Notes/b.html": "<p>b</p>"}
    assert set(_drafts(_write(tmp_path, files))) == {"NotebookLM/Sources/a.html", "Sources/Notes/b.html"}


def test_translated_inner_folders_are_told_by_what_lies_in_them(tmp_path: Path) -> None:
    files = {
        "N/N metadata.json": '{"title": "N"}',
        "N/Quellen/a.html": "<p>a</p>",
        "N/Quellen/a metadata.json": _describe("A", 5),
        "N/Notizen/b.html": "<p>b</p>",
    }
    drafts = _drafts(_write(tmp_path, files))
    assert (drafts["N/Quellen/a.html"].title, drafts["N/Quellen/a.html"].kind) == ("A", "web")
    assert drafts["N/Notizen/b.html"].authorship == "mixed"


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("SOURCE_CONTENT_TYPE_PDF", "pdf"),
        ("URL", "web"),
        ("SOURCE_CONTENT_TYPE_YOUTUBE_VIDEO", "video"),
        ("SOURCE_CONTENT_TYPE_GOOGLE_DOC", "doc"),
        ("SOURCE_CONTENT_TYPE_TEXT", "text"),
        (17, "book"),
        (99, "source"),
        ("SOURCE_CONTENT_TYPE_NEW", "source"),
        (None, "source"),
    ],
)
def test_the_kind_comes_from_the_type(kind: object, expected: str) -> None:
    assert _source(description=_describe("x", kind)).kind == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param(
            '<link rel="canonical" href="https://e.example.org/p"><p>x</p>', "https://e.example.org/p", id="canonical"
        ),
        pytest.param(
            '<a href="https://e.example.org/p">Original URL</a>', "https://e.example.org/p", id="original_url"
        ),
        pytest.param(
            '<a href="https://e.example.org/p">My Page</a> x', "https://e.example.org/p", id="bears_the_title"
        ),
        pytest.param(
            '<a href="https://e.example.org/p">permalink</a> <a href="https://www.e.example.org/p/">My page</a>',
            "https://e.example.org/p",
            id="two_that_agree",
        ),
        pytest.param(
            '<a href="https://e.example.org/p">permalink</a> <a href="https://e.example.org/q">My page</a>',
            None,
            id="two_that_differ",
        ),
        pytest.param('<a href="https://e.example.org/p">here</a>', None, id="any_link"),
        pytest.param('<a href="javascript:x">permalink</a> x', None, id="address_that_is_none"),
        pytest.param("<p>x</p>", None, id="none"),
    ],
)
def test_recovers_an_address_only_without_doubt(html: str, expected: str | None) -> None:
    assert _source(html=html, description=_describe("My page", "URL")).source_url == expected


def test_a_video_has_its_channel_and_address() -> None:
    video = {"channelName": "Small Tools", "videoId": "mEm0ry-Pan3l"}
    draft = _source(description=_describe("Talk", "YOUTUBE_VIDEO", youtubeMetadata=video))
    assert (draft.authors, draft.source_url) == (("Small Tools",), "https://www.youtube.com/watch?v=mEm0ry-Pan3l")
    other = _source(description=_describe("Talk", "YOUTUBE_VIDEO", youtubeMetadata={"videoId": "x y"}))
    assert other.source_url is None


@pytest.mark.parametrize(
    ("page", "description"),
    [
        ("a.pdf.html", "a.pdf metadata.json"),
        ("a.pdf.html", "a.pdf.json"),
        ("a.pdf.html", "a metadata.json"),
        ("a.pdf.html", "A.PDF metadata.json"),
        ("a(1).html", "a metadata(1).json"),
        ("a(1).html", "a(1) metadata.json"),
        (unicodedata.normalize("NFD", "ä.html"), unicodedata.normalize("NFC", "ä metadata.json")),
    ],
)
def test_finds_the_description_of_a_page(page: str, description: str) -> None:
    reading = _read_files({f"Sources/{page}": "<p>x</p>", f"Sources/{description}": _describe("Title.pdf.html")})
    assert [draft.title for draft in reading.drafts] == ["Title"]
    assert [row.outcome for row in reading.rows] == ["taken", "taken"]


def test_a_cut_name_is_matched_by_title() -> None:
    page = "<title>A very long name of a source</title><p>x</p>"
    files: dict[str, str | bytes] = {
        "Sources/A very long name.html": page,
        "Sources/A very lo metadata.json": _describe("A very long name of a source"),
    }
    assert _read_files(files).drafts[0].kind == "pdf"


def test_a_source_without_description_is_read() -> None:
    (draft,) = _read_files({"Sources/a.b.html": "<title>Page</title><p>x</p>"}).drafts
    assert (draft.title, draft.kind, draft.saved, draft.notebook) == ("Page", "source", None, "Pricing")


@pytest.mark.parametrize("html", ["", "<p></p>", "<title>Voice memo</title><body></body>"])
def test_a_source_without_text_is_skipped(html: str) -> None:
    reading = _read_files({"Sources/a.m4a.html": html, "Sources/a.m4a.json": _describe("a", "AUDIO")})
    assert reading.drafts == ()
    assert [(row.outcome, row.reason) for row in reading.rows if row.reason] == [("skipped", "empty")]


SOURCE = "Sources/Registry manual 1934.pdf.html"


@pytest.mark.parametrize(
    ("note", "authorship"),
    [
        pytest.param(f"<p>{ANSWER}</p>", "mixed", id="an_answer_of_the_chat"),
        pytest.param(
            f"<p>I like this:</p><blockquote>{ANSWER}</blockquote><p>Or not.</p>", "mixed", id="answer_and_thought"
        ),
        pytest.param(
            "<p>One [1], two [2].</p><ol><li>Registry manual 1934.pdf</li></ol>", "mixed", id="cites_by_number"
        ),
        pytest.param("<p>One [1], two [2].</p><p>[1] Registry manual 1934</p>", "mixed", id="cites_in_lines"),
        pytest.param("<p>One [1], two [2].</p><ol><li>My own list</li></ol>", "own", id="numbers_and_another_list"),
        pytest.param("<p>As § 4 says.</p><ol><li>Registry manual 1934.pdf</li></ol>", "own", id="list_without_numbers"),
        pytest.param("<p>Anchors?</p>", "own", id="words_of_the_question"),
        pytest.param("<p>The sources agree that I should stop.</p>", "own", id="sounds_like_a_model"),
    ],
)
def test_tells_a_saved_answer_from_a_thought(note: str, authorship: str) -> None:
    """Own words and a model's words stay apart, and only sure signs count."""
    files: dict[str, str | bytes] = {
        SOURCE: "<p>§ 4</p>",
        "Notes/n.html": note,
        "Chat History/c.html": FILES["Chat History/Chat Session - 1.html"],
    }
    reading = _read_files(files)
    (draft,) = [draft for draft in reading.drafts if draft.kind == "notebook_note"]
    assert draft.authorship == authorship
    assert bool(draft.diagnostics) == (authorship == "mixed")
    assert render_highlights(draft) == ""


def test_several_notes_in_one_page_are_several_drafts() -> None:
    reading = _read_files({"Notes.html": "<title>Notes</title><h1>A</h1><p>a</p><h1>B</h1><p>b</p>"})
    assert [(draft.original_path, draft.title, draft.text) for draft in reading.drafts] == [
        ("Pricing/Notes.html#1", "A", "# A\n\na\n"),
        ("Pricing/Notes.html#2", "B", "# B\n\nb\n"),
    ]


@pytest.mark.parametrize(
    ("name", "content", "outcome"),
    [
        pytest.param("Sources/a metadata.json", b"{", ("failed", "bad_json"), id="bad_description"),
        pytest.param("Sources/a metadata.json", b"[" * 100_000, ("failed", "bad_json"), id="description_too_deep"),
        pytest.param("Sources/a metadata.json", b"[]", ("failed", "bad_record"), id="description_that_is_no_object"),
        pytest.param("Sources/b.html", b"\x00\x01\x02" * 99, ("failed", "binary"), id="binary_page"),
        pytest.param("Discovered Sources/q.json", b"{}", ("skipped", "no_report"), id="no_report"),
        pytest.param("Chat History.html", b"", ("skipped", "empty"), id="empty_chat"),
        pytest.param("Notes/x.html", b"<p> </p>", ("skipped", "empty"), id="empty_note"),
        pytest.param("Discovered Sources/q.html", b"<p>x</p>", ("skipped", "attachment"), id="page_where_none_belongs"),
    ],
)
def test_a_broken_file_costs_no_other(name: str, content: bytes, outcome: tuple[str, str]) -> None:
    """One bad file neither aborts an import nor vanishes in silence."""
    reading = _read_files({"Sources/a.html": "<p>x</p>", name: content})
    assert [(row.outcome, row.reason) for row in reading.rows if row.reason] == [outcome]
    assert [draft.original_path for draft in reading.drafts] == ["Pricing/Sources/a.html"]


def test_reads_an_archive_like_a_folder(tmp_path: Path) -> None:
    files = {f"{BOOK}/{name}": text for name, text in FILES.items()}
    from_folder = _drafts(_write(tmp_path / "folder", files))
    _zip(tmp_path / "zips" / "takeout-20260105T100000Z-001.zip", files)
    assert _drafts(tmp_path / "zips") == from_folder
    assert _drafts(tmp_path / "zips" / "takeout-20260105T100000Z-001.zip") == from_folder
    assert len(from_folder) == 4


def test_parts_of_one_export_are_one_notebook(tmp_path: Path) -> None:
    files = [(f"{BOOK}/{name}", text) for name, text in FILES.items()]
    _zip(tmp_path / "takeout-20260105T100000Z-001.zip", dict(files[:3]))
    _zip(tmp_path / "takeout-20260105T100000Z-002.zip", dict(files[2:]))
    scan, readings = _read(tmp_path)
    assert len(scan.units) == 1 and len(readings[0].drafts) == 4
    assert [row.reason for row in scan.rows] == ["artifact", "duplicate_member"]


def test_the_latest_export_counts(tmp_path: Path) -> None:
    old = {"Takeout/NotebookLM/A/Notes/x.html": "<p>old</p>", "Takeout/NotebookLM/A/Notes/gone.html": "<p>old</p>"}
    _zip(tmp_path / "takeout-20260105T100000Z-001.zip", {**old, "Takeout/NotebookLM/B/Notes/y.html": "<p>b</p>"})
    _zip(tmp_path / "takeout-20260205T100000Z-001.zip", {"Takeout/NotebookLM/A/Notes/x.html": "<p>new</p>"})
    scan, _ = _read(tmp_path)
    assert {path: draft.text for path, draft in _drafts(tmp_path).items()} == {
        "A/Notes/x.html": "# x\n\nnew\n",
        "B/Notes/y.html": "# y\n\nb\n",
    }
    assert [(row.reason, row.files) for row in scan.rows] == [("superseded", 2)]


def test_a_broken_archive_is_never_taken_for_a_deletion(tmp_path: Path) -> None:
    path = _zip(tmp_path / "takeout.zip", {f"{BOOK}/Notes/x.html": "<p>x</p>"})
    reader = _reader(tmp_path)
    (file,) = reader.scan().units[0].inputs
    assert file.path == f"takeout.zip/{BOOK}/Notes/x.html" and reader.load(file) == b"<p>x</p>"
    path.write_bytes(b"PK")
    scan = reader.scan()
    assert (scan.units, scan.unreadable) == ((), ("takeout.zip",))
    assert [(row.path, row.outcome, row.reason) for row in scan.rows] == [("takeout.zip", "failed", "bad_archive")]
    with pytest.raises(OSError):
        reader.load(file)


def test_unsafe_members_get_failed_rows(tmp_path: Path) -> None:
    _zip(tmp_path / "takeout.zip", {f"{BOOK}/Notes/x.html": "<p>x</p>", "../../evil.html": "<p>y</p>"})
    scan, _ = _read(tmp_path)
    assert [(row.path, row.outcome, row.reason) for row in scan.rows] == [
        ("takeout.zip/../../evil.html", "failed", "unsafe_name")
    ]


def test_a_member_that_is_gone_cannot_be_loaded(tmp_path: Path) -> None:
    path = _zip(tmp_path / "takeout.zip", {f"{BOOK}/Notes/x.html": "<p>x</p>"})
    (file,) = _reader(tmp_path).scan().units[0].inputs
    _zip(path, {f"{BOOK}/Notes/y.html": "<p>x</p>"})
    with pytest.raises(OSError):
        _reader(tmp_path).load(file)


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_a_missing_export_is_unavailable(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceUnavailableError):
        _reader(tmp_path / name).scan()


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.sampled_from(sorted(FILES)), st.integers(0, 300), st.binary(max_size=4), st.text(max_size=4))
def test_never_raises_on_any_bytes(name: str, place: int, noise: bytes, folder: str) -> None:
    contents = {file: text.encode() for file, text in FILES.items()}
    contents[name] = contents[name][:place] + noise + contents[name][place + 1 :]
    reading = NotebooklmReader(AccountFiles("n", Path("nowhere"))).read(
        Unit(folder, ()), {f"{folder}/{file}": content for file, content in contents.items()}
    )
    assert len(reading.rows) == len(FILES)
    for draft in reading.drafts:
        assert draft.title
        draft.text.encode("utf-8")


_VALUES = st.none() | st.integers() | st.text(max_size=3) | st.lists(st.none(), max_size=1) | st.just({"title": 1})


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.data())
def test_never_raises_on_any_description(data: st.DataObject) -> None:
    """Any field of any JSON file may hold anything."""
    files = dict(FILES)
    for name in ("Sources/Deck Q3.pdf metadata.json", "Discovered Sources/anchors.json", "Pricing metadata.json"):
        value = json.loads(files[name])
        for key in sorted(value):
            if data.draw(st.booleans()):
                value[key] = data.draw(_VALUES)
            elif isinstance(value[key], dict):
                value[key] = {inner: data.draw(_VALUES) for inner in value[key]}
        files[name] = json.dumps(value)
    reading = _read_files(dict(files))
    assert len(reading.rows) == len(FILES) and len(reading.drafts) >= 3


def test_reads_the_example_export() -> None:
    drafts = _drafts(EXAMPLES)
    mixed = {draft.title for draft in drafts.values() if draft.kind == "notebook_note" and draft.authorship == "mixed"}
    assert mixed == {"Separating forgetting from deletion", "Shade as the dominant mechanism"}
    assert len([draft for draft in drafts.values() if draft.authorship == "own"]) == 4
    page = drafts["Agent memory study/Sources/When to Say I No Longer Know.html"]
    assert page.source_url == "https://smallproofs.example.org/no-longer-know"
    assert "| phone number | 9 years |" in page.text
    assert (
        drafts["City heat reader/Sources/Handbok för gatuträd, kap. 6.pdf.html"].title == "Handbok för gatuträd, kap. 6"
    )
