"""A stage depends on the code that it reaches, by hash, and on no other."""

from pathlib import Path

import pytest

from florilegium.errors import ArtifactError
from florilegium.project.code_reach import Code, CodeFile, hash_code, load_reach, store_code


def write_code(root: Path, **files: str) -> None:
    for name, text in files.items():
        (root / f"{name}.py").write_text(text, encoding="utf-8")


def find_changed(before: list[Code], after: list[Code]) -> list[str]:
    return [one.stage for one, other in zip(before, after, strict=True) if one != other]


def test_only_stages_that_reach_a_changed_file_change(tmp_path: Path) -> None:
    reach = {"one": ["a.py", "b.py"], "two": ["b.py", "c.py"]}
    write_code(tmp_path, a="1", b="2", c="3")
    before = hash_code(reach, tmp_path)
    write_code(tmp_path, a="changed")
    assert find_changed(before, hash_code(reach, tmp_path)) == ["one"]
    write_code(tmp_path, b="changed")
    assert find_changed(before, hash_code(reach, tmp_path)) == ["one", "two"]


def test_the_order_of_the_list_does_not_matter(tmp_path: Path) -> None:
    write_code(tmp_path, a="1", b="2")
    assert hash_code({"one": ["b.py", "a.py"]}, tmp_path) == hash_code({"one": ["a.py", "b.py"]}, tmp_path)


def test_a_file_that_is_gone_is_told_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"names a\.py") as caught:
        hash_code({"one": ["a.py"]}, tmp_path)
    assert caught.value.hint == "run `make sync`"


def test_a_missing_or_broken_list_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="reach.json"):
        load_reach(tmp_path)
    (tmp_path / "stages").mkdir()
    (tmp_path / "stages/reach.json").write_text("{", encoding="utf-8")
    with pytest.raises(ArtifactError, match="reach.json"):
        load_reach(tmp_path)


def test_the_checkout_has_a_list_in_which_a_stage_reaches_its_own_script() -> None:
    reach = load_reach()
    assert all(f"stages/{stage}.py" in files for stage, files in reach.items())
    assert "florilegium/local/distiller.py" not in reach["dedup"]


def test_storing_writes_only_what_changed_and_removes_leftovers(tmp_path: Path) -> None:
    one, two = (Code(stage, (CodeFile("a.py", "0" * 64),)) for stage in ("one", "two"))
    store_code([one, two], tmp_path / "code")
    (tmp_path / "code/.x.partial").write_text("half", encoding="utf-8")
    (tmp_path / "code/two.json").write_text("{", encoding="utf-8")
    before = (tmp_path / "code/one.json").stat().st_mtime_ns
    store_code([one, two], tmp_path / "code")
    assert (tmp_path / "code/one.json").stat().st_mtime_ns == before
    store_code([two], tmp_path / "code")
    assert [path.name for path in (tmp_path / "code").iterdir()] == ["two.json"]
    assert '"two"' in (tmp_path / "code/two.json").read_text(encoding="utf-8")
