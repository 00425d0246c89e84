"""What the last snapshot knew of each unit: disposable, there only to save work."""

import hashlib
import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ..project.artifacts import write_bytes
from ..sources.reader import Row

PACKAGE = Path(__file__).parent.parent
# All code that decides what a unit turns into; a test compares it with what the readers import.
DRAFT_CODE = (
    "sources/*.py",
    "vault/*.py",
    "snapshot/*.py",
    "documents.py",
    "project/__init__.py",
    "sameness/__init__.py",
    "drafts.py",
    "project/params.py",
    "project/regular_files.py",
    "sameness/sites.py",
    "sameness/urls.py",
)
# Packages whose next release may turn the same bytes into another draft.
DRAFT_PACKAGES = ("beautifulsoup4", "jsonschema_rs", "markdownify", "msgspec", "pyyaml", "w3lib")


@dataclass(frozen=True, slots=True)
class KnownInput:
    """One file as it was when it was last read."""

    path: str
    size: int
    mtime_ns: int
    sha256: str


@dataclass(frozen=True, slots=True)
class KnownDocument:
    """One document of the library and how many bytes its texts have."""

    id: str
    size: int
    highlights_size: int  # 0 where the reader marked nothing


@dataclass(frozen=True, slots=True)
class KnownUnit:
    """One unit and what became of it."""

    key: str
    inputs: tuple[KnownInput, ...]
    documents: tuple[KnownDocument, ...]
    rows: tuple[Row, ...]
    kept: bool = False  # could not be read: the library holds what an earlier snapshot found

    @property
    def is_private(self) -> bool:
        """Tell whether a rule of privacy kept all of it out; then no file of the library may name it."""
        return not self.documents and any(row.reason == "private" for row in self.rows)


@dataclass(frozen=True, slots=True)
class KnownSource:
    """One source and its units, sorted by key."""

    name: str
    kind: str
    settings: str
    state: str  # fresh, kept or missing, as in the report
    rows: tuple[Row, ...]  # of files that no unit holds
    units: tuple[KnownUnit, ...]


@dataclass(frozen=True, slots=True)
class State:
    """All that the last finished snapshot knew."""

    code: str
    started_ns: int
    files: Mapping[str, str]  # SHA-256 of each record file of the library
    counts: Mapping[str, int]
    contested: bool  # two units claimed one id: a change anywhere may change whose it is
    sources: tuple[KnownSource, ...]


def load_state(path: Path) -> State | None:
    """Return the last state, or None where it is lost or damaged: then everything is read again."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=State)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return None


def save_state(path: Path, state: State) -> None:
    """Write the state; it comes last, so that it never promises what the library does not hold."""
    write_bytes(path, msgspec.json.encode(state))


def hash_code() -> str:
    """Return a hash of the code, packages and Unicode tables that decide what a unit turns into."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {unicodedata.unidata_version}\n".encode())
    digest.update("\n".join(list_packages()).encode())
    for path in iter_draft_code():
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def iter_draft_code() -> Iterator[Path]:
    """Yield the modules that decide what a unit turns into, sorted."""
    yield from sorted({path for pattern in DRAFT_CODE for path in PACKAGE.glob(pattern)})


def list_packages() -> list[str]:
    """Return name and version of each package that decides, as its folder beside msgspec says.

    importlib.metadata would say the same, and takes longer to import than a run with nothing to do may last.
    """
    names = os.listdir(Path(msgspec.__file__).parent.parent)
    installed = (name.lower().removesuffix(".dist-info") for name in names if name.endswith(".dist-info"))
    return sorted(name for name in installed if name.rpartition("-")[0] in DRAFT_PACKAGES)
