"""The only module that opens the files between stages: validated when read, whole or not at all when written."""

import itertools
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from ..errors import ArtifactError
from .plain_yaml import parse_plain
from .regular_files import read_regular
from .schemas import Problem, find_problems

SHOWN_PROBLEMS = 10


def read_json(path: Path, noun: str) -> dict[str, Any]:
    """Return the JSON document in a file; raises ArtifactError with every problem's place."""
    value = _parse_json(_read_text(path), path)
    _refuse_problems(path, [(path.name, "", problem) for problem in find_problems(value, noun)], noun)
    return value  # type: ignore[no-any-return]  # the schema says that it is an object


def read_lines(path: Path, noun: str) -> list[dict[str, Any]]:
    """Return the records of a JSON Lines file; raises ArtifactError that names line and document."""
    records: list[dict[str, Any]] = []
    problems: list[tuple[str, str, Problem]] = []
    text = _read_text(path)
    # Not splitlines: inside its strings JSON may hold U+2028 and other line ends as they are.
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), start=1):
        record = _parse_json(line, path, number)
        found = find_problems(record, noun)
        problems += [(f"{path.name}:{number}", _name_record(record), problem) for problem in found]
        records.append(record)
    _refuse_problems(path, problems, noun)
    return records


def read_yaml(path: Path, noun: str) -> dict[str, Any]:
    """Return the YAML document in a file; raises ArtifactError with every problem's place."""
    text = _read_text(path)
    try:
        # What this project wrote is plain, and quick to read; the parser reads the rest, and tells what is wrong.
        value = parse_plain(text) or yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: TID251 (this is the one door)
    except (yaml.YAMLError, ValueError, RecursionError) as error:  # ValueError: a date that no calendar has
        raise ArtifactError(f"{path}: this is not YAML: {error}", hint=_advise(path)) from error
    _refuse_problems(path, [(path.name, "", problem) for problem in find_problems(value, noun)], noun)
    return value


def write_json(path: Path, value: Mapping[str, Any], noun: str) -> None:
    """Write one JSON document in the key order that the caller chose."""
    _refuse_problems(path, [(path.name, "", problem) for problem in find_problems(value, noun)], noun)
    write_text(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


def write_lines(path: Path, records: Iterable[Mapping[str, Any]], noun: str) -> None:
    """Write one JSON record a line; nothing is written when one of them does not fit."""
    lines: list[str] = []
    problems: list[tuple[str, str, Problem]] = []
    for number, record in enumerate(records, start=1):
        found = find_problems(record, noun)
        problems += [(f"{path.name}:{number}", _name_record(record), problem) for problem in found]
        lines.append(json.dumps(record, ensure_ascii=False) + "\n")
    _refuse_problems(path, problems, noun)
    write_text(path, "".join(lines))


def write_yaml(path: Path, value: Mapping[str, Any], noun: str) -> None:
    """Write one YAML document in the key order that the caller chose, with long lines left whole."""
    _refuse_problems(path, [(path.name, "", problem) for problem in find_problems(value, noun)], noun)
    write_text(path, format_yaml(value))


def format_yaml(value: Mapping[str, Any]) -> str:
    """Return a YAML document in the key order of the caller, with long lines left whole."""
    return str(yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=10_000))


class _Dumper(yaml.CSafeDumper):
    """Quotes also the strings that only readers of YAML 1.2 take for something else."""


# PyYAML knows YAML 1.1, where `1e3`, `089`, `0o17` and `y` are strings; elsewhere they are numbers and a truth value.
_Dumper.add_implicit_resolver(
    "tag:yaml.org,2002:float",
    re.compile(r"[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$|0o[0-7]+$", re.ASCII),
    list("-+.0123456789"),
)
_Dumper.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"[yYnN]$"), list("yYnN"))


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all: temporary file, fsync, rename."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, content: bytes, *, sync: bool = True) -> None:
    """Write a file whole or not at all; without `sync` the caller makes many files durable in one go."""
    folder = os.path.dirname(path)
    try:
        handle, name = _open_partial(folder)
    except FileNotFoundError:
        os.makedirs(folder, exist_ok=True)
        handle, name = _open_partial(folder)
    try:
        try:
            _write_all(handle, content)
            if sync:
                os.fsync(handle)
        finally:
            os.close(handle)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, name):
            error.filename = str(path)  # a full disk does not say which file had no room, and nobody knows the other
        raise


# The system's calls alone: a library has thousands of files, and tempfile takes twice as long.
_numbers = itertools.count()


def _open_partial(folder: str) -> tuple[int, str]:
    """Return handle and name of a new file beside the one to write; names that a killed run left are passed over."""
    while True:
        name = os.path.join(folder, f".{os.getpid()}-{next(_numbers)}.partial")
        try:
            return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), name
        except FileExistsError:
            continue


def _write_all(handle: int, content: bytes) -> None:
    written = os.write(handle, content)
    while written < len(content):
        written += os.write(handle, content[written : written + _BLOCK])


_BLOCK = 1 << 24


def iter_partial(folder: Path) -> Iterator[Path]:
    """Yield what a killed run left half written, so that the next one can remove it."""
    yield from sorted(folder.rglob(".*.partial"))


def _read_text(path: Path) -> str:
    try:
        return read_regular(path).decode("utf-8")
    except FileNotFoundError as error:
        raise ArtifactError(f"{path}: this file is missing", hint=_advise(path)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ArtifactError(f"{path}: cannot be read: {error}", hint=_advise(path)) from error


def _parse_json(text: str, path: Path, line: int | None = None) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError: also a number of thousands of digits
        place = f"{path}:{line or getattr(error, 'lineno', 1)}"
        message = f"{place}: this is not JSON: {getattr(error, 'msg', error)}"
        raise ArtifactError(message, hint=_advise(path)) from error


def _name_record(record: object) -> str:
    """Return what a person knows the record by: its original path, title or id."""
    if not isinstance(record, Mapping):
        return ""
    names = (record.get(key) for key in ("original_path", "path", "title", "id"))
    return next((str(name) for name in names if name), "")


def _refuse_problems(path: Path, problems: list[tuple[str, str, Problem]], noun: str) -> None:
    if not problems:
        return
    lines = [
        f"{place}{f' ({name})' if name else ''}: {problem.path}: {problem.message}"
        for place, name, problem in problems[:SHOWN_PROBLEMS]
    ]
    more = len(problems) - SHOWN_PROBLEMS
    if more > 0:
        lines.append(f"… and {more} more")
    head = f"{path}: {len(problems)} problem(s) against schemas/{noun}.schema.json"
    raise ArtifactError("\n  ".join([head, *lines]), hint=_advise(path))


def _advise(path: Path) -> str:
    return f"remove {path} and run `dvc repro`: its stage writes it again"
