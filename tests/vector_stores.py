"""Small invented stores of vectors, in the layouts that Smart Connections writes."""

import hashlib
import json
import math
from array import array
from pathlib import Path
from typing import Any

MODEL = "invented/four"


def unit(*numbers: float) -> list[float]:
    """Scale numbers to length one."""
    return [number / math.hypot(*numbers) for number in numbers]


def source(path: str, vec: Any, *, hash_: str = "h1", read: str = "h1", **more: Any) -> str:
    """Write the record of a note without its comma."""
    value = {
        "path": path,
        "embeddings": {MODEL: {"vec": vec, "last_embed": {"hash": hash_}}} if vec is not None else {},
        "last_read": {"hash": read, "at": 1},
        "last_import": {"mtime": 1000, "size": 42},
        **more,
    }
    return f'"smart_sources:{path}": {json.dumps(value)}'


def block(key: str, vec: Any, *, lines: tuple[int, int] = (1, 2)) -> str:
    """Write the record of a block without its comma."""
    embeddings = {MODEL: {"vec": vec, "last_embed": {"hash": "b"}}}
    value = {"path": None, "key": key, "lines": lines, "embeddings": embeddings, "last_read": {"hash": "b"}}
    return f'"smart_blocks:{key}": {json.dumps(value)}'


def write_logs(root: Path, logs: dict[str, str], folder: str = ".smart-env/multi") -> Path:
    """Write logs by name into a vault."""
    for name, text in logs.items():
        path = root / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def reference(row: Any, *, file: Any = "mf_abc123", read: str = "h") -> dict[str, Any]:
    """Write where a vector of the newer layout lies."""
    return {"file": file, "file_i": row, "read_hash": read, "at": 1}


def shard_note(path: str, embedding: Any, blocks: dict[str, Any] | None = None) -> str:
    """Write the record of a note in the newer layout."""
    inner = {
        key: {"lines": [1, 2], "last_read": {"hash": "h"}, "embedding": {"default": {"mf_abc123": reference(row)}}}
        for key, row in (blocks or {}).items()
    }
    value = {"path": path, "last_read": {"hash": "h"}, "embedding": {"default": embedding}, "blocks_data": inner}
    return f'"smart_sources:{path}": {json.dumps(value)},\n'


def write_rows(path: Path, rows: list[list[float]]) -> None:
    """Write a file of raw floats."""
    path.parent.mkdir(parents=True, exist_ok=True)
    numbers = array("f", [number for row in rows for number in row])
    path.write_bytes(numbers.tobytes())


def write_first(
    root: Path, vectors: dict[str, Any], *, mtime: int = 1 << 50, size: int = 1, name: str = "embeddings-2.json"
) -> Path:
    """Write a store of the first version: vectors of notes and of blocks by their path."""
    records = {}
    for path, vec in vectors.items():
        own = {"file": hashlib.md5(path.partition("#")[0].encode()).hexdigest(), "len": 9}
        meta = {"mtime": mtime, "hash": "f" * 32, "path": path, "tokens": 7, **(own if "#" in path else {"size": size})}
        records[hashlib.md5(path.encode()).hexdigest()] = {"vec": vec, "meta": meta}
    file = root / ".smart-connections" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(records, separators=(",", ":")), encoding="utf-8")
    return root
