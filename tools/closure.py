"""Which modules and schemas a stage reaches: DVC does not follow imports, so they are listed for it."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "florilegium"
READERS_AND_WRITERS = frozenset(
    {"read_json", "read_lines", "read_yaml", "write_json", "write_lines", "write_yaml", "find_problems", "load_schema"}
)


def find_code(script: Path, root: Path) -> list[str]:
    """Return every file of the package that a script imports, directly or not, also inside functions."""
    seen: set[str] = set()
    waiting = [script]
    while waiting:
        path = waiting.pop()
        for module in _iter_imports(path, root):
            for found in _find_files(module, root):
                if found not in seen:
                    seen.add(found)
                    waiting.append(root / found)
    return sorted(seen)


def find_schemas(files: list[str], root: Path) -> list[str]:
    """Return the schemas whose nouns stand in these files' calls, with those that they refer to."""
    nouns: set[str] = set()
    for file in files:
        nouns |= set(_iter_nouns(root / file))
    known = {path.name.removesuffix(".schema.json") for path in (root / "schemas").glob("*.schema.json")}
    waiting, reached = sorted(nouns & known), set[str]()
    while waiting:
        noun = waiting.pop()
        if noun not in reached:
            reached.add(noun)
            waiting += _find_references(root / "schemas" / f"{noun}.schema.json")
    return [f"schemas/{noun}.schema.json" for noun in sorted(reached)]


def find_parts(files: list[str], root: Path) -> list[str]:
    """Return the prompts, parts of the page and prices whose names stand as strings in these files."""
    folders = [root / PACKAGE / "prompts", root / PACKAGE / "page", root / PACKAGE]
    known = [path for folder in folders for path in folder.glob("*.*") if path.suffix != ".py"]
    texts = [(root / file).read_text(encoding="utf-8") for file in files]
    named = [path for path in known if any(f'"{path.name}"' in text for text in texts)]
    return sorted(path.relative_to(root).as_posix() for path in named)


def _iter_imports(path: Path, root: Path) -> Iterator[str]:
    """Yield the dotted names that a file imports; a relative name is made absolute."""
    package = list(path.relative_to(root).with_suffix("").parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *(node.module.split(".") if node.module else [])])
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "import_module":
            # A registry imports by name; it writes the names as plain strings, so they can be followed.
            continue
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(f"{PACKAGE}."):
            yield node.value.split(":")[0]


def _find_files(module: str, root: Path) -> Iterator[str]:
    """Yield the files of a dotted name: its own and the `__init__` of each package above it."""
    parts = module.split(".")
    if parts[0] != PACKAGE:
        return
    for length in range(1, len(parts) + 1):
        stem = Path(*parts[:length])
        for candidate in (stem / "__init__.py", stem.with_suffix(".py")):
            if (root / candidate).is_file():
                yield candidate.as_posix()


def _iter_nouns(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in READERS_AND_WRITERS:
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                yield from (v.value for v in values if isinstance(v, ast.Constant) and isinstance(v.value, str))


def _find_references(path: Path) -> list[str]:
    found: list[str] = []

    def visit(node: object) -> None:
        if isinstance(node, dict):
            reference = node.get("$ref")
            if isinstance(reference, str) and reference.endswith(".schema.json"):
                found.append(reference.removesuffix(".schema.json"))
            for value in node.values():
                visit(value)
        elif isinstance(node, list):
            for value in node:
                visit(value)

    visit(json.loads(path.read_text(encoding="utf-8")))
    return found
