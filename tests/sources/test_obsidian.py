"""The reader of an Obsidian vault."""

import os
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.drafts import Draft, Highlight
from florilegium.errors import ParamsError, SourceUnavailableError
from florilegium.project.params import PrivateParams, SnapshotSourcesParams, SourceParams
from florilegium.sources.account_files import AccountFiles
from florilegium.sources.obsidian import ObsidianReader
from florilegium.sources.reader import InputFile, Reading, Row, Scan, Unit
from florilegium.sources.readwise_markdown import ReadwiseMarkdownReader
from florilegium.vault.privacy import PrivacyRules
from florilegium.vault.walk import Walk

RULES = PrivacyRules(folders=("Life/Private",), tags=("private",), flag="private")


def write_vault(root: Path, files: dict[str, str | bytes]) -> Path:
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return root


def read_one(path: str, content: str | bytes, private: PrivacyRules | None = None) -> Reading:
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    reader = ObsidianReader("vault", Path("unused"), private=private)
    return reader.read(Unit(path, (InputFile(path, len(data), 0),)), {path: data})


def draft_one(path: str, content: str | bytes) -> Draft:
    return read_one(path, content).drafts[0]


def list_keys(scan: Scan) -> list[str]:
    return [unit.key for unit in scan.units]


def list_reasons(scan: Scan) -> dict[str, str]:
    return {row.path: row.reason for row in scan.rows}


def test_every_file_is_a_unit_or_has_a_row(tmp_path: Path) -> None:
    """Unreadable files vanish in silence, and people cannot see what is covered: each file is accounted for."""
    files: dict[str, str | bytes] = {
        "a.md": "x",
        "Map.canvas": "{}",
        "Zero.canvas": "",
        "Blank.md": "",
        "x.png": b"\x89PNG",
        "x.base": "views: []",
        "d.excalidraw.md": "x",
        "d.excalidraw": "{}",
        "Templates/t.md": "x",
        "Forms/t.md": "x",
        "Archive/o.md": "x",
        "Readwise/Books/b.md": "x",
        "Readwise/Books/c.md": "x",
        "n (conflicted copy 2026-01-01).md": "x",
        "n.sync-conflict-20260101-120000-ABCDEFG.md": "x",
        ".trash/old.md": "x",
        ".obsidian/app.json": '{"userIgnoreFilters": ["Archive/"]}',
        ".obsidian/templates.json": '{"folder": "Templates"}',
        ".obsidian/plugins/p/data.json": '{"token": "x"}',
        ".smart-env/e.ajson": "x",
        ".DS_Store": "x",
        "Life/Private/health.md": "x",
        "Life/Private/pic.png": "x",
        "Life/Private/.hidden/x": "x",
    }
    write_vault(tmp_path, files)
    reader = ObsidianReader("vault", tmp_path, templates=["Forms"], private=RULES, nested_roots=["Readwise"])
    scan = reader.scan()
    assert list_keys(scan) == ["Map.canvas", "a.md"]
    assert list_reasons(scan) == {
        "(private folder Life/Private)": "private",
        ".DS_Store": "dot_file",
        ".obsidian/": "dot_folder",
        ".smart-env/": "dot_folder",
        ".trash/": "trash",
        "Archive/o.md": "ignored_by_obsidian",
        "Blank.md": "empty",
        "Forms/t.md": "template",
        "Readwise": "read_by_other_source",
        "Templates/t.md": "template",
        "Zero.canvas": "empty",
        "d.excalidraw": "excalidraw",
        "d.excalidraw.md": "excalidraw",
        "n (conflicted copy 2026-01-01).md": "conflict",
        "n.sync-conflict-20260101-120000-ABCDEFG.md": "conflict",
        "x.base": "no_text",
        "x.png": "attachment",
    }
    assert len(scan.units) + sum(row.files for row in scan.rows) == len(files)
    assert all(row.detail for row in scan.rows)


def test_a_private_folder_gives_one_row_and_no_name(tmp_path: Path) -> None:
    write_vault(tmp_path, {"a.md": "x", "Life/Private/Zebra.md": "x", "life/private/Other.md": "x"})
    (tmp_path / "Life/Private/link.md").symlink_to("/nowhere")
    scan = ObsidianReader("vault", tmp_path, private=RULES).scan()
    assert scan.rows == (
        Row(
            "vault",
            "(private folder Life/Private)",
            "skipped",
            "private",
            "Private by the rule named; neither name nor text was kept.",
            3,
        ),
    )
    assert "Zebra" not in repr(scan) and "Other" not in repr(scan)


def test_include_and_exclude(tmp_path: Path) -> None:
    write_vault(tmp_path, {"A/a.md": "x", "A/b.md": "x", "B/c.md": "x"})
    scan = ObsidianReader("vault", tmp_path, include=["A/"], exclude=["b.md"]).scan()
    assert list_keys(scan) == ["A/a.md"]
    assert list_reasons(scan) == {"A/b.md": "excluded", "B/c.md": "not_included"}


@pytest.mark.parametrize(
    ("make", "message", "hint"),
    [
        pytest.param(
            lambda root: ObsidianReader("v", root, include=["Projcts/"]), "'Projcts/'", "'Projects'", id="include"
        ),
        pytest.param(lambda root: ObsidianReader("v", root, exclude=["*.txt"]), r"'\*.txt'", "spelling", id="exclude"),
        pytest.param(lambda root: ObsidianReader("v", root, templates=["Form"]), "'Form'", "'Forms'", id="templates"),
        pytest.param(
            lambda root: ObsidianReader("v", root, private=PrivacyRules(folders=("Life/Privte",))),
            "'Life/Privte'",
            "'Life/Private'",
            id="private",
        ),
    ],
)
def test_a_rule_that_matches_nothing_is_an_error(
    tmp_path: Path, make: Callable[[Path], ObsidianReader], message: str, hint: str
) -> None:
    """A pattern that matches nothing is an error, and a mistyped private folder above all."""
    write_vault(tmp_path, {"Projects/a.md": "x", "Forms/f.md": "x", "Life/Private/p.md": "x"})
    with pytest.raises(ParamsError, match=message) as caught:
        make(tmp_path).scan()
    assert hint in caught.value.hint


def test_a_rule_may_match_in_another_vault_only(tmp_path: Path) -> None:
    one = write_vault(tmp_path / "one", {"a.md": "x"})
    two = write_vault(tmp_path / "two", {"Drafts/b.md": "x", "Life/Private/p.md": "x"})
    reader = ObsidianReader("one", one, exclude=["Drafts/"], private=RULES, siblings=[two])
    assert list_keys(reader.scan()) == ["a.md"]


def test_an_empty_private_folder_matches(tmp_path: Path) -> None:
    write_vault(tmp_path, {"a.md": "x"})
    (tmp_path / "Life/Private").mkdir(parents=True)
    assert list_keys(ObsidianReader("vault", tmp_path, private=RULES).scan()) == ["a.md"]


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        pytest.param('{"userIgnoreFilters": ["/(/", "a.md"]}', {"bad_filter"}, id="broken_expression"),
        pytest.param("{", {"bad_settings"}, id="no_json"),
        pytest.param("[]", set(), id="no_object"),
        pytest.param('{"userIgnoreFilters": "x"}', set(), id="no_list"),
    ],
)
def test_broken_settings_are_told(tmp_path: Path, content: str, rows: set[str]) -> None:
    write_vault(tmp_path, {"a.md": "x", "b.md": "x", ".obsidian/app.json": content})
    scan = ObsidianReader("vault", tmp_path).scan()
    assert {row.reason for row in scan.rows if row.outcome == "failed"} == rows
    assert "b.md" in list_keys(scan)


def test_no_link_leads_out_of_the_vault(tmp_path: Path) -> None:
    """Symlink escape: nothing outside the vault is read, and a loop of links ends."""
    root = write_vault(tmp_path / "vault", {"a.md": "x", "d/b.md": "x"})
    secret = write_vault(tmp_path / "outside", {"secret.md": "x"})
    (root / "file.md").symlink_to(secret / "secret.md")
    (root / "folder").symlink_to(secret, target_is_directory=True)
    (root / "d/loop").symlink_to(root, target_is_directory=True)
    (root / "twin.md").symlink_to(root / "a.md")
    (root / "broken.md").symlink_to(root / "gone.md")
    scan = ObsidianReader("vault", root).scan()
    assert list_keys(scan) == ["a.md", "d/b.md"]
    assert list_reasons(scan) == {
        "broken.md": "symlink_broken",
        "d/loop": "symlink_inside",
        "file.md": "symlink_outside",
        "folder": "symlink_outside",
        "twin.md": "symlink_inside",
    }


def test_a_vault_may_be_reached_by_a_link(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"d/a.md": "x"})
    (tmp_path / "link").symlink_to(root, target_is_directory=True)
    reader = ObsidianReader("vault", tmp_path / "link")
    assert reader.load(reader.scan().units[0].inputs[0]) == b"x"


def test_a_file_that_became_a_link_is_not_opened(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"a.md": "x", "d/b.md": "x"})
    write_vault(tmp_path / "outside", {"a.md": "secret", "b.md": "secret"})
    reader = ObsidianReader("vault", root)
    files = [unit.inputs[0] for unit in reader.scan().units]
    (root / "a.md").unlink()
    (root / "a.md").symlink_to(tmp_path / "outside/a.md")
    (root / "d/b.md").unlink()
    (root / "d").rmdir()
    (root / "d").symlink_to(tmp_path / "outside", target_is_directory=True)
    for file in files:
        with pytest.raises(OSError):
            reader.load(file)


def test_files_that_hold_secrets_are_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = [".obsidian/plugins/readwise-official/data.json", ".smart-env/smart_env.json", ".obsidian/workspace.json"]
    write_vault(tmp_path, {"a.md": "x", ".obsidian/app.json": "{}", **dict.fromkeys(secrets, "token")})
    opened: list[str] = []
    for name in ("open", "os.open"):
        module, attribute = (os, "open") if name == "os.open" else (__import__("builtins"), "open")
        real = getattr(module, attribute)

        def record(path: object, *args: object, real: Callable[..., object] = real, **options: object) -> object:
            opened.append(str(path))
            return real(path, *args, **options)

        monkeypatch.setattr(module, attribute, record)
    reader = ObsidianReader("vault", tmp_path)
    for unit in reader.scan().units:
        reader.load(unit.inputs[0])
    assert sorted(Path(path).name for path in opened if str(tmp_path) in path) == ["a.md", "app.json", "templates.json"]


def test_folders_that_cannot_be_listed_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read error is never taken for a deletion."""
    write_vault(tmp_path, {"a.md": "x", "d/b.md": "x", "Life/Private/p.md": "x"})
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith(("/d", "/Private")):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    scan = ObsidianReader("vault", tmp_path, private=RULES).scan()
    assert (list_keys(scan), scan.unreadable) == (["a.md"], ("d",))


def test_a_note_held_back_by_icloud_is_not_gone(tmp_path: Path) -> None:
    write_vault(tmp_path, {"a.md": "x", "d/.b.md.icloud": "x"})
    scan = ObsidianReader("vault", tmp_path).scan()
    assert (list_reasons(scan), scan.unreadable) == ({"d/.b.md.icloud": "not_downloaded"}, ("d",))


def test_names_that_are_no_text_are_told(tmp_path: Path) -> None:
    write_vault(tmp_path, {"a.md": "x"})
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xff.md")).write_bytes(b"x")
    scan = ObsidianReader("vault", tmp_path).scan()
    assert (list_keys(scan), list_reasons(scan)) == (["a.md"], {"b\ufffd.md": "bad_name"})


def test_names_that_differ_in_unicode_form_only_do_not_collide(tmp_path: Path) -> None:
    """NFC and NFD names would share one id; the second is told and not read."""
    names = [unicodedata.normalize(form, "Café.md") for form in ("NFC", "NFD")]
    write_vault(tmp_path, dict.fromkeys(names, "x"))
    scan = ObsidianReader("vault", tmp_path).scan()
    if len(os.listdir(tmp_path)) == 2:
        assert len(scan.units) == 1 and list(list_reasons(scan).values()) == ["same_name"]
    else:
        assert len(scan.units) == 1 and not scan.rows


def test_pipes_are_not_read(tmp_path: Path) -> None:
    write_vault(tmp_path, {"a.md": "x"})
    os.mkfifo(tmp_path / "pipe.md")
    assert list_reasons(ObsidianReader("vault", tmp_path).scan()) == {"pipe.md": "not_a_file"}


@pytest.mark.parametrize("kind", ["missing", "file", "empty"])
def test_a_vault_that_is_not_there_is_an_error(tmp_path: Path, kind: str) -> None:
    """An unmounted disk shows as an empty folder: its notes are not gone."""
    root = tmp_path / "vault"
    if kind == "file":
        root.write_text("x")
    elif kind == "empty":
        root.mkdir()
    with pytest.raises(SourceUnavailableError, match="vault") as caught:
        ObsidianReader("vault", root).scan()
    assert caught.value.hint


def test_from_params_knows_what_other_sources_read(tmp_path: Path) -> None:
    write_vault(
        tmp_path / "vault",
        {"a.md": "x", "Readwise/b.md": "x", "data/r.csv": "x", "Life/Private/p.md": "x", "T/t.md": "x"},
    )
    sources = (
        SourceParams("vault", "obsidian", "vault"),
        SourceParams("readwise", "readwise_markdown", "vault/Readwise"),
        SourceParams("csv", "readwise_csv", "vault/data/r.csv"),
        SourceParams("elsewhere", "notebooklm", "vault2"),
    )
    params = SnapshotSourcesParams(
        sources, (), (), ("T",), PrivateParams(("Life/Private",), ("private",), "private"), False
    )
    reader = ObsidianReader.from_params(sources[0], params, tmp_path)
    scan = reader.scan()
    assert (reader.name, list_keys(scan)) == ("vault", ["a.md"])
    assert list_reasons(scan) == {
        "(private folder Life/Private)": "private",
        "Readwise": "read_by_other_source",
        "T/t.md": "template",
        "data/r.csv": "read_by_other_source",
    }


def test_settings_change_with_the_rules_and_not_with_the_place(tmp_path: Path) -> None:
    plain = ObsidianReader("vault", tmp_path / "a").settings
    assert plain == ObsidianReader("vault", tmp_path / "b").settings
    changed = [
        ObsidianReader("vault", tmp_path, private=RULES).settings,
        ObsidianReader("vault", tmp_path, exclude=["x"]).settings,
        ObsidianReader("vault", tmp_path, nested_roots=["x"]).settings,
    ]
    assert len({plain, *changed}) == 4


def test_the_order_of_a_folder_does_not_matter(tmp_path: Path) -> None:
    one = write_vault(tmp_path / "one", {"b.md": "x", "a.md": "x", "c/d.md": "x", "c.md": "x", "x.png": "x"})
    two = write_vault(tmp_path / "two", {"x.png": "x", "c.md": "x", "c/d.md": "x", "a.md": "x", "b.md": "x"})
    scans = [ObsidianReader("vault", root).scan() for root in (one, two)]
    assert list_keys(scans[0]) == list_keys(scans[1]) == ["a.md", "b.md", "c.md", "c/d.md"]
    assert scans[0].rows == scans[1].rows


NOTE = (
    "---\naliases: [3DR]\ntags: [memory]\ncreated: 2025-09-28\ndescription: On drawers.\n---\n"
    "# Rule\n\n==Mine== [[Home]] #x\n"
)
CLIPPING = (
    "---\ntitle: The Page\nsource: https://example.org/p\nauthor: '[[Ann Bee]]'\npublished: 2026-01-14\n"
    "created: 2026-01-18\nsite: Example\n---\nWords ==kept== and ==kept== and ==more words==.\n"
)


def test_a_note_is_the_readers_own() -> None:
    draft = draft_one("Ideas/Rule.md", NOTE)
    assert (draft.title, draft.location, draft.kind, draft.authorship) == ("Rule", "Ideas", "note", "own")
    assert (draft.aliases, draft.tags, draft.saved) == (("3DR",), ("memory", "x"), "2025-09-28")
    assert (draft.text, draft.headings, draft.summary) == (NOTE, ("Rule",), "On drawers.")
    assert [link.target for link in draft.links] == ["Home"]
    assert draft.highlights == ()


def test_a_clipping_is_another_persons_and_its_marks_are_highlights() -> None:
    draft = draft_one("In/page.md", CLIPPING)
    assert (draft.title, draft.aliases, draft.kind, draft.authorship) == ("The Page", ("page",), "clipping", "other")
    assert (draft.authors, draft.publication, draft.source_url) == (("Ann Bee",), "Example", "https://example.org/p")
    assert (draft.published, draft.saved) == ("2026-01-14", "2026-01-18")
    assert draft.highlights == (Highlight("kept"), Highlight("more words"))


def test_an_own_note_on_a_work_stays_own() -> None:
    """The author that such a note names wrote the work, not the note."""
    draft = draft_one("a.md", "---\nsource: https://example.org/p\nauthor: Ann Bee\n---\n==my point==")
    assert (draft.kind, draft.authorship, draft.authors) == ("note", "own", ())
    assert (draft.source_url, draft.highlights) == ("https://example.org/p", ())


@pytest.mark.parametrize(
    ("path", "kind", "saved"),
    [
        ("Daily/2026-02-11.md", "daily", "2026-02-11"),
        ("Daily/2026-02-11 Wednesday.md", "daily", "2026-02-11"),
        ("2026-02-11 Meeting.md", "note", None),
        ("2026-02-31.md", "note", None),
        ("2026.md", "note", None),
    ],
)
def test_daily_notes(path: str, kind: str, saved: str | None) -> None:
    draft = draft_one(path, "x")
    assert (draft.kind, draft.saved) == (kind, saved)


def test_a_canvas_becomes_a_draft() -> None:
    content = '{"nodes":[{"id":"1","type":"text","text":"Why #now"},{"id":"2","type":"file","file":"a.md"}]}'
    draft = draft_one("Maps/Big.canvas", content)
    assert (draft.title, draft.kind, draft.location, draft.tags) == ("Big", "canvas", "Maps", ("now",))
    assert [link.kind for link in draft.links] == ["canvas"]


@pytest.mark.parametrize(
    ("path", "content", "row"),
    [
        pytest.param("a.md", "---\nexcalidraw-plugin: parsed\n---\nx", ("a.md", "skipped", "excalidraw"), id="drawing"),
        pytest.param("a.md", " \n\n", ("a.md", "skipped", "empty"), id="blank"),
        pytest.param("a.md", "\ufeff", ("a.md", "skipped", "empty"), id="mark_alone"),
        pytest.param("a.canvas", "{}", ("a.canvas", "skipped", "empty"), id="empty_canvas"),
        pytest.param("a.canvas", "{", ("a.canvas", "failed", "bad_canvas"), id="broken_canvas"),
        pytest.param("a.md", bytes(range(256)), ("a.md", "skipped", "binary"), id="binary"),
        pytest.param("a.md", "#private", ("(private: tag #private)", "skipped", "private"), id="private_tag"),
        pytest.param("a.md", "#private/x", ("(private: tag #private)", "skipped", "private"), id="private_nested_tag"),
        pytest.param(
            "a.md", "---\nprivate: true\n---\n", ("(private: property private)", "skipped", "private"), id="flag"
        ),
        pytest.param(
            "a.canvas",
            '{"nodes":[{"type":"text","text":"x #private"}]}',
            ("(private: tag #private)", "skipped", "private"),
            id="private_canvas",
        ),
    ],
)
def test_what_gives_no_draft_has_a_row(path: str, content: str | bytes, row: tuple[str, str, str]) -> None:
    reading = read_one(path, content, RULES)
    assert reading.drafts == ()
    assert [(item.path, item.outcome, item.reason) for item in reading.rows] == [row]


def test_a_canvas_does_not_name_private_notes() -> None:
    content = '{"nodes":[{"type":"file","file":"Life/Private/Zebra.md"},{"type":"text","text":"x"}]}'
    assert "Zebra" not in repr(read_one("a.canvas", content, RULES))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param("---\na: b: c\n---\nbody", "colon", id="broken_front_matter"),
        pytest.param("träd".encode("cp1252"), "Windows-1252", id="other_encoding"),
        pytest.param("[[a||b]]", "two bars", id="malformed_link"),
    ],
)
def test_what_was_repaired_is_told_and_the_raw_text_kept(content: str | bytes, told: str) -> None:
    """The body is kept, the raw front matter is kept, and the record says what was wrong."""
    reading = read_one("a.md", content)
    assert told in reading.drafts[0].diagnostics[0]
    assert reading.rows == (Row("vault", "a.md", "taken", "repaired", reading.drafts[0].diagnostics[0]),)
    assert reading.drafts[0].text == (content if isinstance(content, str) else "träd")


def test_a_sound_note_is_taken_without_remark() -> None:
    assert read_one("a.md", "x").rows == (Row("vault", "a.md", "taken"),)


@given(st.binary(max_size=300), st.sampled_from(["a.md", "a.canvas"]))
@settings(derandomize=True, max_examples=300)
def test_reading_never_raises_on_any_bytes(data: bytes, path: str) -> None:
    reading = read_one(path, data, RULES)
    assert len(reading.rows) == 1
    assert all(draft.text.encode("utf-8") for draft in reading.drafts)


@given(st.text(max_size=200), st.sampled_from(["", "---\n", "---\ntags: ", '{"nodes":[{"type":"text","text":"']))
@settings(derandomize=True, max_examples=300)
def test_reading_never_raises_on_any_text(text: str, start: str) -> None:
    data = (start + text).encode("utf-8", "surrogatepass")
    for path in ("a.md", "a.canvas"):
        assert len(read_one(path, data, RULES).rows) == 1


EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "vault"
WORK = (
    "# On Tea\n\n![rw-book-cover](https://c.example.org/1.png)\n\n## Metadata\n- Author: [[Ann Bee]]\n"
    "- Full Title: On Tea\n- Category: #articles\n- Document Note: try this\n- URL: https://example.org/tea\n\n"
    "## Highlights\n- Tea cools. ([View Highlight](https://read.readwise.io/read/01k9))\n    - Note: mine\n"
)
FULL = "# On Tea\n\n## Metadata\n- Full Title: On Tea\n\n## Full Document\nTea cools in a cup, Ann Bee says.\n"


def read_paths(files: dict[str, str], private: PrivacyRules | None = None) -> Reading:
    """Read files as one unit, the first of them its key."""
    inputs = tuple(InputFile(path, len(text), 0) for path, text in files.items())
    contents = {path: text.encode("utf-8") for path, text in files.items()}
    return ObsidianReader("vault", Path("unused"), private=private).read(Unit(next(iter(files)), inputs), contents)


def test_a_note_of_the_readwise_plugin_is_another_persons() -> None:
    """Without a source of its own for the plugin's folder, an article is not taken for the reader's words."""
    reading = read_paths({"Books/On Tea.md": WORK})
    [draft] = reading.drafts
    assert (draft.origin, draft.location, draft.authorship, draft.kind) == ("readwise", "library", "other", "article")
    assert (draft.authors, draft.source_url, draft.document_note) == (
        ("Ann Bee",),
        "https://example.org/tea",
        "try this",
    )
    assert [(mark.text, mark.note) for mark in draft.highlights] == [("Tea cools.", "mine")]
    assert "mine" not in draft.text and "try this" not in draft.text
    assert [link.target for link in draft.links] == ["Ann Bee"]
    assert [(row.path, row.outcome, row.reason) for row in reading.rows] == [("Books/On Tea.md", "taken", "")]


def test_a_work_and_its_full_text_are_one_document_and_two_rows() -> None:
    reading = read_paths({"R/On Tea.md": WORK, "R/Full Document Contents/On Tea.md": FULL})
    [draft] = reading.drafts
    assert draft.original_path == "R/On Tea.md"
    assert draft.text == "# On Tea\n\nTea cools in a cup, Ann Bee says.\n"
    assert [row.path for row in reading.rows] == ["R/Full Document Contents/On Tea.md", "R/On Tea.md"]


def test_an_own_note_beside_a_full_text_stays_own() -> None:
    reading = read_paths({"R/On Tea.md": "My thoughts.\n", "R/Full Document Contents/On Tea.md": FULL})
    assert sorted((draft.original_path, draft.origin, draft.authorship) for draft in reading.drafts) == [
        ("R/Full Document Contents/On Tea.md", "readwise", "other"),
        ("R/On Tea.md", "obsidian", "own"),
    ]
    assert sorted(row.path for row in reading.rows) == ["R/Full Document Contents/On Tea.md", "R/On Tea.md"]


@pytest.mark.parametrize(
    ("work", "full"),
    [
        pytest.param(WORK.replace("Note: mine", "Tags: #private"), FULL, id="tag_of_a_highlight"),
        pytest.param(WORK, f"---\nprivate: true\n---\n{FULL}", id="property_of_the_full_text"),
    ],
)
def test_a_private_work_gives_one_row_without_its_name(work: str, full: str) -> None:
    reading = read_paths({"R/On Tea.md": work, "R/Full Document Contents/On Tea.md": full}, RULES)
    [row] = reading.rows
    assert (reading.drafts, row.reason, row.files) == ((), "private", 2)
    assert "Tea" not in repr(row)


def test_the_plugins_folder_is_read_alike_with_and_without_a_source_of_its_own() -> None:
    """One code for both ways, and every file of the folder is accounted for once."""
    vault = ObsidianReader("vault", EXAMPLE)
    folder = ReadwiseMarkdownReader(AccountFiles("readwise", EXAMPLE / "Readwise"))
    found = [
        sorted(
            (draft.original_path.removeprefix("Readwise/"), replace(draft, original_path="", links=()))
            for unit in reader.scan().units
            if unit.key.startswith("Readwise/") or reader is folder
            for draft in reader.read(unit, {file.path: reader.load(file) for file in unit.inputs}).drafts
        )
        for reader in (vault, folder)
    ]
    assert found[0] == found[1]
    assert len(found[0]) >= 9
    scan = vault.scan()
    assert [row.path for row in scan.rows if row.reason == "sync_log"] == ["Readwise/Readwise Syncs.md"]
    files = [path for path in EXAMPLE.rglob("*") if path.is_file() and "/." not in path.as_posix()]
    told = [file.path for unit in scan.units for file in unit.inputs]
    told += [row.path for row in scan.rows if not row.path.startswith(".")]
    assert len(told) == len(set(told)) == len(files)


def test_only_the_plugins_notes_of_the_example_are_taken_for_readwise() -> None:
    reader = ObsidianReader("vault", EXAMPLE)
    drafts = [
        draft
        for unit in reader.scan().units
        for draft in reader.read(unit, {file.path: reader.load(file) for file in unit.inputs}).drafts
    ]
    assert {draft.original_path.startswith("Readwise/") for draft in drafts if draft.origin == "readwise"} == {True}
    assert not [draft for draft in drafts if draft.origin == "obsidian" and draft.original_path.startswith("Readwise/")]


def test_a_project_inside_its_own_vault_does_not_read_what_it_wrote(tmp_path: Path) -> None:
    """Its library would be taken in as notes, and grow with every run."""
    files = ["a.md", "library/texts/a-00000000.md", "topics/t/brief.md", "topics/t/memory/full/a-00000000.md"]
    write_vault(tmp_path, dict.fromkeys(files, "x"))
    source = SourceParams("vault", "obsidian", ".")
    params = SnapshotSourcesParams((source,), (), (), (), PrivateParams((), (), ""), False)
    scan = ObsidianReader.from_params(source, params, tmp_path).scan()
    assert list_keys(scan) == ["a.md"]
    assert list_reasons(scan) == {"library": "read_by_other_source", "topics": "read_by_other_source"}


def test_a_rule_inside_a_folder_that_cannot_be_listed_is_not_called_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told to correct the rule, a person would take out the very folder that is private."""
    write_vault(tmp_path, {"a.md": "x"})
    walk = Walk(files=[InputFile("a.md", 1, 0)], unreadable=["Life"])
    monkeypatch.setattr("florilegium.sources.obsidian.walk_folder", lambda root: walk)
    reader = ObsidianReader("vault", tmp_path, exclude=["Life/Work/**"], private=RULES)
    assert reader.scan().unreadable == ("Life",)
    with pytest.raises(ParamsError, match="'Lief/Private' matches no folder"):
        ObsidianReader("vault", tmp_path, private=PrivacyRules(folders=("Lief/Private",))).scan()
