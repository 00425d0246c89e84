"""The model of an unchanged vault, kept whole: taken only while every file of the vault is as it was."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ..project.artifacts import write_bytes
from .model import VaultModel
from .parts import hash_code
from .rules import VaultRules
from .settings import CONFIG_FOLDER
from .walk import Walk

MODEL_NAME = "model.msgpack"
SETTLED_NS = 2_000_000_000  # the coarsest clock of a file system: what is younger may change unseen
_SETTINGS = ("app.json", "templates.json")
_MADE = ("library/catalog.jsonl", "library/links.jsonl", "library/report.json", "index/current")


@dataclass(frozen=True)
class Stamp:
    """What tells one moment of a vault from another, without a file having been opened."""

    key: str
    newest_ns: int  # the youngest time of a file of the vault


def stamp_vault(walk: Walk, root: Path, rules: VaultRules) -> Stamp:
    """Return the stamp of a vault, of its settings, of the rules and of the code; taken before the vault is read."""
    files = [(file.path, file.size, file.mtime_ns) for file in walk.files]
    odd = [(oddity.path, oddity.reason, oddity.files) for oddity in walk.oddities]
    settings = [_stat_file(root / CONFIG_FOLDER / name) for name in _SETTINGS]
    told = msgspec.msgpack.encode((files, odd, walk.unreadable, settings, rules, hash_code()))
    times = [mtime_ns for _, _, mtime_ns in (*files, *settings)]
    return Stamp(hashlib.sha256(told).hexdigest(), max(times, default=0))


def read_model(state: Path, stamp: Stamp) -> VaultModel | None:
    """Return the model that was kept under this stamp; None where there is none, or where it is damaged."""
    head = _make_head(state, stamp)
    try:
        content = (state / MODEL_NAME).read_bytes()
        return msgspec.msgpack.decode(content[len(head) :], type=VaultModel) if content.startswith(head) else None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None  # it is disposable: the model is made again


def keep_model(state: Path, stamp: Stamp, model: VaultModel, started_ns: int) -> None:
    """Keep a model whole or not at all, but for one of a vault that changed a moment ago; raises OSError."""
    if stamp.newest_ns + SETTLED_NS <= started_ns:
        write_bytes(state / MODEL_NAME, _make_head(state, stamp) + msgspec.msgpack.encode(model), sync=False)


def _make_head(state: Path, stamp: Stamp) -> bytes:
    """Return the first lines of a kept model: what it is of, and beside which files it was made."""
    made = msgspec.json.encode([_stat_file(state / name) for name in _MADE])
    return stamp.key.encode("ascii") + b"\n" + made + b"\n"


def _stat_file(path: Path) -> tuple[str, int, int]:
    try:
        state = path.stat()
    except OSError:
        return path.name, -1, 0
    return path.name, state.st_size, state.st_mtime_ns
