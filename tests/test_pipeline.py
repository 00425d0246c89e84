"""The whole pipeline as a person runs it: real DVC, real processes, the example library."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["dvc.yaml", "params.yaml", "stages", "florilegium", "schemas", "examples", "topics", ".dvc/config"]
PARTS += [".dvcignore", ".gitignore", ".gitattributes"]
PRODUCTS = ["topics/agent-memory/memory", "topics/city-heat/memory", "topics/agent-memory/research.md"]
BACK_STAGES = ("dedup", "rerank", "build_index", "distill")
IGNORED = shutil.ignore_patterns("__pycache__", "work", "memory", "research.md")


def make_environment(**extra: str) -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"PATH": path, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "DVC_NO_ANALYTICS": "1"}
    return {**os.environ, **own, **extra}


def run(project: Path, *command: str, umask: int = -1, **extra: str) -> subprocess.CompletedProcess[str]:
    environment = make_environment(**extra)
    return subprocess.run(
        command, cwd=project, env=environment, umask=umask, capture_output=True, text=True, check=False
    )


def reproduce(project: Path, *arguments: str, umask: int = -1, **extra: str) -> list[str]:
    """Run `dvc repro` and return the names of the stages that really ran."""
    done = run(project, "dvc", "repro", *arguments, umask=umask, **extra)
    assert done.returncode == 0, done.stdout + done.stderr
    return [line.split("'")[1] for line in done.stdout.splitlines() if line.startswith("Running stage")]


def make_project(folder: Path) -> Path:
    """Copy what is versioned and make it a repository of its own, as a clone is."""
    folder.mkdir(parents=True)
    for part in PARTS:
        source, target = ROOT / part, folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=IGNORED, symlinks=True)
        else:
            shutil.copy2(source, target)
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    for command in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-q", "-m", "Start"]):
        done = run(folder, "git", *command)
        assert done.returncode == 0, done.stderr
    return folder


def copy_project(source: Path, target: Path) -> Path:
    shutil.copytree(source, target, symlinks=True)
    return target


def hash_files(root: Path) -> Mapping[str, str]:
    files = sorted(path for path in root.rglob("*") if path.is_file()) if root.is_dir() else [root]
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def hash_products(project: Path) -> Mapping[str, Mapping[str, str]]:
    return {product: hash_files(project / product) for product in PRODUCTS}


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project in which the pipeline has run once; tests that change it copy it first."""
    project = make_project(tmp_path_factory.mktemp("finished") / "project")
    reproduce(project)
    return project


def test_memories_are_made_and_the_sources_stay_untouched(finished: Path) -> None:
    for topic in ("agent-memory", "city-heat"):
        index = yaml.safe_load((finished / f"topics/{topic}/memory/index.yaml").read_text(encoding="utf-8"))
        assert index["sources"] == len(index["entries"]) >= 10
        assert len(index["origins"]) >= 3
    assert hash_files(finished / "examples") == hash_files(ROOT / "examples")


def test_status_then_lists_only_the_snapshot(finished: Path) -> None:
    lines = run(finished, "dvc", "status").stdout.splitlines()
    assert [line for line in lines if not line.startswith((" ", "\t"))] == ["snapshot_sources:"]
    assert "always changed" in "".join(lines)


def test_a_second_run_runs_only_the_snapshot(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "again")
    before = hash_products(project)
    assert reproduce(project) == ["snapshot_sources"]
    assert hash_products(project) == before


def test_another_path_locale_umask_and_hash_seed_give_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    project = make_project(tmp_path / "ein anderer Ort" / "über uns")
    reproduce(project, umask=0o077, LC_ALL="C", LANG="C", PYTHONHASHSEED="7", TZ="Asia/Tokyo")
    assert hash_products(project) == hash_products(finished)
    assert hash_files(project / "library") == hash_files(finished / "library")


def test_one_changed_note_reruns_only_what_depends_on_it(finished: Path, tmp_path: Path) -> None:
    """A note that no memory holds: the search runs again, finds the same, and nothing behind it runs."""
    project = copy_project(finished, tmp_path / "changed")
    note = project / "examples/vault/Life/Cooking/Fish soup.md"
    note.write_text(note.read_text(encoding="utf-8") + "\nNext time less salt.\n", encoding="utf-8")
    ran = reproduce(project)
    assert "snapshot_sources" in ran
    assert not [name for name in ran if name.split("@")[0] in BACK_STAGES]
    assert hash_products(project) == hash_products(finished)


def test_a_new_topic_leaves_the_others_untouched(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "topic")
    params = (project / "params.yaml").read_text(encoding="utf-8")
    (project / "params.yaml").write_text(params.replace("  - city-heat\n", "  - city-heat\n  - bread\n"), "utf-8")
    brief = project / "topics/bread/brief.md"
    brief.parent.mkdir()
    brief.write_text("# Why does my sourdough stay flat?\n\nStarter, flour, oven, patience.\n", encoding="utf-8")
    ran = reproduce(project)
    assert {name for name in ran if "@" in name} == {name for name in ran if "@bread" in name}
    assert (project / "topics/bread/memory/index.yaml").is_file()
    assert hash_products(project) == hash_products(finished)


def test_an_experiment_with_another_number_of_rounds_runs(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "experiment")
    done = run(project, "dvc", "exp", "run", "-S", "research.rounds=3")
    assert done.returncode == 0, done.stdout + done.stderr
    index = yaml.safe_load((project / "topics/agent-memory/memory/index.yaml").read_text(encoding="utf-8"))
    assert index["rounds"] == 3


def test_metrics_can_be_shown(finished: Path) -> None:
    done = run(finished, "dvc", "metrics", "show")
    assert done.returncode == 0, done.stderr
    assert "topics/agent-memory/work/metrics/build_index.json" in done.stdout.replace(os.sep, "/")
    assert "metrics/snapshot_sources.json" in done.stdout


def test_killed_ten_times_it_still_ends_in_the_same_bytes(finished: Path, tmp_path: Path) -> None:
    """Each run goes on from where the one before was killed, at another point inside or between stages."""
    project = make_project(tmp_path / "killed")
    for number, writes in enumerate([3, 60, 150, 230, 70, 40, 90, 120, 55, 35, 80]):
        counter = tmp_path / f"counter-{number}"
        hook = {"PYTHONPATH": str(ROOT / "tests" / "kill"), "KILL_AFTER": str(writes), "KILL_COUNTER": str(counter)}
        done = subprocess.run(
            [sys.executable, "-m", "dvc", "repro"],
            cwd=project,
            env=make_environment(**hook),
            capture_output=True,
            start_new_session=True,
            check=False,
        )
        assert done.returncode == -9, done.stdout.decode() + done.stderr.decode()
    reproduce(project)
    assert hash_products(project) == hash_products(finished)
    assert hash_files(project / "library") == hash_files(finished / "library")
    assert not list(project.glob("topics/**/.*.partial"))


def test_of_two_runs_at_once_the_second_says_so_and_stops(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "twice")
    shutil.rmtree(project / "topics/city-heat/work")
    command = [sys.executable, "-m", "florilegium", "run"]
    with subprocess.Popen(command, cwd=project, env=make_environment(), stderr=subprocess.PIPE) as first:
        assert first.stderr is not None
        first.stderr.readline()  # it has begun to speak, so the lock is held
        second = run(project, *command)
        first.stderr.read()
    assert second.returncode == 8
    assert "in use by process" in second.stderr
    assert first.returncode == 0


def test_a_failed_stage_gives_its_own_exit_code(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "failing")
    (project / "topics/city-heat/brief.md").write_text("---\nrounds: many\n---\nHeat.\n", encoding="utf-8")
    done = run(project, sys.executable, "-m", "florilegium", "run", "city-heat")
    assert done.returncode == 2
    assert "topics/city-heat/brief.md" in done.stderr + done.stdout
