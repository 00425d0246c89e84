"""The whole pipeline as a person runs it: real DVC, real processes, the example library."""

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

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
PARTS = ["dvc.yaml", "params.yaml", "stages", "florilegium", "schemas", "examples", "topics", ".dvc/config"]
PARTS += [".dvcignore", ".gitignore", ".gitattributes"]
# What a dependency stands for: the snapshot, which always runs, writes hashes of these files into it.
STANDS_FOR = {
    "library/catalog.jsonl": ["library/texts", "library/highlights"],
    "library/saved.jsonl": ["topics/{topic}"],
}
TEXT_FOLDERS = ["library/texts", "library/highlights"]
TEXT_FOLDERS += [
    f"topics/*/work/{name}/{layer}" for name in ("seeds", "research-*") for layer in ("texts", "highlights")
]
PRODUCTS = ["topics/agent-memory/memory", "topics/city-heat/memory", "topics/agent-memory/research.md"]
BACK_STAGES = ("dedup", "rerank", "build_index", "distill")
CACHES = shutil.ignore_patterns("__pycache__")
MADE = shutil.ignore_patterns("work", "memory", "research.md")


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
            shutil.copytree(source, target, ignore=MADE if part == "topics" else CACHES, symlinks=True)
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
    """Nothing in the pipeline writes into a source: every file of each has the same bytes after a run."""
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


def test_a_choice_is_honoured_and_no_research_runs_again(finished: Path, tmp_path: Path) -> None:
    """What they ask for: pin or veto a source and remember it."""
    project = copy_project(finished, tmp_path / "chosen")
    memory = project / "topics/agent-memory/memory/index.yaml"
    weakest = yaml.safe_load(memory.read_text(encoding="utf-8"))["entries"][-1]
    command = [sys.executable, "-m", "florilegium"]
    assert run(project, *command, "veto", "agent-memory", weakest["id"], "--reason", "off topic").returncode == 0
    assert run(project, *command, "pin", "agent-memory", "fish-soup", "--reason", "a test").returncode == 0
    ran = {name.split("@")[0] for name in reproduce(project)}
    assert ran == {"snapshot_sources", "collect_queries", *BACK_STAGES}
    index = yaml.safe_load(memory.read_text(encoding="utf-8"))
    assert [item["id"] for item in index["vetoed"]] == [weakest["id"]]
    assert [entry["title"] for entry in index["entries"] if entry["pinned"]] == ["Fish soup"]
    assert run(project, *command, "verify", "topics/agent-memory/memory").returncode == 0
    (project / "topics/agent-memory/choices.yaml").unlink()
    reproduce(project)
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


def test_a_run_ends_with_what_it_made_and_what_to_type_next(finished: Path, tmp_path: Path) -> None:
    project = copy_project(finished, tmp_path / "told")
    done = run(project, sys.executable, "-m", "florilegium", "run")
    assert done.returncode == 0, done.stderr
    assert "stages run: 1" in done.stderr
    for topic in ("agent-memory", "city-heat"):
        index = yaml.safe_load((project / f"topics/{topic}/memory/index.yaml").read_text(encoding="utf-8"))
        origins = ", ".join(f"{count} {origin}" for origin, count in index["origins"].items())
        assert f"topics/{topic}/memory  ({index['sources']} sources: {origins})" in done.stdout
        for theme in index["coverage"]:
            assert f"{theme['state']:<9} {theme['theme']}  ({theme['sources']})" in done.stdout
    commands = [line.split()[:3] for line in done.stdout.partition("\nNext\n")[2].splitlines()]
    assert commands[0] == ["florilegium", "toc", "topics/agent-memory/memory"]
    assert (project / commands[0][2] / "index.yaml").is_file()


def list_stages(project: Path, *names: str) -> list[tuple[str, str, list[str], list[str]]]:
    """Return (name, command, dependencies, outputs) of the finished stages of one topic, or of those named."""
    lock = yaml.safe_load((project / "dvc.lock").read_text(encoding="utf-8"))["stages"]
    return [
        (
            name,
            stage["cmd"],
            [item["path"] for item in stage.get("deps", ())],
            [item["path"] for item in stage.get("outs", ())],
        )
        for name, stage in sorted(lock.items())
        if not name.partition("@")[2].startswith("city-heat") and (not names or name.partition("@")[0] in names)
    ]


def is_below(path: str, roots: list[str]) -> bool:
    return any(path == root or path.startswith(f"{root}/") for root in roots)


def list_opened(project: Path, command: str, log: Path) -> set[str]:
    """Run a stage and return the files of the project that it opened; compiled code counts as its source."""
    hook = {"PYTHONPATH": str(ROOT / "tests" / "watch"), "WATCH_LOG": str(log)}
    done = run(project, *command.split(), **hook)
    assert done.returncode == 0, done.stderr
    root = os.path.realpath(project) + os.sep
    paths = {os.path.realpath(line) for line in log.read_text(encoding="utf-8", errors="surrogateescape").splitlines()}
    inside = {Path(path.removeprefix(root)).as_posix() for path in paths if path.startswith(root)}
    files = {path for path in inside if not (project / path).is_dir() and not path.endswith(".partial")}
    return {
        f"{path.partition('__pycache__')[0]}{path.rpartition('/')[2].partition('.')[0]}.py"
        if "__pycache__" in path
        else path
        for path in files
    }


def test_a_stage_opens_only_what_the_pipeline_declares(finished: Path, tmp_path: Path) -> None:
    """What is opened and not declared could change without a rerun: the run cache would be poisoned."""
    project = copy_project(finished, tmp_path / "watched")
    reach = json.loads((project / "stages/reach.json").read_text(encoding="utf-8"))
    params = yaml.safe_load((project / "params.yaml").read_text(encoding="utf-8"))
    stages = list_stages(project)
    assert {name.partition("@")[0] for name, *_ in stages} == set(reach)
    strangers: dict[str, list[str]] = {}
    for number, (name, command, deps, outs) in enumerate(stages):
        noun = name.partition("@")[0]
        declared = ["params.yaml", ".florilegium", *deps, *outs]
        for dependency in deps:
            declared += [path.format(topic="agent-memory") for path in STANDS_FOR.get(dependency, ())]
        if noun == "snapshot_sources":
            # It always runs, so that the world outside and all code may be looked at.
            declared += ["topics", "florilegium", "stages", "schemas", "uv.lock"]
            declared += [source["path"] for source in params["snapshot_sources"]["sources"]]
        else:
            assert f"library/code/{noun}.json" in deps
            declared += [*reach[noun], "stages/__init__.py"]
        opened = list_opened(project, command, tmp_path / f"opened-{number}")
        assert is_below("params.yaml", sorted(opened))
        strangers[name] = sorted(path for path in opened if not is_below(path, declared))
    assert {name: paths for name, paths in strangers.items() if paths} == {}


def test_orchestrating_stages_need_no_text_at_all(finished: Path, tmp_path: Path) -> None:
    """With every text of library, seeds and rounds deleted, the stages that see metadata write the same bytes."""
    project = copy_project(finished, tmp_path / "textless")
    stages = list_stages(project, "gap_analysis", "dedup")
    assert len(stages) == 4
    before = {out: hash_files(project / out) for *_, outs in stages for out in outs}
    for pattern in TEXT_FOLDERS:
        folders = list(project.glob(pattern))
        assert folders
        for folder in folders:
            shutil.rmtree(folder)
    for _, command, _, outs in stages:
        for out in outs:
            (project / out).unlink()
        done = run(project, *command.split())
        assert done.returncode == 0, done.stderr
    assert {out: hash_files(project / out) for *_, outs in stages for out in outs} == before
