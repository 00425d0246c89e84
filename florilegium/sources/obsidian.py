"""The reader of an Obsidian vault: from its folders to units, from a file's bytes to a draft."""

import json
import os
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from ..errors import ParamsError, SourceUnavailableError
from ..project.params import SnapshotSourcesParams, SourceParams
from ..project.regular_files import read_regular
from ..vault.drafting import draft_canvas, draft_note
from ..vault.notes import parse_note
from ..vault.privacy import PrivacyRules
from ..vault.settings import CONFIG_FOLDER, VaultSettings, read_settings
from ..vault.walk import Walk, walk_folder
from .decoding import Decoded, decode_text
from .patterns import check_patterns, make_patterns, parse_ignore_filters, suggest_folders
from .reader import InputFile, Reading, Row, Scan, Unit
from .readwise_folders import is_full, is_readwise_note, is_sync_log, pair_vault
from .readwise_highlights import NO_TEXT
from .vault_files import REASONS, judge_content, judge_name

MAX_NOTE_BYTES = 32_000_000
PIPELINE_FOLDERS = ("library", "topics", "metrics", "responses")


class ObsidianReader:
    """One vault; holds which of its folders are known to be its own, so that a file costs one look and no more.

    `nested_roots` are folders or files of the vault that another configured source reads, relative to the vault.
    `siblings` are the roots of other vaults that share the params: a rule may match in one of them only.
    """

    def __init__(  # noqa: PLR0913 (one argument a setting, named at every call)
        self,
        name: str,
        root: Path,
        *,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        templates: Sequence[str] = (),
        private: PrivacyRules | None = None,
        nested_roots: Sequence[str] = (),
        siblings: Sequence[Path] = (),
    ) -> None:
        self._name = name
        self._root = root
        self._include = make_patterns(include)
        self._exclude = make_patterns(exclude)
        self._templates = tuple(folder.strip("/") for folder in templates)
        self._private = private or PrivacyRules()
        self._nested = tuple(sorted(nested_roots))
        self._siblings = tuple(siblings)
        self._safe_folders: set[str] = set()

    @classmethod
    def from_params(cls, source: SourceParams, params: SnapshotSourcesParams, root: Path) -> "ObsidianReader":
        """Return the reader of a configured vault; `root` is the project, from which relative paths lead."""
        vault = root / source.path
        others = [other for other in params.sources if other.name != source.name]
        # A project inside its own vault would read what it wrote, and grow with every run.
        taken = [root / path for path in (*(other.path for other in others), *PIPELINE_FOLDERS)]
        return cls(
            source.name,
            vault,
            include=params.include,
            exclude=params.exclude,
            templates=params.templates,
            private=PrivacyRules(params.private.folders, params.private.tags, params.private.flag),
            nested_roots=[path for path in (_find_inside(vault, place) for place in taken) if path],
            siblings=[root / other.path for other in others if other.kind == "obsidian"],
        )

    @property
    def name(self) -> str:
        """What the user calls the vault."""
        return self._name

    @property
    def settings(self) -> str:
        """All that changes what a note gives, as one text; where the vault lies is not in it."""
        values = {
            "include": [pattern.text for pattern in self._include],
            "exclude": [pattern.text for pattern in self._exclude],
            "templates": self._templates,
            "private": [self._private.folders, self._private.tags, self._private.flag],
            "nested_roots": self._nested,
        }
        return json.dumps(values, ensure_ascii=False, sort_keys=True)

    def scan(self) -> Scan:
        """List the vault's notes and canvases, and a row for all else.

        Raises SourceUnavailableError where the vault is missing or empty, ParamsError for a rule that matches nothing.
        """
        walk = self._walk()
        settings = read_settings(self._root)
        self._check_rules(walk)
        filters = parse_ignore_filters(settings.ignore_filters)
        judge = self._make_judge(settings, filters.ignores)
        units: list[Unit] = []
        rows = [self._make_row(oddity.path, oddity.reason, files=oddity.files) for oddity in walk.oddities]
        rows = [row for row in rows if self._find_owner(row.path) is None]
        for file in walk.files:
            if self._find_owner(file.path) is not None:
                continue
            reason = judge(file)
            if reason:
                rows.append(self._make_row(file.path, reason))
            else:
                units.append(Unit(file.path, (file,)))
        units, twins = _drop_twins(units)
        units = pair_vault([file for unit in units for file in unit.inputs])
        rows += [self._make_row(path, "same_name") for path in twins]
        rows += self._describe_owned(walk)
        rows += self._describe_settings([*settings.problems], filters.problems)
        unreadable = tuple(folder for folder in walk.unreadable if self._private.find_folder(folder) is None)
        return Scan(tuple(units), tuple(sorted(rows, key=lambda row: (row.path, row.reason))), unreadable)

    def load(self, file: InputFile) -> bytes:
        """Return the bytes of one file; raises OSError, also where a link now leads out of the vault."""
        path = os.path.join(self._root, file.path)
        folder = file.path.rpartition("/")[0]
        if folder not in self._safe_folders:
            real = os.path.realpath(os.path.join(self._root, folder))
            if real != os.path.join(self._real_root, folder).rstrip(os.sep):
                raise OSError(f"{file.path}: its folder is a link now")
            self._safe_folders.add(folder)
        return read_regular(path, follow=False)

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn a note or canvas, or the files of a Readwise work, into drafts, or into rows that say why not."""
        readings: list[Reading] = []
        works: dict[str, Decoded] = {}
        for path in sorted(contents):
            decoded = decode_text(contents[path])
            if decoded.is_binary or not decoded.text.strip():
                readings.append(self._refuse(path, "binary" if decoded.is_binary else "empty"))
            elif is_full(path) or (not _is_canvas(path) and is_readwise_note(decoded.text)):
                works[path] = decoded
            else:
                readings.append(self._read_own(path, decoded))
        if works:
            readings.append(self._read_work(unit.key if unit.key in works else min(works), works))
        return Reading(
            tuple(draft for reading in readings for draft in reading.drafts),
            tuple(row for reading in readings for row in reading.rows),
        )

    def _read_own(self, path: str, decoded: Decoded) -> Reading:
        if _is_canvas(path):
            draft, tags, reason = draft_canvas(path, decoded, hides=self._hides)
            rule = self._private.find_tag(tags)
        else:
            note = parse_note(path, decoded.text)
            rule = self._private.find_rule(note, decoded.text)
            reason = judge_content(note)
            draft = None if reason or rule else draft_note(note, decoded, location=path.rpartition("/")[0])
        if rule:
            return self._refuse(f"(private: {rule})", "private")
        if draft is None:
            return self._refuse(path, reason)
        return Reading((draft,), (self._make_taken_row(path, draft.diagnostics),))

    def _read_work(self, main: str, works: Mapping[str, Decoded]) -> Reading:
        """Return one work that Readwise's plugin wrote into the vault: another's words, and the reader's marks."""
        # It reaches the HTML parser, which costs more to load than all of a vault without such works.
        from .readwise_works import draft_vault_work, find_private_rule

        texts = {path: decoded.text for path, decoded in works.items()}
        rule = find_private_rule(texts, self._private)
        if rule:
            row = self._make_row(f"(private: {rule})", "private", files=len(texts))
            return Reading((), (row,))
        diagnostics = tuple(item for path in sorted(works) for item in works[path].diagnostics)
        draft = draft_vault_work(main, texts, diagnostics)
        repairs = tuple(item for item in draft.diagnostics if item != NO_TEXT)
        return Reading((draft,), tuple(self._make_taken_row(path, repairs * (path == main)) for path in sorted(texts)))

    def _walk(self) -> Walk:
        shown = self._root
        try:
            walk = walk_folder(self._root)
        except NotADirectoryError as error:
            raise SourceUnavailableError(f"{self._name}: {shown} is no folder", hint=_UNREACHABLE) from error
        except OSError as error:
            why = error.strerror or "cannot be read"
            raise SourceUnavailableError(f"{self._name}: {shown}: {why}", hint=_UNREACHABLE) from error
        if not (walk.files or walk.oddities or walk.unreadable):
            raise SourceUnavailableError(f"{self._name}: {shown} is empty", hint="is the vault's disk mounted?")
        return walk

    @cached_property
    def _real_root(self) -> str:
        return os.path.realpath(self._root)

    def _make_judge(self, settings: VaultSettings, ignores: Callable[[str], bool]) -> Callable[[InputFile], str]:
        """Return a function that says why a file is not read, "" for a note or canvas that is."""
        templates = [folder for folder in (*self._templates, settings.templates_folder) if folder]
        template_rules = PrivacyRules(folders=tuple(templates))

        def judge(file: InputFile) -> str:
            if self._exclude and any(pattern.matches(file.path) for pattern in self._exclude):
                return "excluded"
            if self._include and not any(pattern.matches(file.path) for pattern in self._include):
                return "not_included"
            if template_rules.find_folder(file.path) is not None:
                return "template"
            if ignores(file.path):
                return "ignored_by_obsidian"
            if is_sync_log(file.path):
                return "sync_log"
            if file.size > MAX_NOTE_BYTES and judge_name(file.path, 1) == "":
                return "too_large"
            return judge_name(file.path, file.size)

        return judge

    def _find_owner(self, path: str) -> tuple[str, str] | None:
        """Return (reason, rule) of a path that is not ours to name or to read, None for the rest."""
        folder = self._private.find_folder(path)
        if folder is not None:
            return "private", folder
        if not self._nested:
            return None
        nested = next((root for root in self._nested if path == root or path.startswith(f"{root}/")), None)
        return ("read_by_other_source", nested) if nested is not None else None

    def _hides(self, path: str) -> bool:
        return self._private.find_folder(path) is not None

    def _describe_owned(self, walk: Walk) -> list[Row]:
        """Return one row for each private folder and for each folder that another source reads."""
        counts: Counter[tuple[str, str]] = Counter()
        for path, files in [
            *((file.path, 1) for file in walk.files),
            *((odd.path, odd.files) for odd in walk.oddities),
        ]:
            owner = self._find_owner(path)
            if owner is not None:
                counts[owner] += files
        return [
            self._make_row(f"(private folder {rule.strip('/')})" if reason == "private" else rule, reason, files=files)
            for (reason, rule), files in sorted(counts.items())
        ]

    def _describe_settings(self, broken: list[str], filters: Sequence[str]) -> list[Row]:
        rows = [
            Row(self._name, f"{CONFIG_FOLDER}/{name}", "failed", "bad_settings", REASONS["bad_settings"], 0)
            for name in broken
        ]
        path = f"{CONFIG_FOLDER}/app.json"
        return [*rows, *(Row(self._name, path, "failed", "bad_filter", problem, 0) for problem in filters)]

    def _check_rules(self, walk: Walk) -> None:
        """Raise ParamsError for a pattern or folder of the params that matches nothing in any of the vaults."""
        paths = [file.path for file in walk.files]
        folders = [folder for folder in (*self._private.folders, *self._templates) if folder.strip("/")]
        idle = [pattern for pattern in (*self._include, *self._exclude) if not any(map(pattern.matches, paths))]
        lost = [folder for folder in folders if not _has_folder(folder, paths, walk)]
        if walk.unreadable:  # what cannot be listed may hold what they name
            hidden = PrivacyRules(folders=tuple(walk.unreadable))
            idle, lost = [], [folder for folder in lost if hidden.find_folder(f"{folder}/x") is None]
        if not idle and not lost:
            return
        for sibling in self._siblings:
            paths += _list_sibling(sibling)
        check_patterns([pattern for pattern in self._include if pattern in idle], paths, what="$.include")
        check_patterns([pattern for pattern in self._exclude if pattern in idle], paths, what="$.exclude")
        for folder in lost:
            if not _has_folder(folder, paths, walk):
                # A hint must not name what lies in a private folder.
                near = suggest_folders(folder, [path for path in paths if self._private.find_folder(path) is None])
                hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "name a folder of the vault"
                message = f"params.yaml: $.snapshot_sources: {folder!r} matches no folder of the source {self._name!r}"
                raise ParamsError(message, hint=hint)

    def _make_taken_row(self, path: str, diagnostics: Sequence[str]) -> Row:
        detail = " ".join(diagnostics)
        return Row(self._name, path, "taken", "repaired" if detail else "", detail)

    def _make_row(self, path: str, reason: str, *, files: int = 1) -> Row:
        outcome = "failed" if reason in _FAILURES else "skipped"
        return Row(self._name, path, outcome, reason, REASONS[reason], files)

    def _refuse(self, path: str, reason: str) -> Reading:
        return Reading((), (self._make_row(path, reason),))


_UNREACHABLE = "correct its path in params.yaml, or make the vault reachable"
_FAILURES = frozenset(("unreadable", "bad_name", "not_downloaded", "bad_canvas", "same_name", "too_large"))


def _is_canvas(path: str) -> bool:
    return path.casefold().endswith(".canvas")


def _find_inside(vault: Path, other: Path) -> str:
    """Return where another source lies inside a vault, "" where it lies elsewhere."""
    outer, inner = os.path.realpath(vault), os.path.realpath(other)
    return os.path.relpath(inner, outer).replace(os.sep, "/") if inner.startswith(outer + os.sep) else ""


def _has_folder(folder: str, paths: Sequence[str], walk: Walk) -> bool:
    """Tell whether a folder exists, be it empty, unreadable or a link."""
    rules = PrivacyRules(folders=(folder,))
    others = [*(oddity.path.rstrip("/") for oddity in walk.oddities), *walk.unreadable, *walk.folders]
    return any(rules.find_folder(path) is not None for path in (*paths, *others))


def _list_sibling(root: Path) -> list[str]:
    try:
        return [file.path for file in walk_folder(root).files]
    except OSError:
        # It has a reader of its own, which says so.
        return []


def _drop_twins(units: Sequence[Unit]) -> tuple[list[Unit], list[str]]:
    """Part units whose names differ in Unicode form only from the first of that name: ids are made from that form."""
    kept: dict[str, Unit] = {}
    twins: list[str] = []
    for unit in units:
        key = unit.key if unit.key.isascii() else unicodedata.normalize("NFC", unit.key)
        if key in kept:
            twins.append(unit.key)
        else:
            kept[key] = unit
    return list(kept.values()), twins
