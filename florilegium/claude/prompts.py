"""Prompts: Markdown files with placeholders, in the order in which a server can remember them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..asking.requests import Part, Turn

FOLDER = Path(__file__).parent.parent / "prompts"
RULES = "rules.md"  # on data and orders in it; part of every prompt

_MARK = re.compile(r"^<!-- (run|item) -->\n", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{([a-z_]+)\}\}")


@dataclass(frozen=True)
class Prompt:
    """One prompt: what never changes, what a run repeats, and what is asked about."""

    system: str
    run: str  # "" where nothing repeats
    item: str

    @property
    def placeholders(self) -> frozenset[str]:
        """The names that are filled in."""
        return frozenset(_PLACEHOLDER.findall(f"{self.system}\n{self.run}\n{self.item}"))

    def fill(self, values: Mapping[str, str]) -> tuple[tuple[Part, ...], Turn]:
        """Return system and first turn; raises ValueError where names and placeholders differ."""
        if set(values) != self.placeholders:
            raise ValueError(f"placeholders and values differ by {sorted(self.placeholders ^ set(values))}")
        # In one pass: what is filled in may hold braces of its own.
        texts = [_PLACEHOLDER.sub(lambda found: values[found[1]], text) for text in (self.system, self.run, self.item)]
        system, run, item = (text.strip() for text in texts)
        blocks = [Part(run, cached=True)] if run else []
        return (Part(system, cached=True),), Turn("user", (*blocks, Part(item)))


@cache
def load_prompt(name: str) -> Prompt:
    """Return a prompt of the package by its file name."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    system, *rest = _MARK.split(text)
    parts = dict(zip(rest[::2], rest[1::2], strict=True))
    return Prompt(system, parts.get("run", ""), parts["item"])


@cache
def load_rules() -> str:
    """Return the rules on data, which every prompt repeats."""
    return (FOLDER / RULES).read_text(encoding="utf-8").strip()
