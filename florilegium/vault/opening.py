"""A vault opened for the harness: its model, its texts and its index, kept in a folder outside the vault."""

import json
import logging
import os
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ..documents import make_slug
from ..errors import SourceUnavailableError
from ..library import REPORT_NAME, Library
from ..search.index import LibraryIndex
from .keeping import keep_model, read_model, stamp_vault
from .model import VaultModel
from .privacy import PrivacyRules
from .rules import VaultRules
from .walk import walk_folder

SOURCE = "vault"  # its name in the library of the harness
FOLDER_VARIABLE = "FLORILEGIUM_CACHE"


@dataclass(frozen=True)
class OpenVault:
    """A vault at one moment; texts come from the copy in `library`, so that they cannot change while they are read."""

    root: Path  # the vault itself; nothing writes there
    state: Path  # folder of what the harness keeps of it
    model: VaultModel
    library: Library
    index: LibraryIndex
    started_ns: int  # the clock when the run began

    def read_text(self, path: str) -> str:
        """Return the text of a note as decoded, "\\n" line ends, front matter included."""
        return self.library.texts.read_text(self.model.notes[path].id)


def find_state(root: Path) -> Path:
    """Return the folder in the user's cache where the harness keeps what it knows of a vault."""
    base = os.environ.get(FOLDER_VARIABLE) or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "florilegium"
    )
    real = os.path.realpath(root)
    return Path(base) / "vaults" / f"{make_slug(os.path.basename(real))}-{sha256(real.encode()).hexdigest()[:8]}"


def open_vault(root: Path, state: Path, rules: VaultRules, log: logging.Logger, *, started_ns: int) -> OpenVault:
    """Bring what is kept of a vault up to date and return it; raises SourceUnavailableError, ParamsError.

    `started_ns` is the clock when the run began: what is younger may change unseen and is looked at again.
    """
    if not root.is_dir():
        raise SourceUnavailableError(f"{root}: no such folder", hint="give the folder of a vault that is there")
    stamp = stamp_vault(walk_folder(root), root, rules)
    library, index = Library(state / "library"), LibraryIndex(state / "index")
    model = read_model(state, stamp)
    if model is None:
        _take_over(root, state, rules, log, started_ns)
        index.update(library)
        model = _make_model(root, state, rules, library)
        # The stamp was taken before the vault was read: what changed since then has another one next time.
        keep_model(state, stamp, model, started_ns)
    return OpenVault(root, state, model, library, index, started_ns)


def _take_over(root: Path, state: Path, rules: VaultRules, log: logging.Logger, started_ns: int) -> None:
    """Copy what changed in the vault into the library of the state."""
    # Only for a vault that changed: these modules take longer to load than all that an unchanged one needs.
    from ..project.params import PrivateParams, SnapshotSourcesParams, SourceParams
    from ..snapshot.engine import Desk, take_snapshot
    from ..sources.registry import list_sources

    source = SourceParams(SOURCE, "obsidian", os.path.realpath(root))
    private = PrivateParams(rules.private_folders, rules.private_tags, rules.private_flag)
    params = SnapshotSourcesParams((source,), (), rules.exclude, rules.templates, private, strict=False)
    desk = Desk(state / "library", state / "cache", strict=False, started_ns=started_ns, log=log)
    take_snapshot(list_sources(params, state), desk)


def _make_model(root: Path, state: Path, rules: VaultRules, library: Library) -> VaultModel:
    from .modelling import build_model
    from .parts import PartsKeeper

    folders = PrivacyRules(folders=rules.private_folders)

    def hides(target: str) -> bool:
        return folders.find_folder(target.lstrip("/")) is not None

    keeper = PartsKeeper(state / "parts.msgpack")
    model = build_model(library, SOURCE, keeper=keeper, hidden=_find_hidden(root, library), hides=hides)
    keeper.save()
    return model


def _find_hidden(root: Path, library: Library) -> Collection[str]:
    """Return the paths of which the library says nothing: those that a rule of privacy took out, by name or by text."""
    told = {document.original_path for document in library.documents.values()}
    rows = json.loads((library.root / REPORT_NAME).read_bytes())["rows"]
    told.update(row["path"] for row in rows)
    return [file.path for file in walk_folder(root).files if file.path not in told]
