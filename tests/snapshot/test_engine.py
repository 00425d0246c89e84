"""A snapshot holds what the sources hold, does no work twice, and loses nothing."""

import json
import logging
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from fakes import FakeFile, FakeReader
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.errors import LoginExpiredError, ParamsError, SourceUnavailableError
from florilegium.project.artifacts import read_json, read_lines
from florilegium.snapshot import engine
from florilegium.snapshot.engine import Desk, take_snapshot
from florilegium.sources.registry import Source

NOW_NS = 2_000_000_000_000_000_000


def snapshot(folder: Path, *readers: FakeReader, strict: bool = False, now_ns: int = NOW_NS) -> dict[str, int]:
    sources = [Source(reader.name, "obsidian", lambda reader=reader: reader) for reader in readers]
    log = logging.getLogger("florilegium.test")
    return take_snapshot(sources, Desk(folder / "library", folder / "cache", strict, now_ns, log))


def read_library(folder: Path) -> Mapping[str, bytes]:
    root = folder / "library"
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def read_times(folder: Path) -> Mapping[str, tuple[int, int]]:
    """Return inode and time of every file below a folder: a written file has others."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_ino, path.stat().st_mtime_ns) for path in files}


def read_titles(folder: Path) -> list[str]:
    return sorted(record["title"] for record in read_lines(folder / "library/catalog.jsonl", "document"))


def read_rows(folder: Path) -> list[tuple[str, str, str]]:
    rows = read_json(folder / "library/report.json", "report")["rows"]
    return [(row["path"], row["outcome"], row["reason"]) for row in rows]


def make_reader(**files: str) -> FakeReader:
    reader = FakeReader()
    for name, content in files.items():
        reader.put(f"{name}.md", content)
    return reader


def make_fresh(folder: Path, *readers: FakeReader) -> Mapping[str, bytes]:
    """Return the library that a run without any past would write."""
    snapshot(folder, *readers)
    return read_library(folder)


def test_the_library_holds_texts_highlights_and_records_that_fit_their_schemas(tmp_path: Path) -> None:
    reader = make_reader(b="# Beta\n> marked\nsee [[alpha]]\n", a="# Alpha\nplain\n")
    reader.put("picture.png", "x")
    counts = snapshot(tmp_path, reader)
    root = tmp_path / "library"
    records = read_lines(root / "catalog.jsonl", "document")
    assert [record["title"] for record in records] == ["Alpha", "Beta"]
    alpha, beta = records
    assert (root / f"texts/{alpha['id']}.md").read_text() == "# Alpha\nplain\n"
    assert "> marked" in (root / f"highlights/{beta['id']}.md").read_text()
    assert sorted(path.name for path in root.glob("highlights/*")) == [f"{beta['id']}.md"]
    assert [record["id"] for record in read_lines(root / "links.jsonl", "links")] == [beta["id"]]
    assert [record["key"] for record in read_lines(root / "manifest.jsonl", "unit")] == ["a.md", "b.md"]
    report = read_json(root / "report.json", "report")
    assert report["sources"][0] | {"reasons": {}} == {
        "name": "vault",
        "kind": "obsidian",
        "state": "fresh",
        "detail": "",
        "documents": 2,
        "taken": 2,
        "skipped": 1,
        "failed": 0,
        "reasons": {},
    }
    assert report["sources"][0]["reasons"] == {"not_a_note": 1}
    assert "`picture.png`" in (root / "report.md").read_text()
    assert counts == {"documents": 2, "taken": 2, "skipped": 1, "failed": 0, "read": 2, "parsed": 2, "kept": 0}


def test_an_empty_source_gives_an_empty_library_with_both_folders(tmp_path: Path) -> None:
    counts = snapshot(tmp_path, FakeReader())
    assert counts["documents"] == 0
    assert sorted(path.name for path in (tmp_path / "library").iterdir() if path.is_dir()) == ["highlights", "texts"]
    assert (tmp_path / "library/catalog.jsonl").read_bytes() == b""


def test_the_highlights_folder_is_never_empty(tmp_path: Path) -> None:
    """DVC warned of an empty one ten times a run: a placeholder lies there until something is marked."""
    snapshot(tmp_path, make_reader(a="plain\n"))
    folder = tmp_path / "library/highlights"
    assert [path.name for path in folder.iterdir()] == [".keep"]
    assert snapshot(tmp_path, make_reader(a="plain\n"))["read"] == 0
    snapshot(tmp_path, make_reader(a="plain\n> marked\n"))
    assert [path.suffix for path in folder.iterdir()] == [".md"]
    snapshot(tmp_path, make_reader(a="plain\n"))
    assert [path.name for path in folder.iterdir()] == [".keep"]


def test_a_second_run_opens_no_file_and_writes_nothing(tmp_path: Path) -> None:
    """Users saw everything indexed again on each question: here counters and inodes say that nothing is done."""
    reader = make_reader(a="# A\n> x\n", b="PRIVATE", c="CRASH", d="SKIP")
    first = snapshot(tmp_path, reader)
    before = read_times(tmp_path)
    reader.forget_counts()
    second = snapshot(tmp_path, reader, now_ns=NOW_NS + 1)
    assert (reader.loaded, reader.parsed) == ([], [])
    assert read_times(tmp_path) == before
    assert second == first | {"read": 0, "parsed": 0}


def test_when_nothing_changed_the_catalogue_is_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = make_reader(a="# A\n")
    snapshot(tmp_path, reader)

    def refuse(*_: object) -> None:
        raise AssertionError("the catalogue was parsed")

    monkeypatch.setattr("florilegium.snapshot.shelf.Shelf.read_lines", refuse)
    monkeypatch.setattr("florilegium.snapshot.past.iter_documents", refuse)
    assert snapshot(tmp_path, reader)["documents"] == 1


def test_one_changed_unit_is_the_only_one_opened(tmp_path: Path) -> None:
    reader = make_reader(a="# A\n", b="# B\n", c="# C\n[[A]]\n")
    snapshot(tmp_path / "one", reader)
    before = read_times(tmp_path / "one/library/texts")
    reader.put("b.md", "# B2\nmore\n")
    reader.forget_counts()
    snapshot(tmp_path / "one", reader)
    assert (reader.loaded, reader.parsed) == (["b.md"], ["b.md"])
    after = read_times(tmp_path / "one/library/texts")
    assert len(before.items() & after.items()) == 2
    assert read_library(tmp_path / "one") == make_fresh(tmp_path / "two", reader)


def test_a_touched_unit_is_opened_once_and_not_parsed(tmp_path: Path) -> None:
    reader = make_reader(a="# A\n", b="# B\n")
    snapshot(tmp_path, reader)
    before = read_times(tmp_path / "library")
    reader.touch("a.md")
    reader.forget_counts()
    assert snapshot(tmp_path, reader)["parsed"] == 0
    assert (reader.loaded, reader.parsed) == (["a.md"], [])
    assert read_times(tmp_path / "library") == before
    snapshot(tmp_path, reader)
    assert reader.loaded == ["a.md"]


@pytest.mark.parametrize(
    ("age_ns", "loaded"),
    [
        pytest.param(1_000_000_000, ["a.md"], id="changed within two seconds before the scan"),
        pytest.param(-5_000_000_000, ["a.md"], id="changed after the scan began, or a clock ahead"),
        pytest.param(3_000_000_000, [], id="changed long before"),
    ],
)
def test_a_racily_recent_file_is_hashed_again(tmp_path: Path, age_ns: int, loaded: list[str]) -> None:
    """Size and time may be the same after a second write within the clock's grain."""
    reader = make_reader(a="# A\none\n")
    snapshot(tmp_path, reader, now_ns=reader.clock_ns + age_ns)
    reader.forget_counts()
    reader.files["a.md"] = FakeFile(b"# A\ntwo\n", reader.files["a.md"].mtime_ns)
    snapshot(tmp_path, reader, now_ns=NOW_NS)
    assert reader.loaded == loaded
    assert (
        "two" in (read_library(tmp_path)[min(read_library(tmp_path), key=lambda n: "texts" not in n)]).decode()
    ) == (loaded != [])


NAMES = st.sampled_from(["a.md", "b.md", "c/d.md", "c/e.md", "picture.png", "Å.md"])
CONTENTS = st.sampled_from(
    [
        "# One\n",
        "# One\n> marked\n",
        "# Two\n[[One]]\n===\n# Three\n",
        "PRIVATE words",
        "CRASH",
        "SKIP",
        "",
        "# One\nID x\n",
    ]
)
EDITS = st.one_of(
    st.tuples(st.just("put"), NAMES, CONTENTS),
    st.tuples(st.just("delete"), NAMES, st.just("")),
    st.tuples(st.just("rename"), NAMES, NAMES),
    st.tuples(st.just("touch"), NAMES, st.just("")),
    st.tuples(st.just("lose state"), st.just(""), st.just("")),
)


def apply_edit(reader: FakeReader, folder: Path, edit: tuple[str, str, str]) -> None:
    action, name, value = edit
    if action == "put":
        reader.put(name, value)
    elif action == "lose state":
        (folder / "cache" / engine.STATE_NAME).unlink(missing_ok=True)
    elif name in reader.files and action == "delete":
        del reader.files[name]
    elif name in reader.files and action == "rename":
        reader.files[value] = reader.files.pop(name)
    elif name in reader.files:
        reader.touch(name)


@given(history=st.lists(st.lists(EDITS, max_size=4), min_size=1, max_size=5))
@settings(derandomize=True, max_examples=60, deadline=None)
def test_whatever_the_history_the_library_is_that_of_a_fresh_run(
    tmp_path_factory: pytest.TempPathFactory, history: list[list[tuple[str, str, str]]]
) -> None:
    """Add, edit, delete, rename, touch, colliding ids, lost state: an incremental run writes a fresh run's bytes."""
    folder = tmp_path_factory.mktemp("history")
    reader, other = FakeReader(), FakeReader(name="other")
    other.put("a.md", "# One\n")
    for number, edits in enumerate(history):
        for edit in edits:
            apply_edit(reader, folder / "kept", edit)
        snapshot(folder / "kept", reader, other)
        assert read_library(folder / "kept") == make_fresh(folder / f"fresh-{number}", reader, other)


def test_order_and_clock_do_not_change_the_bytes(tmp_path: Path) -> None:
    forward, backward = FakeReader(), FakeReader()
    contents = {"a.md": "# A\n", "b.md": "# B\n> x\n", "Z.md": "# Z\n[[a]]\n"}
    for path, content in contents.items():
        forward.put(path, content)
    for path, content in reversed(contents.items()):
        backward.put(path, content)
    snapshot(tmp_path / "here", forward)
    snapshot(tmp_path / "a much longer place", backward, now_ns=NOW_NS * 2)
    assert read_library(tmp_path / "here") == read_library(tmp_path / "a much longer place")


@pytest.mark.parametrize(
    "content",
    [pytest.param(b"", id="empty"), pytest.param(b'{"code": 1}', id="unfit"), pytest.param(b"\xff", id="torn")],
)
def test_a_damaged_state_means_that_everything_is_read_again(tmp_path: Path, content: bytes) -> None:
    reader = make_reader(a="# A\n", b="# B\n")
    snapshot(tmp_path, reader)
    before = read_library(tmp_path)
    times = read_times(tmp_path / "library")
    (tmp_path / "cache" / engine.STATE_NAME).write_bytes(content)
    reader.forget_counts()
    snapshot(tmp_path, reader)
    assert reader.parsed == ["a.md", "b.md"]
    assert read_library(tmp_path) == before
    assert read_times(tmp_path / "library") == times, "what lies there already was written again"


@pytest.mark.parametrize("change", ["code", "settings"])
def test_other_code_or_settings_read_everything_again(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = make_reader(a="# A\n")
    snapshot(tmp_path, reader)
    reader.forget_counts()
    if change == "code":
        monkeypatch.setattr(engine, "hash_code", lambda: "other code")
    else:
        reader.settings = "other settings"
    snapshot(tmp_path, reader)
    assert reader.parsed == ["a.md"]


DAMAGES = {
    "text removed": lambda root: next(root.glob("texts/a-*.md")).unlink(),
    "text cut": lambda root: next(root.glob("texts/a-*.md")).write_bytes(b"#"),
    "highlights removed": lambda root: next(root.glob("highlights/*.md")).unlink(),
    "stranger": lambda root: (root / "texts/stranger-00000000.md").write_bytes(b"x"),
    "half written": lambda root: (root / "texts/.abc.partial").write_bytes(b"x"),
    "half written record": lambda root: (root / ".abc.partial").write_bytes(b"x"),
    "catalogue removed": lambda root: (root / "catalog.jsonl").unlink(),
    "catalogue cut": lambda root: os.truncate(root / "catalog.jsonl", 30),
    "manifest damaged": lambda root: (root / "manifest.jsonl").write_bytes(b"\xff{}"),
    "report removed": lambda root: (root / "report.json").unlink(),
    "folder removed": lambda root: [next(root.glob("highlights/*")).unlink(), (root / "highlights").rmdir()],
}


@pytest.mark.parametrize("state_lost", [False, True], ids=["state there", "state lost"])
@pytest.mark.parametrize("damage", sorted(DAMAGES))
def test_a_damaged_library_is_made_whole(tmp_path: Path, damage: str, state_lost: bool) -> None:
    """The index and the files on disk are the same set, always."""
    reader = make_reader(a="# A\n> x\n", b="# B\n")
    snapshot(tmp_path, reader)
    before = read_library(tmp_path)
    DAMAGES[damage](tmp_path / "library")
    if state_lost:
        (tmp_path / "cache" / engine.STATE_NAME).unlink()
    snapshot(tmp_path, reader)
    assert read_library(tmp_path) == before


def test_after_an_unfinished_run_texts_are_checked_by_hash(tmp_path: Path) -> None:
    reader = make_reader(a="# A\none\n", b="# B\n")
    snapshot(tmp_path, reader)
    before = read_library(tmp_path)
    next((tmp_path / "library/texts").glob("a-*.md")).write_bytes(b"# A\ntwo\n")
    (tmp_path / "cache" / engine.MARKER_NAME).write_bytes(b"")
    reader.forget_counts()
    snapshot(tmp_path, reader)
    assert reader.parsed == ["a.md"]
    assert read_library(tmp_path) == before
    assert not (tmp_path / "cache" / engine.MARKER_NAME).exists()


@pytest.mark.parametrize("state_lost", [False, True], ids=["state there", "state lost"])
def test_an_unreadable_file_keeps_its_documents(tmp_path: Path, state_lost: bool) -> None:
    """A read error is never taken for a deletion, and the row says that what is there is old."""
    reader = make_reader(a="# A\n> x\n[[B]]\n", b="# B\n")
    snapshot(tmp_path, reader)
    before = read_library(tmp_path)
    reader.put("a.md", "# Changed\n")
    reader.unreadable_files.add("a.md")
    if state_lost:
        (tmp_path / "cache" / engine.STATE_NAME).unlink()
    counts = snapshot(tmp_path, reader)
    assert (counts["documents"], counts["kept"], counts["failed"]) == (2, 1, 1)
    for name in ("catalog.jsonl", "links.jsonl"):
        assert read_library(tmp_path)[name] == before[name]
    assert read_rows(tmp_path) == [("a.md", "failed", "unreadable"), ("b.md", "taken", "")]
    assert b"kept as of the last snapshot" in read_library(tmp_path)["report.json"]
    assert snapshot(tmp_path, reader)["kept"] == 1, "it is kept for as long as it cannot be read"
    reader.unreadable_files.clear()
    snapshot(tmp_path, reader)
    assert read_library(tmp_path) == make_fresh(tmp_path / "fresh", reader)


def test_a_file_that_never_could_be_read_has_a_row_and_stops_nothing(tmp_path: Path) -> None:
    reader = make_reader(a="# A\n", b="# B\n")
    reader.unreadable_files.add("a.md")
    assert snapshot(tmp_path, reader)["documents"] == 1
    assert read_rows(tmp_path)[0] == ("a.md", "failed", "unreadable")
    assert "Permission denied" in (tmp_path / "library/report.md").read_text()


@pytest.mark.parametrize("state_lost", [False, True], ids=["state there", "state lost"])
def test_an_unreadable_folder_keeps_its_documents(tmp_path: Path, state_lost: bool) -> None:
    reader = make_reader(a="# A\n")
    reader.put("deep/b.md", "# B\n")
    reader.put("deeper/c.md", "# C\n")
    snapshot(tmp_path, reader)
    reader.unreadable_folders.add("deep")
    del reader.files["deeper/c.md"]
    if state_lost:
        (tmp_path / "cache" / engine.STATE_NAME).unlink()
    snapshot(tmp_path, reader)
    assert read_titles(tmp_path) == ["A", "B"]
    assert ("deep", "failed", "unreadable") in read_rows(tmp_path)
    assert ("deep/b.md", "failed", "unreadable") in read_rows(tmp_path)
    assert snapshot(tmp_path, reader)["kept"] == 1
    reader.unreadable_folders.clear()
    snapshot(tmp_path, reader)
    assert read_library(tmp_path) == make_fresh(tmp_path / "fresh", reader)


@pytest.mark.parametrize("state_lost", [False, True], ids=["state there", "state lost"])
@pytest.mark.parametrize(
    "error", [SourceUnavailableError("no such folder"), LoginExpiredError("log in again")], ids=["gone", "login"]
)
def test_an_unreachable_source_is_kept_and_the_others_go_on(
    tmp_path: Path, state_lost: bool, error: SourceUnavailableError, caplog: pytest.LogCaptureFixture
) -> None:
    """An expired login or an unmounted disk costs nothing that an earlier snapshot found."""
    vault, other = make_reader(a="# A\n> x\n", p="PRIVATE"), FakeReader(name="other")
    vault.put("picture.png", "x")
    other.put("b.md", "# B\n")
    snapshot(tmp_path, vault, other)
    before = read_library(tmp_path)
    rows = read_rows(tmp_path)
    vault.unreachable = error
    other.put("c.md", "# C\n")
    if state_lost:
        (tmp_path / "cache" / engine.STATE_NAME).unlink()
    assert snapshot(tmp_path, vault, other)["kept"] == 1
    assert read_titles(tmp_path) == ["A", "B", "C"]
    assert before["catalog.jsonl"].splitlines()[0] in read_library(tmp_path)["catalog.jsonl"]
    assert read_rows(tmp_path) == [rows[0], ("c.md", "taken", ""), *rows[1:]]
    source = read_json(tmp_path / "library/report.json", "report")["sources"][0]
    assert (source["state"], source["documents"]) == ("kept", 1)
    assert "SOURCE vault CANNOT BE REACHED" in caplog.text
    kept = read_library(tmp_path)
    snapshot(tmp_path, vault, other)
    assert read_library(tmp_path) == kept
    vault.unreachable = None
    vault.forget_counts()
    snapshot(tmp_path, vault, other)
    assert (vault.parsed == []) == (not state_lost)
    assert read_library(tmp_path) == make_fresh(tmp_path / "fresh", vault, other)


def test_an_unreachable_source_without_a_past_is_missing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    vault, other = FakeReader(unreachable=SourceUnavailableError("gone")), FakeReader(name="other")
    other.put("b.md", "# B\n")
    snapshot(tmp_path, vault, other)
    assert read_json(tmp_path / "library/report.json", "report")["sources"][0]["state"] == "missing"
    assert "SOURCE vault CANNOT BE REACHED" in caplog.text
    assert "no earlier snapshot" in (tmp_path / "library/report.md").read_text()


def test_no_source_at_all_is_an_error_and_writes_nothing(tmp_path: Path) -> None:
    vault = FakeReader(unreachable=SourceUnavailableError("vault: no such folder"))
    with pytest.raises(SourceUnavailableError, match="no source can be reached.*no such folder") as caught:
        snapshot(tmp_path, vault)
    assert caught.value.hint
    assert not (tmp_path / "library").exists()


@pytest.mark.parametrize("damaged_first", [False, True], ids=["texts whole", "a text lost"])
def test_all_sources_unreachable_keep_the_library(tmp_path: Path, damaged_first: bool) -> None:
    vault = make_reader(a="# A\n", b="# B\n")
    snapshot(tmp_path, vault)
    if damaged_first:
        next((tmp_path / "library/texts").glob("a-*.md")).unlink()
    vault.unreachable = SourceUnavailableError("gone")
    snapshot(tmp_path, vault)
    assert read_titles(tmp_path) == (["B"] if damaged_first else ["A", "B"])
    texts = {path.stem for path in (tmp_path / "library/texts").iterdir()}
    assert texts == {record["id"] for record in read_lines(tmp_path / "library/catalog.jsonl", "document")}
    if damaged_first:
        assert ("a.md", "failed", "lost") in read_rows(tmp_path)


def break_file(reader: FakeReader) -> None:
    reader.unreadable_files.add("a.md")


def break_folder(reader: FakeReader) -> None:
    reader.unreadable_folders.add("deep")


def break_note(reader: FakeReader) -> None:
    reader.put("a.md", "CRASH")


def break_source(reader: FakeReader) -> None:
    reader.unreachable = SourceUnavailableError("gone")


@pytest.mark.parametrize("fault", [break_file, break_folder, break_note, break_source])
def test_strict_turns_every_degradation_into_a_failure(tmp_path: Path, fault: object) -> None:
    reader, other = make_reader(a="# A\n"), FakeReader(name="other")
    reader.put("deep/b.md", "# B\n")
    snapshot(tmp_path, reader, other, strict=True)
    before = read_times(tmp_path)
    assert callable(fault)
    fault(reader)
    reader.clock_ns += 60_000_000_000
    if "a.md" in reader.unreadable_files:
        reader.touch("a.md")
    with pytest.raises(SourceUnavailableError):
        snapshot(tmp_path, reader, other, strict=True)
    assert read_times(tmp_path) == before
    snapshot(tmp_path, reader, other)
    with pytest.raises(SourceUnavailableError):
        snapshot(tmp_path, reader, other, strict=True)


def test_an_expired_login_under_strict_keeps_its_own_error(tmp_path: Path) -> None:
    reader = FakeReader(unreachable=LoginExpiredError("log in again"))
    with pytest.raises(LoginExpiredError):
        snapshot(tmp_path, reader, strict=True)


def test_a_source_taken_out_of_the_params_takes_its_documents_along(tmp_path: Path) -> None:
    vault, other = make_reader(a="# A\n"), FakeReader(name="other")
    other.put("b.md", "# B\n")
    snapshot(tmp_path, vault, other)
    snapshot(tmp_path, vault)
    assert read_library(tmp_path) == make_fresh(tmp_path / "fresh", vault)


def test_sources_in_another_order_change_the_report_only(tmp_path: Path) -> None:
    vault, other = make_reader(a="# A\n"), FakeReader(name="other")
    other.put("b.md", "# B\n")
    snapshot(tmp_path, vault, other)
    before = read_library(tmp_path)
    snapshot(tmp_path, other, vault)
    after = read_library(tmp_path)
    assert {name for name in after if after[name] != before[name]} == {"report.json", "report.md"}


def test_one_bad_unit_never_stops_the_run(tmp_path: Path) -> None:
    """One bad item aborted a whole import, or vanished in silence: here it has a row that says what happened."""
    reader = make_reader(a="# A\n", b="CRASH", c="# \nno title\n", d="# D\n")
    snapshot(tmp_path, reader)
    assert read_titles(tmp_path) == ["A", "D", "Untitled"]
    assert read_rows(tmp_path) == [
        ("a.md", "taken", ""),
        ("b.md", "failed", "internal"),
        ("c.md", "taken", ""),
        ("d.md", "taken", ""),
    ]
    report = (tmp_path / "library/report.md").read_text()
    assert "`b.md`: ValueError: the reader fell over" in report


def test_the_second_document_with_an_id_gets_a_failed_row(tmp_path: Path) -> None:
    reader = make_reader(a="# A\nID same\n", b="# A\nID same\nother text\n")
    snapshot(tmp_path, reader)
    records = read_lines(tmp_path / "library/catalog.jsonl", "document")
    assert [record["words"] for record in records] == [3]
    assert ("same", "failed", "duplicate_id") in read_rows(tmp_path)
    reader.put("0.md", "# A\nID same\nfirst now, and longest\n")
    snapshot(tmp_path, reader)
    assert read_library(tmp_path) == make_fresh(tmp_path / "fresh", reader)


def test_nothing_of_a_private_note_is_in_the_library(tmp_path: Path) -> None:
    reader = make_reader(a="# A\n", secretdiary="PRIVATE confession")
    reader.put("other secretdiary.md", "PRIVATE confession two")

    def search() -> list[str]:
        files = read_library(tmp_path)
        return [name for name, content in files.items() if b"secret" in content + name.encode() or b"conf" in content]

    snapshot(tmp_path, reader)
    assert search() == []
    rows = read_json(tmp_path / "library/report.json", "report")["rows"]
    assert [row["files"] for row in rows if row["reason"] == "private"] == [2]
    reader.touch("secretdiary.md")
    reader.unreadable_files.add("secretdiary.md")
    snapshot(tmp_path, reader)
    assert search() == [], "a private note that cannot be read is not named either"
    reader.unreadable_files.clear()
    reader.put("secretdiary.md", "PRIVATE confession CRASH")
    snapshot(tmp_path, reader)
    assert search() == [], "nor is one over which its reader falls"


def test_a_note_that_becomes_private_leaves_the_library(tmp_path: Path) -> None:
    reader = make_reader(diary="# Diary\n> x\n[[B]]\nconfession\n")
    snapshot(tmp_path, reader)
    reader.put("diary.md", "PRIVATE confession")
    snapshot(tmp_path, reader)
    everything = b"".join(content + name.encode() for name, content in read_library(tmp_path).items())
    assert b"confession" not in everything
    assert b"diary" not in everything.lower()


@pytest.mark.parametrize("state_lost", [False, True], ids=["state there", "state lost"])
@pytest.mark.parametrize("fault", ["source", "folder"])
def test_what_became_private_by_the_params_is_not_kept(tmp_path: Path, state_lost: bool, fault: str) -> None:
    """While a vault cannot be read, a folder made private in the params must leave the library all the same."""
    reader = make_reader(a="# A\n")
    reader.put("deep/secret.md", "# Secret\n> confession\n")
    reader.put("deep/open.md", "# Open\n")
    reader.put("deep/secret.png", "x")
    snapshot(tmp_path, reader)
    reader.settings = "other rules"
    if fault == "source":
        reader.unreachable = SourceUnavailableError("gone")
    else:
        reader.unreadable_folders.add("deep")
    if state_lost:
        (tmp_path / "cache" / engine.STATE_NAME).unlink()
    source = Source("vault", "obsidian", lambda: reader, lambda path, tags: "secret" in path)
    desk = Desk(tmp_path / "library", tmp_path / "cache", False, NOW_NS, logging.getLogger("florilegium.test"))
    for _ in range(2):
        take_snapshot([source], desk)
        assert read_titles(tmp_path) == ["A", "Open"]
        everything = b"".join(content + name.encode() for name, content in read_library(tmp_path).items())
        assert b"secret" not in everything.lower()
        assert b"confession" not in everything


def test_lone_surrogates_are_replaced_and_said(tmp_path: Path) -> None:
    """JSON of an account may hold half an emoji: the document is kept, and says so."""
    reader = FakeReader()
    reader.put("a.md", "# A \ud83d cut\n".encode("utf-8", "surrogatepass"))
    snapshot(tmp_path, reader)
    (record,) = read_lines(tmp_path / "library/catalog.jsonl", "document")
    assert record["title"] == "A \ufffd cut"
    assert record["diagnostics"]


def test_a_file_name_that_is_not_utf_8_gets_a_row(tmp_path: Path) -> None:
    reader = make_reader(a="# A\n")
    reader.put("b\udcff.md", "# B\n")
    reader.put("c\udcff.png", "x")
    snapshot(tmp_path, reader)
    assert read_rows(tmp_path)[1:] == [
        ("b\\udcff.md", "failed", "bad_name"),
        ("c\\udcff.png", "skipped", "not_a_note"),
    ]


def test_a_broken_scan_for_the_disk_counts_as_unreachable(tmp_path: Path) -> None:
    class BrokenReader(FakeReader):
        def scan(self) -> None:  # type: ignore[override]
            raise OSError(5, "Input/output error")

    with pytest.raises(SourceUnavailableError, match="Input/output error"):
        snapshot(tmp_path, BrokenReader())


def test_an_error_in_the_params_passes_through(tmp_path: Path) -> None:
    """A pattern that matches nothing is an error of the user, not of the source."""
    with pytest.raises(ParamsError, match="matches nothing"):
        snapshot(tmp_path, FakeReader(unreachable=ParamsError("'a,b' matches nothing")))


def test_odd_line_ends_inside_a_title_do_not_split_a_record(tmp_path: Path) -> None:
    reader = make_reader(a="# Line\u2028separator\u0085here\n")
    snapshot(tmp_path, reader)
    lines = (tmp_path / "library/catalog.jsonl").read_bytes().split(b"\n")
    assert json.loads(lines[0])["id"].startswith("line-separator")
    assert len(read_lines(tmp_path / "library/catalog.jsonl", "document")) == 1
