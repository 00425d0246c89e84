"""The state of the last snapshot, and what makes it void."""

from pathlib import Path

import msgspec
import pytest

from florilegium.snapshot import state
from florilegium.snapshot.state import State, hash_code, iter_draft_code, list_packages, load_state, save_state
from tools.closure import find_code

ROOT = Path(__file__).resolve().parent.parent.parent


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    value = State("code", 1, {"a": "b"}, {"documents": 1}, False, ())
    save_state(tmp_path / "deep/state.json", value)
    assert load_state(tmp_path / "deep/state.json") == value


@pytest.mark.parametrize("content", [b"", b"[]", b'{"code": 1}', b"\xff", b'{"code":"x"'])
def test_a_damaged_state_is_none_and_no_error(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "state.json").write_bytes(content)
    assert load_state(tmp_path / "state.json") is None
    assert load_state(tmp_path / "missing.json") is None


def test_all_code_that_readers_reach_is_hashed() -> None:
    """An index keyed by too little replays old results: what may change a draft must be in the hash."""
    hashed = {path.relative_to(ROOT).as_posix() for path in iter_draft_code()}
    readers = sorted((ROOT / "florilegium/sources").glob("*.py"))
    reached = {file for reader in readers for file in find_code(reader, ROOT)}
    without_bearing = {"florilegium/__init__.py", "florilegium/errors.py", "florilegium/project/schemas.py"}
    assert reached - hashed - without_bearing == set()


def test_another_byte_in_a_reader_is_another_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources/reader.py").write_text("a = 1\n")
    monkeypatch.setattr(state, "PACKAGE", tmp_path)
    before = hash_code()
    assert hash_code() == before
    (tmp_path / "sources/reader.py").write_text("a = 2\n")
    after = hash_code()
    (tmp_path / "sources/reader.py").rename(tmp_path / "sources/other.py")
    assert len({before, after, hash_code()}) == 3


def test_packages_that_shape_drafts_are_named_with_their_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"msgspec-{msgspec.__version__}" in list_packages()
    before = hash_code()
    monkeypatch.setattr(state, "list_packages", lambda: ["msgspec-99"])
    assert hash_code() != before
