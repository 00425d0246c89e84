"""Choices: what the reader pins into a memory or vetoes from it, with the reason; yours, in choices.yaml."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from ..candidates import Candidate, Ranked
from ..entries import Vetoed
from ..errors import ParamsError
from ..project.artifacts import read_json, write_json
from ..project.records import from_record, to_record
from ..project.regular_files import read_regular
from ..project.schemas import find_problems

CHOICES_NAME = "choices.yaml"
SHOWN_PROBLEMS = 10


@dataclass(frozen=True)
class Choice:
    """One source that the reader chose."""

    id: str  # of the document, or of any copy of it
    reason: str  # the reader's


@dataclass(frozen=True)
class Choices:
    """All that the reader chose for one topic."""

    pin: tuple[Choice, ...] = ()  # in the memory whatever the score
    veto: tuple[Choice, ...] = ()  # never in the memory


@dataclass(frozen=True)
class Chosen:
    """A ranking after the reader's choices."""

    ranked: tuple[Ranked, ...]  # in the order given; pinned ones say so
    vetoed: tuple[Vetoed, ...]  # sorted by id
    contested: tuple[str, ...]  # ids of candidates both pinned and vetoed, by different copies: the veto holds


def read_choices(path: Path) -> Choices:
    """Return the choices of a topic, none where it has no file; raises ParamsError that lists every problem."""
    try:
        text = read_regular(path).decode("utf-8")
    except FileNotFoundError:
        return Choices()
    except (OSError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: cannot be read: {error}", hint="it is a text file in UTF-8") from error
    return parse_choices(text, str(path))


def parse_choices(text: str, name: str = CHOICES_NAME) -> Choices:
    """Return the choices that a text holds; `name` stands in the messages; raises ParamsError."""
    try:
        value = yaml.load(text, Loader=yaml.CSafeLoader)  # noqa: TID251 (written by a person, so no artifact)
    except (yaml.YAMLError, ValueError) as error:  # a date that is none is a ValueError
        raise ParamsError(f"{name}: this is not YAML: {error}", hint="correct the line named") from error
    hint = "the form is `pin:` and `veto:`, each a list of `- id: …` and `reason: …`; see docs/memory.md"
    problems = find_problems({} if value is None else value, "choices")
    if problems:
        lines = [f"{problem.path}: {problem.message}" for problem in problems[:SHOWN_PROBLEMS]]
        raise ParamsError("\n  ".join([f"{name}: {len(problems)} problem(s)", *lines]), hint=hint)
    # Both are named: msgspec leaves out again what it took from a default.
    choices = from_record({kind: (value or {}).get(kind) or [] for kind in ("pin", "veto")}, Choices)
    _refuse_twice(choices, name)
    return choices


def store_choices(topics: Mapping[str, Choices], folder: Path) -> None:
    """Write one file a topic, and remove those of dropped topics and what a killed run left."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.iterdir()):
        if path.name not in {f"{slug}.json" for slug in topics}:
            path.unlink()
    for slug in sorted(topics):
        write_json(folder / f"{slug}.json", to_record(topics[slug]), "choices")


def load_choices(path: Path) -> Choices:
    """Return the choices that snapshot_sources stored; raises ArtifactError."""
    return from_record(read_json(path, "choices"), Choices)


def find_unknown(choices: Choices, known: Iterable[str]) -> list[tuple[str, Choice]]:
    """Return what is chosen and is nowhere, as ("pin" or "veto", choice)."""
    ids = set(known)
    pairs = [*(("pin", item) for item in choices.pin), *(("veto", item) for item in choices.veto)]
    return [(kind, item) for kind, item in pairs if item.id not in ids]


def apply_choices(ranked: Sequence[Ranked], choices: Choices) -> Chosen:
    """Return the ranking without what is vetoed; a choice of one copy holds for all of its candidate."""
    pins = {choice.id: choice.reason for choice in choices.pin}
    vetoes = {choice.id: choice.reason for choice in choices.veto}
    kept: list[Ranked] = []
    vetoed: list[Vetoed] = []
    contested: list[str] = []
    for item in ranked:
        names = _list_names(item.candidate)
        pinned = next((pins[name] for name in names if name in pins), "")
        reason = next((vetoes[name] for name in names if name in vetoes), "")
        if reason:
            vetoed.append(Vetoed(names[0], item.candidate.document.title, reason))
            contested += [names[0]] if pinned else []
        else:
            kept.append(replace(item, pinned=pinned))
    return Chosen(tuple(kept), tuple(sorted(vetoed, key=lambda item: item.id)), tuple(sorted(contested)))


def _list_names(candidate: Candidate) -> list[str]:
    return [candidate.document.id, *(copy.document.id for copy in candidate.also_in)]


def _refuse_twice(choices: Choices, name: str) -> None:
    places: dict[str, list[str]] = {}
    for kind, items in (("pin", choices.pin), ("veto", choices.veto)):
        for number, item in enumerate(items):
            places.setdefault(item.id, []).append(f"$.{kind}[{number}]")
    twice = [f"{' and '.join(found)}: {key} is chosen twice" for key, found in places.items() if len(found) > 1]
    if twice:
        raise ParamsError("\n  ".join([f"{name}: {len(twice)} problem(s)", *twice]), hint="keep one of them")
