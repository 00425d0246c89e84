"""The stage as it is run: a vault in, the library out, whatever happens on the way."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from florilegium.project.artifacts import read_json, read_lines
from florilegium.project.locks import hold_lock

ROOT = Path(__file__).resolve().parent.parent.parent
LONG_AGO_NS = 1_700_000_000_000_000_000
NOTES = {
    "Bread.md": "# Bread\n\nSee [[Flour]] and ==salt==.\n",
    "Flour.md": "---\ntags: [baking]\n---\n# Flour\n\nRye.\n",
    "Deep/Åkerbär.md": "# Åkerbär\n\nBär.\n",
    "Deep/Old.md": b"# Caf\xe9\n\nin an old encoding\n",
    "Secret.md": "---\nprivate: true\n---\nconfession\n",
    "Hidden/Diary.md": "confession\n",
    "picture.png": "x",
    ".obsidian/app.json": "{}",
}


def make_project(folder: Path, **block: object) -> Path:
    """Return a project with a small vault whose files have not changed for long."""
    for name, content in NOTES.items():
        path = folder / "vault" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.utime(path, ns=(LONG_AGO_NS, LONG_AGO_NS))
    params = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))
    params["snapshot_sources"] |= {
        "sources": [{"name": "vault", "kind": "obsidian", "path": "vault"}],
        "private": {"folders": ["Hidden"], "tags": [], "flag": "private"},
        **block,
    }
    (folder / "params.yaml").write_text(yaml.safe_dump(params), encoding="utf-8")
    return folder


def run(project: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "stages.snapshot_sources", "--params", str(project / "params.yaml")]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, encoding="utf-8", check=False
    )


def snapshot(project: Path, **environment: str) -> Mapping[str, int]:
    done = run(project, **environment)
    assert done.returncode == 0, done.stderr
    counts: Mapping[str, int] = read_json(project / "metrics/snapshot_sources.json", "metrics")["counts"]
    return counts


def hash_files(root: Path) -> Mapping[str, str]:
    files = sorted(path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project after one undisturbed run; tests that change it copy it first."""
    project = make_project(tmp_path_factory.mktemp("finished"))
    snapshot(project)
    return project


def test_choices_are_copied_for_every_topic_and_mistakes_stop_the_run(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "choices")
    empty = {"pin": [], "veto": []}
    assert read_json(project / "library/choices/agent-memory.json", "choices") == empty
    path = project / "topics/agent-memory/choices.yaml"
    path.parent.mkdir(parents=True)
    path.write_text("veto: [{id: bread-0a1b2c3d, reason: stale}]\n", encoding="utf-8")
    snapshot(project)
    stored = read_json(project / "library/choices/agent-memory.json", "choices")
    assert stored == {"pin": [], "veto": [{"id": "bread-0a1b2c3d", "reason": "stale"}]}
    assert read_json(project / "library/choices/city-heat.json", "choices") == empty
    path.write_text("veto: [bread]\n", encoding="utf-8")
    done = run(project)
    assert done.returncode == 2
    assert "topics/agent-memory/choices.yaml: 1 problem(s)\n  $.veto[0]: 'bread' is not" in done.stderr
    assert "hint: the form is" in done.stderr


def copy_project(source: Path, target: Path) -> Path:
    shutil.copytree(source, target, symlinks=True)
    return target


def edit_vault(project: Path) -> None:
    """Add, change, rename and remove a note."""
    vault = project / "vault"
    (vault / "Bread.md").write_text("# Bread\n\nSee [[Salt]].\n", encoding="utf-8")
    (vault / "Salt.md").write_text("# Salt\n\nFrom the sea.\n", encoding="utf-8")
    (vault / "Deep/Åkerbär.md").rename(vault / "Åkerbär.md")
    (vault / "Deep/Old.md").unlink()


def test_the_library_is_made_and_the_vault_is_left_alone(finished: Path, tmp_path: Path) -> None:
    library = finished / "library"
    titles = [
        record["original_path"].rpartition("/")[2].removesuffix(".md")
        for record in read_lines(library / "catalog.jsonl", "document")
    ]
    assert sorted(titles) == ["Bread", "Flour", "Old", "Åkerbär"]
    assert read_lines(library / "links.jsonl", "links")
    assert read_lines(library / "manifest.jsonl", "unit")
    assert read_json(library / "report.json", "report")["sources"][0]["reasons"]["private"] == 2
    assert (library / "texts").is_dir()
    assert (library / "highlights").is_dir()
    untouched = make_project(tmp_path)
    assert hash_files(finished / "vault") == hash_files(untouched / "vault")
    assert {path.stat().st_mtime_ns for path in (finished / "vault").rglob("*.md")} == {LONG_AGO_NS}


def test_nothing_of_a_private_note_is_in_the_library(finished: Path) -> None:
    for path in sorted((finished / "library").rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        for word in (b"confession", b"Secret", b"Diary"):
            assert word not in content, path
        assert not path.name.lower().startswith(("secret", "diary"))


def test_no_file_of_the_library_names_a_place_on_this_machine(finished: Path) -> None:
    for path in sorted((finished / "library").rglob("*.*")):
        assert str(finished).encode() not in path.read_bytes(), path


def test_a_second_run_opens_nothing_and_counts_the_same(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "again")
    before = hash_files(project / "library")
    counts = snapshot(project)
    assert (counts["read"], counts["parsed"], counts["documents"]) == (0, 0, 4)
    assert hash_files(project / "library") == before


def test_place_locale_umask_and_hash_seed_do_not_change_the_bytes(finished: Path, tmp_path: Path) -> None:
    """`open()` without an encoding differs by platform: the C locale gives the same bytes."""
    project = make_project(tmp_path / "ein anderer Ort")
    before = os.umask(0o077)
    try:
        snapshot(project, LC_ALL="C", LANG="C", PYTHONHASHSEED="7", TZ="Asia/Tokyo")
    finally:
        os.umask(before)
    assert hash_files(project / "library") == hash_files(finished / "library")


def test_an_incremental_run_writes_what_a_fresh_one_would(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "edited")
    edit_vault(project)
    counts = snapshot(project)
    assert (counts["read"], counts["parsed"]) == (3, 3)
    shutil.copytree(project / "vault", tmp_path / "fresh/vault")
    shutil.copy(project / "params.yaml", tmp_path / "fresh/params.yaml")
    snapshot(tmp_path / "fresh")
    assert hash_files(project / "library") == hash_files(tmp_path / "fresh/library")


def run_killed(project: Path, counter: Path, writes: int) -> int:
    """Run the stage and kill it at a number of writes and renames; return the exit code."""
    hook = {"PYTHONPATH": str(ROOT / "tests/kill"), "KILL_AFTER": str(writes), "KILL_COUNTER": str(counter)}
    command = [sys.executable, "-m", "stages.snapshot_sources", "--params", str(project / "params.yaml")]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **hook}, capture_output=True, start_new_session=True, check=False
    )
    return done.returncode


def count_writes(project: Path, counter: Path) -> int:
    assert run_killed(project, counter, 1_000_000) == 0
    return counter.stat().st_size


@pytest.mark.slow
@pytest.mark.parametrize("start", ["fresh", "incremental"])
def test_killed_anywhere_the_next_run_ends_in_the_same_bytes(finished: Path, tmp_path: Path, start: str) -> None:
    """Crashes left half-written state that marked things as done: here each point of a run is a point to die at."""

    def make(name: str) -> Path:
        if start == "fresh":
            return make_project(tmp_path / name)
        project = copy_project(finished, tmp_path / name)
        edit_vault(project)
        return project

    undisturbed = make("undisturbed")
    total = count_writes(undisturbed, tmp_path / "all")
    expected = hash_files(undisturbed / "library")
    assert total >= 20
    for writes in sorted({1 + number * (total - 1) // 13 for number in range(14)}):
        project = make(f"killed-{writes}")
        assert run_killed(project, tmp_path / f"counter-{writes}", writes) == -9
        snapshot(project)
        assert hash_files(project / "library") == expected, f"killed at {writes} of {total}"
        assert not list(project.glob("library/**/.*.partial"))


@pytest.mark.slow
def test_killed_again_and_again_it_still_ends(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "killed")
    edit_vault(project)
    for number, writes in enumerate((9, 14, 3, 20, 12)):
        assert run_killed(project, tmp_path / f"counter-{number}", writes) in (-9, 0)
        (project / "vault" / "Salt.md").write_text(f"# Salt\n\n{number}\n", encoding="utf-8")
    snapshot(project)
    shutil.copytree(project / "vault", tmp_path / "fresh/vault")
    shutil.copy(project / "params.yaml", tmp_path / "fresh/params.yaml")
    snapshot(tmp_path / "fresh")
    assert hash_files(project / "library") == hash_files(tmp_path / "fresh/library")


def test_a_second_run_at_the_same_time_is_told_so(finished: Path, tmp_path: Path) -> None:
    """Two runs raced on one folder."""
    project = copy_project(finished, tmp_path / "busy")
    with hold_lock(project / ".florilegium/locks/library.lock", what="library"):
        done = run(project)
    assert done.returncode == 8
    assert f"library is in use by process {os.getpid()}" in done.stderr
    assert "hint: wait" in done.stderr


def test_a_missing_vault_ends_with_4_and_keeps_what_was_there(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "gone")
    before = hash_files(project / "library/texts")
    (project / "vault").rename(project / "elsewhere")
    done = run(project)
    assert done.returncode == 0, done.stderr
    assert "SOURCE vault CANNOT BE REACHED" in done.stderr
    assert read_json(project / "library/report.json", "report")["sources"][0]["state"] == "kept"
    assert hash_files(project / "library/texts") == before
    shutil.rmtree(project / "library")
    done = run(project)
    assert done.returncode == 4
    assert "no source can be reached" in done.stderr
    assert "hint:" in done.stderr
    assert not (project / "library").exists()


def test_strict_ends_with_4_and_writes_nothing(tmp_path: Path) -> None:
    project = make_project(tmp_path, strict=True)
    (project / "vault" / "Broken.canvas").write_text("{", encoding="utf-8")
    done = run(project)
    assert done.returncode == 4
    assert "Broken.canvas" in done.stderr
    assert not (project / "library").exists()
    assert json.loads((project / ".florilegium/failure.json").read_text())["exit_code"] == 4


@pytest.mark.parametrize("key", ["include", "exclude"])
def test_a_pattern_that_matches_nothing_is_an_error(tmp_path: Path, key: str) -> None:
    """A comma in a glob matched nothing without a word."""
    done = run(make_project(tmp_path, **{key: ["Bread.md,Flour.md"]}))
    assert done.returncode == 2
    assert "matches nothing" in done.stderr
