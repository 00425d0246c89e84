"""What holds the project together: names, arrows, sizes, generated parts, locks."""

import ast
import dataclasses
import importlib
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from florilegium.project.workspace import UNROLLED_ROUNDS

ROOT = Path(__file__).resolve().parent.parent
STAGES = sorted(path.stem for path in (ROOT / "stages").glob("*.py") if path.stem != "__init__")
ROOMS = ("evaluate", "florilegium", "stages", "tools")
CODE = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
SCHEMAS = sorted((ROOT / "schemas").glob("*.schema.json"))
MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 50
MAX_STAGE_LINES = 60

# Which frozen record each schema describes, where there is one.
RECORDS = {
    "candidate": "candidates:Candidate",
    "code": "project.code_reach:Code",
    "discovery": "discovering.report:Discovery",
    "document": "documents:Document",
    "finding": "findings:Finding",
    "harness": "mapping.harness:Harness",
    "hit": "findings:Hit",
    "index": "entries:Index",
    "decisions": "decisions:Decisions",
    "link_step": "linking.journal:JournalLine",
    "params": "project.params:Params",
    "pins": "choices.pins:Pins",
    "plan": "plans:Plan",
    "prices": "asking.prices:Prices",
    "query": "plans:Query",
    "round": "findings:Round",
    "saved": "project.saved_files:SavedFile",
    "row": "sources.reader:Row",
    "theme": "plans:Theme",
    "tooling": "tooling.checking:Tooling",
}


def list_tracked() -> list[str]:
    """Return the tracked files; outside a git checkout, such as in an image, there is nothing to check."""
    found = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    return [name for name in found.stdout.decode("utf-8").split("\0") if name]


def iter_functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node


def count_body(function: ast.FunctionDef) -> int:
    """Return the lines of a function without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) and len(function.body) > 1 else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1


def test_one_name_stands_for_a_stage_in_every_place() -> None:
    pipeline = yaml.safe_load((ROOT / "dvc.yaml").read_text(encoding="utf-8"))["stages"]
    params = yaml.safe_load((ROOT / "params.yaml").read_text(encoding="utf-8"))
    # How models are asked is of no stage, but of each whose engine is claude.
    blocks = {name for name, value in params.items() if isinstance(value, dict)} - {"claude"}
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests" / "stages").glob("test_*.py")}
    assert set(pipeline) == set(STAGES) == blocks
    assert set(STAGES) <= tests


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_runs_its_own_script_with_its_own_block(name: str) -> None:
    stage = yaml.safe_load((ROOT / "dvc.yaml").read_text(encoding="utf-8"))["stages"][name]
    assert stage["cmd"].split()[:3] == ["python", "-m", f"stages.{name}"]
    assert name in stage["params"]
    assert stage["deps"][0] == ("stages/snapshot_sources.py" if name == STAGES[-1] else f"library/code/{name}.json")
    assert f'@stage("{name}")' in (ROOT / "stages" / f"{name}.py").read_text(encoding="utf-8")


def test_the_rounds_are_the_same_in_pipeline_params_and_code() -> None:
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text(encoding="utf-8"))["stages"]
    schema = json.loads((ROOT / "schemas" / "params.schema.json").read_text(encoding="utf-8"))
    wanted = [{"n": number, "next": number + 1} for number in range(UNROLLED_ROUNDS)]
    assert stages["research"]["matrix"]["round"] == stages["gap_analysis"]["matrix"]["round"] == wanted
    assert schema["properties"]["research"]["properties"]["rounds"]["maximum"] == UNROLLED_ROUNDS
    for name in ("dedup", "rerank", "build_index"):
        assert f"topics/${{item.topic}}/work/round-{UNROLLED_ROUNDS}.json" in stages[name]["deps"]


def test_generated_parts_are_up_to_date() -> None:
    """`make sync` would change nothing: the code that stages reach, README's tree and picture, the params table."""
    done = subprocess.run(
        [sys.executable, "tools/sync.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_arrows_point_one_way() -> None:
    """Nothing in the library imports a stage, a tool or what measures it."""
    for path in (ROOT / "florilegium").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not [name for name in names if name.split(".")[0] in ("evaluate", "stages", "tools", "tests")], path


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_sizes_stay_in_their_budget(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= (MAX_STAGE_LINES if path.parent.name == "stages" else MAX_MODULE_LINES)
    long = {f.name: count_body(f) for f in iter_functions(path) if count_body(f) > MAX_FUNCTION_LINES}
    assert not long


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_modules_and_public_functions_have_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)
    public = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name[0] != "_"]
    assert not [node.name for node in public if not ast.get_docstring(node)]


def test_there_is_no_drawer() -> None:
    assert not [path for path in CODE if path.stem in ("utils", "util", "helpers", "misc", "common")]


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_schemas_describe_every_property_and_refuse_strangers(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == path.name

    def visit(node: object, place: str) -> None:
        if isinstance(node, dict):
            if "properties" in node:
                assert node["additionalProperties"] is False, place
                for name, value in node["properties"].items():
                    assert value.get("description") or "$ref" in value, f"{place}.{name}"
            for key, value in node.items():
                visit(value, f"{place}.{key}")
        elif isinstance(node, list):
            for value in node:
                visit(value, place)

    visit(schema, "$")


@pytest.mark.parametrize("noun", sorted(RECORDS))
def test_schemas_and_records_have_the_same_fields(noun: str) -> None:
    module, name = RECORDS[noun].split(":")
    record = getattr(importlib.import_module(f"florilegium.{module}"), name)
    schema = json.loads((ROOT / "schemas" / f"{noun}.schema.json").read_text(encoding="utf-8"))
    assert list(schema["properties"]) == [field.name for field in dataclasses.fields(record)]
    assert schema["required"] == list(schema["properties"])


def test_every_dependency_earns_its_place_on_a_page() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [*project["dependencies"], *(item for extra in project["optional-dependencies"].values() for item in extra)]
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").lower()
    names = [re.split(r"[<>=~\[ ;]", item)[0].lower() for item in named]
    assert not [name for name in names if f"`{name}`" not in page]


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock", "requirements-encoder.lock"])
def test_locks_pin_with_hashes_and_hold_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 50
    assert not [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry]
    assert "://" not in text
    assert " @ " not in text


def test_the_locks_agree() -> None:
    def read(name: str) -> dict[str, str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))

    run, dev, encoder = (read(f"requirements{name}.lock") for name in ("", "-dev", "-encoder"))
    assert run.items() <= dev.items()
    # What only the building needs is missing from the encoder's; what both have, both pin alike.
    assert {name: version for name, version in encoder.items() if name in dev}.items() <= dev.items()


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    hosts = re.compile(r"https?://[\w.-]*(?:py.?pi|python.?hosted|npm.?js|debian)[\w.-]*\.(?:org|com)")
    homes = re.compile(r"(?<![\w./<}>*])/(?:home|Users|root|work)/\w")
    found = []
    for name in list_tracked():
        path = ROOT / name
        if name == "tests/test_project.py" or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [
            f"{name}: {match.group(0)}" for pattern in (hosts, homes) for match in [pattern.search(text)] if match
        ]
    assert not found


def test_nothing_private_or_generated_is_tracked() -> None:
    banned = ("library/", "responses/", ".florilegium/", ".venv/", "metrics/")
    tracked = list_tracked()
    assert not [name for name in tracked if name.startswith(banned)]
    assert not [name for name in tracked if re.match(r"topics/[^/]+/(work|memory)/|topics/[^/]+/research\.md", name)]


def test_readme_is_short_and_its_commands_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("\n") <= 90  # it tells of two systems: the pipeline, and the harness for a vault
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"^(?:\$ )?make ([a-z-]+)", text, re.MULTILINE)) <= targets
    assert {"research", "test"} <= set(re.findall(r"make ([a-z-]+)", text))
    for link in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (ROOT / link).exists(), link
