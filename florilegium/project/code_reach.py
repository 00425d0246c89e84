"""Which code each stage reaches, by hash: DVC does not follow imports, and long lists of modules slow it down.

`stages/reach.json` names the files (written by `make sync`); snapshot_sources, which runs first and always, writes
their hashes to `library/code/<stage>.json`, and that one file is the stage's dependency on code.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..errors import ArtifactError
from .artifacts import write_json
from .records import to_record

CODE_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class CodeFile:
    """One file that a stage reaches."""

    path: str  # relative to the code's root, with "/"
    sha256: str


@dataclass(frozen=True)
class Code:
    """All that a stage's result depends on beside its inputs and params."""

    stage: str
    files: tuple[CodeFile, ...]  # sorted by path


def load_reach(root: Path = CODE_ROOT) -> Mapping[str, Sequence[str]]:
    """Return the files that each stage reaches; raises ArtifactError where the list is missing."""
    path = root / "stages" / "reach.json"
    try:
        reach: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ArtifactError(f"stages/reach.json: cannot be read: {error}", hint="run `make sync`") from error
    return reach


def hash_code(reach: Mapping[str, Sequence[str]], root: Path = CODE_ROOT) -> list[Code]:
    """Return the code of every stage; raises ArtifactError for a file that is gone, since then the list is stale."""
    hashes: dict[str, str] = {}
    for name in sorted({name for names in reach.values() for name in names}):
        try:
            hashes[name] = hashlib.sha256((root / name).read_bytes()).hexdigest()
        except OSError as error:
            raise ArtifactError(f"stages/reach.json names {name}: {error}", hint="run `make sync`") from error
    return [
        Code(stage, tuple(CodeFile(name, hashes[name]) for name in sorted(reach[stage]))) for stage in sorted(reach)
    ]


def store_code(codes: Sequence[Code], folder: Path) -> None:
    """Write one file a stage where its code changed, and remove what a killed run or a dropped stage left."""
    wanted = {f"{code.stage}.json": code for code in codes}
    for path in folder.glob("*") if folder.is_dir() else ():
        if path.name not in wanted:
            path.unlink()
    for name, code in wanted.items():
        if _read_code(folder / name) != to_record(code):
            write_json(folder / name, to_record(code), "code")


def _read_code(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        # Missing or damaged: it is written again.
        return None
