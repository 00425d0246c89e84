"""The harness file: what a vault's owner says of it, and the rules of reading that follow."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import yaml

from ..errors import ParamsError
from ..project.artifacts import format_yaml, write_text
from ..project.plain_yaml import parse_plain
from ..project.records import from_record, to_record
from ..project.regular_files import read_regular
from ..project.schemas import find_problems
from ..vault.privacy import PrivacyRules
from ..vault.rules import VaultRules

HARNESS_NAME = "harness.yaml"
SHOWN_PROBLEMS = 10


@dataclass(frozen=True)
class SectionPurpose:
    """What one main section is for."""

    folder: str
    purpose: str  # in the owner's words, or the guess


@dataclass(frozen=True)
class Privacy:
    """What no page and no answer may show."""

    folders: tuple[str, ...]
    tags: tuple[str, ...]
    flag: str  # a property; "" for none


@dataclass(frozen=True)
class Harness:
    """The answers to the five questions."""

    sections: tuple[SectionPurpose, ...]
    entries: tuple[str, ...]  # paths of notes
    private: Privacy
    templates: tuple[str, ...]  # folders
    archive: tuple[str, ...]  # folders; they are read like others
    exclude: tuple[str, ...]  # patterns of what is left out
    languages: tuple[str, ...]
    terms: tuple[str, ...]  # the words of this vault, each with its meaning where it needs one

    def make_rules(self) -> VaultRules:
        """Return what the answers mean for reading the vault."""
        return VaultRules(self.private.folders, self.private.tags, self.private.flag, self.templates, self.exclude)

    def hide_private(self) -> "Harness":
        """Return the answers without sections, notes and folders that lie in a private folder."""
        rules = PrivacyRules(folders=self.private.folders)

        def keep(paths: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(path for path in paths if rules.find_folder(path) is None)

        sections = tuple(item for item in self.sections if rules.find_folder(item.folder) is None)
        return replace(
            self,
            sections=sections,
            entries=keep(self.entries),
            templates=keep(self.templates),
            archive=keep(self.archive),
        )


NO_ANSWERS = Harness((), (), Privacy((), ("private",), "private"), (), (), (), (), ())


def read_harness(state: Path) -> Harness | None:
    """Return what a vault's owner said of it, None where nobody was asked; raises ParamsError."""
    path = state / HARNESS_NAME
    if not os.path.lexists(path):  # a link that leads nowhere is no lack of rules
        return None
    return from_record(_check(read_answers(path), str(path)), Harness)


def read_rules(state: Path) -> VaultRules:
    """Return the rules by which a vault is read; raises ParamsError."""
    harness = read_harness(state)
    return harness.make_rules() if harness else VaultRules()


def write_harness(state: Path, harness: Harness) -> None:
    """Write the answers where the commands of the harness look for them."""
    record = _check(to_record(harness), str(state / HARNESS_NAME))
    write_text(state / HARNESS_NAME, format_yaml(record))


def read_answers(path: Path) -> dict[str, Any]:
    """Return the answers of a file, which may leave some out; raises ParamsError."""
    try:
        text = read_regular(path).decode("utf-8")
        # What this project wrote is plain, and quick to read.
        value = parse_plain(text) or yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: TID251 (a person's: no artifact)
    except OSError as error:
        raise ParamsError(f"{path}: cannot be read: {error.strerror}", hint="name a file of answers") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ParamsError(f"{path}: this is not YAML: {error}", hint="mend the file; docs/map.md shows one") from error
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ParamsError(f"{path}: answers are named fields", hint="begin with a field such as `sections:`")
    return value


def merge_answers(answers: dict[str, Any], guess: Harness, name: str) -> Harness:
    """Return the harness of these answers, with the guess for every field that they leave out; raises ParamsError."""
    record = to_record(guess)
    private = answers.get("private")
    if isinstance(private, dict):
        answers = {**answers, "private": {**record["private"], **private}}
    return from_record(_check({**record, **answers}, name), Harness)


def _check(record: dict[str, Any], name: str) -> dict[str, Any]:
    problems = find_problems(record, "harness")
    if problems:
        lines = [f"{problem.path}: {problem.message}" for problem in problems[:SHOWN_PROBLEMS]]
        head = f"{name}: {len(problems)} problem(s) against schemas/harness.schema.json"
        raise ParamsError("\n  ".join([head, *lines]), hint="mend the file; docs/map.md shows one")
    return record
