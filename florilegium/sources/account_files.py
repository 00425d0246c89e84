"""The files of an exported account: listed by name and size, opened only where that is safe."""

import json
import os
import stat
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from ..errors import SourceUnavailableError
from ..project.params import SnapshotSourcesParams, SourceParams
from ..vault.privacy import PrivacyRules
from ..vault.walk import Walk, walk_folder
from .characters import fold_name
from .reader import InputFile, Row, Scan, Unit

REASONS = {
    "artifact": "Something that the service made from the sources; the sources themselves are read.",
    "attachment": "It holds no text in a form that is read here.",
    "bad_archive": "This is no readable ZIP archive.",
    "bad_json": "This is not JSON.",
    "bad_name": "Its name is not valid UTF-8; rename it.",
    "bad_record": "This item has none of the known forms.",
    "binary": "It is named like a text and holds none.",
    "deleted": "It was deleted in the account.",
    "discarded": "The reader discarded it.",
    "dot_file": "Files whose names begin with a dot hold settings.",
    "dot_folder": "Folders whose names begin with a dot hold settings and secrets; nothing in them was opened.",
    "duplicate_member": "The archive holds this file twice; it was read once.",
    "empty": "There is no text in it.",
    "encrypted": "It is encrypted; unpack the archive and name the folder.",
    "no_report": "Sources were proposed, and no report was written about them.",
    "no_text": "It describes something of which the export holds no text.",
    "not_a_file": "This is a pipe, socket or device.",
    "not_downloaded": "It lies in iCloud only; download it.",
    "not_notebooklm": "It belongs to no notebook.",
    "orphan": "What it belongs to is not among the saved answers.",
    "private": "Private by the rule named; neither name nor text was kept.",
    "secret": "Files of this name hold tokens and are never opened.",
    "superseded": "A later export holds this notebook too.",
    "symlink_broken": "This link leads to nothing.",
    "symlink_inside": "This link leads to a file that is read under its own name.",
    "symlink_outside": "This link leads out of the source and was not followed.",
    "sync_log": "This is the log of the synchronisation.",
    "too_large": "It is larger than any text that this account stores.",
    "unknown_header": "Its header is none of the known ones.",
    "unreadable": "It cannot be read; correct its permissions.",
    "unsafe_name": "Its name leads out of the archive.",
}
FAILURES = frozenset(
    "bad_archive bad_json bad_name bad_record binary encrypted not_downloaded too_large unknown_header unreadable "
    "unsafe_name".split()
)
SECRET_NAMES = frozenset(
    "auth.json cookies.json credentials.enc credentials.json readwise-cli.json smart_env.json storage_state.json "
    "token.json tokens.json".split()
)
MAX_FILE_BYTES = 512_000_000


@dataclass(frozen=True)
class Listing:
    """What lies in an account's folder."""

    files: tuple[InputFile, ...]  # sorted by path; files that hold secrets are not among them
    rows: tuple[Row, ...]  # everything else
    unreadable: tuple[str, ...]  # folders that could not be listed


@dataclass(frozen=True)
class AccountFiles:
    """The folder, or the single file, of one account; what is private in its vault is private here too."""

    name: str  # what the user calls the source
    root: Path
    private: PrivacyRules = field(default_factory=PrivacyRules)
    vault_path: str = ""  # of the root in the vault that it lies in, "" for none

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> "AccountFiles":
        """Return the files of a configured source; `root` is the project, from which relative paths lead."""
        here = root / source.path
        vaults = [root / other.path for other in params.sources if other.kind == "obsidian"]
        inside = next((path for path in (_find_inside(vault, here) for vault in vaults) if path), "")
        rules = PrivacyRules(params.private.folders, params.private.tags, params.private.flag)
        return cls(source.name, here, rules, inside)

    @property
    def settings(self) -> str:
        """All that changes what the account yields, as one text."""
        folders = self.private.folders if self.vault_path else ()
        return json.dumps([folders, self.private.tags, self.private.flag, self.vault_path], ensure_ascii=False)

    def list_files(self) -> Listing:
        """Return all files below the folder; raises SourceUnavailableError where it is missing or empty."""
        try:
            if self.root.is_file():
                found = self.root.stat()
                walk = Walk([InputFile(self.root.name, found.st_size, found.st_mtime_ns)])
            else:
                walk = walk_folder(self.root)
        except OSError as error:
            message = f"{self.name}: {self.root}: {error.strerror or 'cannot be read'}"
            raise SourceUnavailableError(message, hint=UNREACHABLE) from error
        if not (walk.files or walk.oddities or walk.unreadable):
            raise SourceUnavailableError(f"{self.name}: {self.root} is empty", hint="is its disk mounted?")
        return self._sort_files(walk)

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError, also where a link now leads out of the folder."""
        base = self.root.parent if self.root.is_file() else self.root
        path = os.path.join(base, file.path)
        real_base = os.path.realpath(base)
        if os.path.realpath(os.path.dirname(path)) != os.path.dirname(os.path.join(real_base, file.path)):
            raise OSError(f"{file.path}: its folder is a link now")
        # The file that the params name may be a link; one that was found below a folder may not.
        no_follow = 0 if self.root.is_file() else getattr(os, "O_NOFOLLOW", 0)
        handle = os.open(path, os.O_RDONLY | no_follow | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise OSError(f"{file.path}: no regular file")
            return stream.read()

    def make_row(self, path: str, reason: str, detail: str = "", files: int = 1) -> Row:
        """Return the row of something that was not taken, with its reason's sentence where none is given."""
        outcome = "failed" if reason in FAILURES else "skipped"
        return Row(self.name, path, outcome, reason, detail or REASONS[reason], files)

    def make_private_row(self, rule: str, files: int = 1) -> Row:
        """Return the row of something private: it names the rule and nothing else."""
        return self.make_row(f"(private: {rule})", "private", files=files)

    def make_taken_row(self, path: str, diagnostics: tuple[str, ...] = (), *, reason: str = "repaired") -> Row:
        """Return the row of a file that was read; what is odd about it stands in it."""
        return Row(self.name, path, "taken", reason if diagnostics else "", "; ".join(diagnostics))

    def _sort_files(self, walk: Walk) -> Listing:
        siblings = {file.path for file in walk.files}
        hidden: Counter[str] = Counter()
        rows: list[Row] = []
        files: list[InputFile] = []
        for oddity in walk.oddities:
            rule = self._find_folder(oddity.path)
            hidden[rule] += oddity.files
            rows += [] if rule else [self.make_row(oddity.path, oddity.reason, files=oddity.files)]
        for file in walk.files:
            rule = self._find_folder(file.path)
            hidden[rule] += 1
            reason = _judge_file(file, siblings)
            if reason and not rule:
                rows.append(self.make_row(file.path, reason))
            elif not rule:
                files.append(file)
        private = [(rule, count) for rule, count in sorted(hidden.items()) if rule]
        rows += [self.make_row(f"(private folder {rule})", "private", files=count) for rule, count in private]
        unreadable = tuple(folder for folder in walk.unreadable if not self._find_folder(folder))
        return Listing(tuple(files), tuple(rows), unreadable)

    def _find_folder(self, path: str) -> str:
        """Return the private folder in which a path lies, "" for none."""
        if not self.vault_path:
            return ""
        whole = self.vault_path if self.root.is_file() else f"{self.vault_path}/{path}"
        return (self.private.find_folder(whole.rstrip("/")) or "").strip("/")


@dataclass(frozen=True)
class AccountReader:
    """What the readers of accounts share; each adds how the files of a unit are read."""

    files: AccountFiles

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> Self:
        """Return the reader of a configured source; `root` is the project, from which relative paths lead."""
        return cls(AccountFiles.from_params(source, params, root))

    @property
    def name(self) -> str:
        """What the user calls the account."""
        return self.files.name

    @property
    def settings(self) -> str:
        """All that changes what it yields, as one text."""
        return self.files.settings

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError."""
        return self.files.load(file)

    def list_whole(self, endings: tuple[str, ...]) -> Scan:
        """Return the files with these endings as one unit, which needs all of them.

        Raises SourceUnavailableError, also where a folder cannot be listed: it may hold the other half of a document.
        """
        listing = self.files.list_files()
        self.refuse_hidden(listing.unreadable)
        whole = tuple(file for file in listing.files if file.path.casefold().endswith(endings))
        others = [self.files.make_row(file.path, "attachment") for file in listing.files if file not in whole]
        units = (Unit("account", whole),) if whole else ()
        return Scan(units, tuple(sorted((*listing.rows, *others), key=lambda row: row.path)))

    def refuse_hidden(self, folders: Sequence[str]) -> None:
        """Raise SourceUnavailableError where there are folders that cannot be listed."""
        if folders:
            message = f"{self.name}: {folders[0]}: this folder cannot be listed"
            raise SourceUnavailableError(message, hint="correct its permissions")


UNREACHABLE = "correct its path in params.yaml, or make the export reachable"


def _find_inside(vault: Path, other: Path) -> str:
    """Return where a source lies inside a vault, "" where it lies elsewhere."""
    outer, inner = os.path.realpath(vault), os.path.realpath(other)
    return os.path.relpath(inner, outer).replace(os.sep, "/") if inner.startswith(outer + os.sep) else ""


def _judge_file(file: InputFile, siblings: set[str]) -> str:
    """Return why a file is not opened, "" where nothing speaks against it."""
    folder, _, base = file.path.rpartition("/")
    name = fold_name(base)
    if name in SECRET_NAMES:
        return "secret"
    if name == "data.json" and _is_plugin(folder, siblings):
        return "secret"
    return "too_large" if file.size > MAX_FILE_BYTES and not name.endswith(".zip") else ""


def _is_plugin(folder: str, siblings: set[str]) -> bool:
    prefix = f"{folder}/" if folder else ""
    return "plugins" in folder.split("/") or {f"{prefix}manifest.json", f"{prefix}main.js"} <= siblings
