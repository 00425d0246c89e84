"""Word banks: what the topics speak about in four wordings each, and the frames, names and things that all share."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from .draws import Draws

FOLDER = Path(__file__).resolve().parent.parent / "banks"
TOPICS = ("bread", "bees", "mills", "trains", "bogs", "choirs")
DEGREES = ("source", "light", "medium", "heavy")
_VOWEL = re.compile(r"\b([Aa]) ([aeiou])")
Wordings: TypeAlias = tuple[str, ...]  # one a degree


@dataclass(frozen=True)
class Bank:
    """What one topic speaks about."""

    name: str
    title: str
    objects: tuple[Wordings, ...]
    causes: tuple[Wordings, ...]  # with {x}, an object
    outcomes: tuple[Wordings, ...]
    conditions: tuple[Wordings, ...]
    singular: tuple[Wordings, ...]  # whole claims
    coined: tuple[tuple[str, ...], ...]  # term, what it means, a sentence that uses it
    sayings: tuple[str, ...]
    numbers: tuple[tuple[str, ...], ...]  # a source's sentence and an article's, with {n}
    people: tuple[tuple[str, ...], ...]  # a source's sentence with {p}, an article's with the surname {s}
    generic: tuple[tuple[str, ...], ...]  # what everybody says, in several wordings
    filler: tuple[str, ...]  # sentences of sources
    own: tuple[str, ...]  # sentences of articles
    titles: tuple[str, ...]
    note_titles: tuple[str, ...]
    plain_titles: tuple[tuple[str, ...], ...]  # a title, a sentence that uses its words in their common sense
    notebooks: tuple[str, ...]


@cache
def load_bank(name: str) -> Bank:
    """Return the bank of a topic."""
    return Bank(**{key: _freeze(value) for key, value in _load_yaml(name).items()})


@cache
def load_shared() -> Mapping[str, Any]:
    """Return frames, names and things of all topics."""
    return _load_yaml("shared")


def _load_yaml(name: str) -> dict[str, Any]:
    value: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return value


def _freeze(value: Any) -> Any:
    return tuple(_freeze(item) for item in value) if isinstance(value, list) else value


def draw_person(draws: Draws) -> str:
    """Return a given name and a surname."""
    shared = load_shared()
    return f"{draws.pick(shared['given'])} {draws.pick(shared['surnames'])}"


def draw_place(draws: Draws) -> str:
    """Return the name of a place that there is not."""
    places = load_shared()["places"]
    return f"{draws.pick(places['first'])}{draws.pick(places['last'])}"


def draw_sentence(draws: Draws, templates: Sequence[str]) -> str:
    """Return a sentence with its places, persons and things filled in."""
    shared = load_shared()
    nouns = draws.shuffle(shared["nouns"])
    text: str = draws.pick(templates).format(
        adj=draws.pick(shared["adjectives"]),
        noun=nouns[0],
        noun2=nouns[1],
        room=draws.pick(shared["rooms"]),
        place=draw_place(draws),
        p=draw_person(draws),
    )
    return _VOWEL.sub(r"\1n \2", text)


def raise_first(text: str) -> str:
    """Return a text with a capital in front."""
    return text[:1].upper() + text[1:]
