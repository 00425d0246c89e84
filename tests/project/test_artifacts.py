"""Files between stages: whole or not at all, and a broken one is told by file, place, name and hint."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from florilegium.errors import ArtifactError
from florilegium.project import artifacts
from florilegium.project.artifacts import (
    iter_partial,
    read_json,
    read_lines,
    read_yaml,
    write_bytes,
    write_json,
    write_lines,
    write_text,
    write_yaml,
)

ROW = {"source": "vault", "path": "a.md", "outcome": "taken", "reason": "", "detail": "", "files": 1}


def make_row(**changes: Any) -> dict[str, Any]:
    return {**ROW, **changes}


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    rows = [make_row(path="über.md"), make_row(path="日本.md")]
    write_json(tmp_path / "deep/er/one.json", rows[0], "row")
    write_lines(tmp_path / "rows.jsonl", rows, "row")
    write_yaml(tmp_path / "one.yaml", rows[1], "row")
    assert read_json(tmp_path / "deep/er/one.json", "row") == rows[0]
    assert read_lines(tmp_path / "rows.jsonl", "row") == rows
    assert read_yaml(tmp_path / "one.yaml", "row") == rows[1]


def test_keys_keep_the_order_of_the_caller(tmp_path: Path) -> None:
    write_yaml(tmp_path / "row.yaml", ROW, "row")
    assert [line.split(":")[0] for line in (tmp_path / "row.yaml").read_text().splitlines()] == list(ROW)
    write_json(tmp_path / "row.json", ROW, "row")
    assert (tmp_path / "row.json").read_text().startswith('{\n "source"')


@given(text=st.text(max_size=40))
@settings(derandomize=True, max_examples=80, deadline=None)
def test_any_text_stays_in_its_record(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """U+2028, U+0085 and their like are line ends for Python, and none for JSON Lines."""
    folder = tmp_path_factory.mktemp("lines")
    rows = [make_row(detail=text), make_row(detail="a\u2028b\u0085c\x1cd"), make_row(path=text)]
    write_lines(folder / "rows.jsonl", rows, "row")
    assert read_lines(folder / "rows.jsonl", "row") == rows
    write_yaml(folder / "row.yaml", rows[0], "row")
    assert read_yaml(folder / "row.yaml", "row") == rows[0]
    write_json(folder / "row.json", rows[0], "row")
    assert read_json(folder / "row.json", "row") == rows[0]


def test_an_empty_file_of_lines_has_no_records(tmp_path: Path) -> None:
    write_lines(tmp_path / "rows.jsonl", [], "row")
    assert read_lines(tmp_path / "rows.jsonl", "row") == []


BROKEN = [
    pytest.param("x.json", "{", r"x\.json:1: this is not JSON", id="no json"),
    pytest.param("x.json", "[1]", r"\$: \[1\] is not of type 'object'", id="another type"),
    pytest.param("x.json", '{"a": 1', r"x\.json:1: this is not JSON", id="cut"),
    pytest.param("x.yaml", "a: [", r"x\.yaml: this is not YAML", id="no yaml"),
    pytest.param("x.yaml", "", r"\$: None is not of type 'object'", id="empty yaml"),
    pytest.param("x.jsonl", "\n", r"x\.jsonl:1: this is not JSON", id="empty line"),
    pytest.param("x.jsonl", '{"path": "b.md"}\n', r"x\.jsonl:1 \(b\.md\): \$: 'source' is a required", id="names line"),
    pytest.param("x.json", '{"title": "My note"}', r"x\.json: \d problem\(s\) against schemas/row", id="names schema"),
]


@pytest.mark.parametrize(("name", "content", "message"), BROKEN)
def test_a_broken_file_is_told_by_its_place(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    read = {"json": read_json, "yaml": read_yaml, "jsonl": read_lines}[name.split(".")[1]]
    with pytest.raises(ArtifactError, match=message) as caught:
        read(tmp_path / name, "row")
    assert str(tmp_path / name) in str(caught.value)
    assert f"remove {tmp_path / name}" in caught.value.hint


@pytest.mark.parametrize("read", [read_json, read_yaml, read_lines])
def test_a_missing_or_undecodable_file_is_an_artifact_error(tmp_path: Path, read: Any) -> None:
    with pytest.raises(ArtifactError, match="this file is missing"):
        read(tmp_path / "none", "row")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(ArtifactError, match="cannot be read"):
        read(tmp_path / "binary", "row")
    with pytest.raises(ArtifactError, match="cannot be read"):
        read(tmp_path, "row")


def test_ten_problems_are_shown_and_the_rest_counted(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with pytest.raises(ArtifactError) as caught:
        write_lines(path, [make_row(path=f"{number}.md", files=-1) for number in range(14)], "row")
    message = str(caught.value)
    assert "14 problem(s)" in message
    assert message.count("$.files") == 10
    assert "… and 4 more" in message
    assert "rows.jsonl:10 (9.md)" in message
    assert not path.exists()


@pytest.mark.parametrize(
    ("write", "value"),
    [
        pytest.param(write_json, {"a": 1}, id="json"),
        pytest.param(write_yaml, {"a": 1}, id="yaml"),
        pytest.param(write_lines, [ROW, {"a": 1}], id="lines"),
    ],
)
def test_what_does_not_fit_leaves_the_old_file(tmp_path: Path, write: Any, value: Any) -> None:
    path = tmp_path / "artifact"
    path.write_text("old")
    with pytest.raises(ArtifactError):
        write(path, value, "row")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failing", ["fsync", "chmod", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_litter(
    tmp_path: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "artifact"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(artifacts.os, failing, fail)
    with pytest.raises(OSError, match="No space left"):
        write_text(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_umask_does_not_change_a_file(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_text(tmp_path / "deep" / "a", "x")
    finally:
        os.umask(before)
    assert (tmp_path / "deep" / "a").stat().st_mode & 0o777 == 0o644


def test_bytes_are_written_as_they_are(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a", b"one\r\ntwo\n\xff", sync=False)
    assert (tmp_path / "a").read_bytes() == b"one\r\ntwo\n\xff"
    write_text(tmp_path / "b", "one\r\ntwo\n")
    assert (tmp_path / "b").read_bytes() == b"one\r\ntwo\n"


def test_leftovers_of_a_killed_run_are_found_at_any_depth(tmp_path: Path) -> None:
    for name in (".a.partial", "deep/.b.partial", "deep/c.partial", "deep/.d"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    found = [path.relative_to(tmp_path).as_posix() for path in iter_partial(tmp_path)]
    assert found == [".a.partial", "deep/.b.partial"]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{"a": ' + "9" * 5000 + "}", id="number_of_thousands_of_digits"),
        pytest.param("[" * 100_000, id="nested_too_deep"),
    ],
)
def test_json_that_python_refuses_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArtifactError, match=r"plan\.json:1: this is not JSON"):
        read_json(path, "plan")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("published: 2024-13-45", id="date_that_no_calendar_has"),
        pytest.param("1: x", id="key_that_is_no_text"),
        pytest.param("a: &a [*a]", id="list_in_itself"),
        pytest.param("a: !!set {x}", id="set"),
    ],
)
def test_yaml_that_json_cannot_hold_is_told_with_its_place(text: str, tmp_path: Path) -> None:
    path = tmp_path / "index.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArtifactError, match=r"index\.yaml: "):
        read_yaml(path, "index")


def test_what_a_killed_run_left_half_written_stands_in_nobodys_way(tmp_path: Path) -> None:
    """Process numbers return: a new run may have the number, and so want the names, of one that was killed."""
    number = int(next(iter(write_and_list(tmp_path / "first"))).rpartition("-")[2].removesuffix(".partial"))
    for following in range(number + 1, number + 4):
        (tmp_path / f".{os.getpid()}-{following}.partial").write_bytes(b"half")
    write_bytes(tmp_path / "a", b"whole")
    assert (tmp_path / "a").read_bytes() == b"whole"
    assert len(list(tmp_path.glob(".*.partial"))) == 3


def write_and_list(folder: Path) -> list[str]:
    """Return the names under which a file was written before it got its own."""
    names: list[str] = []
    replace = os.replace

    def spy(source: str, target: str) -> None:
        names.append(source)
        replace(source, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", spy)
        write_bytes(folder, b"x")
    return names
