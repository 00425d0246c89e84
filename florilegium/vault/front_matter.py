"""Front matter: the block of properties at the head of a note, read whatever is wrong with it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import yaml

from . import properties
from .front_lines import parse_lines
from .front_plain import parse_plain
from .yaml_nodes import Repeated, TooDeep, Value, read_mapping


@dataclass(frozen=True)
class FrontMatter:
    """The properties of a note: numbers and dates stay strings as written, so that nothing is guessed."""

    values: Mapping[str, Value] = field(default_factory=dict)  # a str, bool, None, list or dict per key, as written
    problems: tuple[str, ...] = ()  # what was wrong with it, as sentences
    repeated: tuple[Repeated, ...] = ()  # later values of keys that occur twice; the first one counts

    def get(self, *names: str) -> Value:
        """Return the first value that is not null among these keys, given in lower case with underscores."""
        folded = self._folded
        return next((folded[name] for name in names if name in folded), None)

    def _find(self, names: Sequence[str]) -> list[Value]:
        folded = self._folded
        return [folded[name] for name in names if name in folded]

    @cached_property
    def _folded(self) -> Mapping[str, Value]:
        return properties.fold_keys(self.values)

    @property
    def title(self) -> str:
        """The property `title`, "" where there is none."""
        return properties.read_text(self.get("title"))

    @property
    def tags(self) -> tuple[str, ...]:
        """Tags without the hash sign; a tag of digits alone is none."""
        return properties.read_tags(self.get("tags"), self.get("tag"))

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names of the note."""
        return properties.read_list(self.get("aliases"), self.get("alias"))

    @property
    def authors(self) -> tuple[str, ...]:
        """Who wrote it; links give their text."""
        return properties.read_authors(*self._find(properties.AUTHOR_KEYS))

    @property
    def published(self) -> str | None:
        """When it was published: YYYY, YYYY-MM or YYYY-MM-DD."""
        return properties.read_date(*self._find(properties.PUBLISHED_KEYS))

    @property
    def saved(self) -> str | None:
        """When the note was made, in the same forms."""
        return properties.read_date(*self._find(properties.SAVED_KEYS))

    @property
    def urls(self) -> tuple[str, ...]:
        """Addresses of the thing that the note is about, the likeliest first."""
        return properties.read_urls(*self._find(properties.URL_KEYS))

    @property
    def links(self) -> tuple[str, ...]:
        """The inside of every `[[...]]` among the values, in order."""
        return properties.read_links(*self.values.values())

    def has_flag(self, name: str) -> bool:
        """Tell whether a key is set to true, in its first value or in a repeated one."""
        wanted = properties.fold_key(name)
        later = [item.value for item in self.repeated if properties.fold_key(item.key) == wanted]
        return any(properties.read_flag(value) for value in (self.get(wanted), *later))


NEAR = 500  # characters of a line that are looked at to say what is wrong with it
MAX_LENGTH = 200_000  # characters; front matter beyond it is read line by line


def split_front_matter(text: str) -> tuple[str | None, str, int]:
    """Return (front matter without its `---` lines or None, body, line of the note on which the body starts).

    It begins on the first line and must be closed; a byte order mark before it is tolerated.
    """
    opening = _OPENING.match(text)
    if opening is None:
        return None, text, 1
    closing = _CLOSING.search(text, opening.end() - 1)
    if closing is None:
        return None, text, 1
    raw = text[opening.end() : max(opening.end(), closing.start())]
    return raw, text[closing.end() :], text.count("\n", 0, closing.end()) + 1


def parse_front_matter(raw: str) -> FrontMatter:
    """Return the properties of a front matter; never raises, since broken YAML is read line by line."""
    if not raw.strip():
        return FrontMatter()
    if len(raw) > MAX_LENGTH:
        return _read_by_line(raw, "it is too long")
    plain = parse_plain(raw)
    if plain is not None:
        return FrontMatter(_recover_hashes(plain, raw), tuple(_find_marks(raw)))
    try:
        found = read_mapping(raw)
    except yaml.YAMLError as error:
        return _read_by_line(raw, _describe_error(error, raw))
    except TooDeep:
        return _read_by_line(raw, "its aliases or nested lists are too deep")
    if found is None:
        return _read_by_line(raw, "it is no list of properties")
    values, repeated = found
    values = _recover_hashes(values, raw)
    problems = [item.describe() for item in repeated] + _find_marks(raw)
    return FrontMatter(values, tuple(problems), tuple(repeated))


_OPENING = re.compile(r"\ufeff?---[ \t]*\n")
_CLOSING = re.compile(r"\n---[ \t]*(?:\n|\Z)")
_MARKS = (("{{", "}}"), ("<%", "%>"))


def _read_by_line(raw: str, reason: str) -> FrontMatter:
    values, repeated = parse_lines(raw)
    told = f"The front matter is broken: {reason}. It was read line by line."
    return FrontMatter(values, (told, *(item.describe() for item in repeated), *_find_marks(raw)), tuple(repeated))


def _describe_error(error: yaml.YAMLError, raw: str) -> str:
    """Return what is wrong in the user's words; lines count from the note's first line."""
    mark = getattr(error, "problem_mark", None)
    line = mark.line if mark is not None else 0
    lines = raw.split("\n")
    place = f" on line {line + 2}" if mark is not None else ""
    near = "\n".join(part[:NEAR] for part in lines[max(0, line - 1) : line + 1])
    if re.search(r"^ *\t", near, re.MULTILINE):
        return f"it is indented with a tab{place}"
    if re.search(r":[ \t]+\[\[.*\]\].*\[\[", near):
        return f"two links stand in one value without quotes{place}"
    if re.search(r"^[^:\n]+:[ \t].*:(?:[ \t]|$)", near, re.MULTILINE):
        return f"a value holds a colon and has no quotes{place}"
    problem = str(getattr(error, "problem", None) or getattr(error, "reason", None) or "it is no YAML")
    return f"{problem}{place}"


def _find_marks(raw: str) -> list[str]:
    """Return a sentence for template marks that nobody filled in."""
    found = [f"{left} {right}" for left, right in _MARKS if left in raw and right in raw]
    return [f"The front matter holds template marks that were never filled in: {', '.join(found)}."] if found else []


def _recover_hashes(values: dict[str, Value], raw: str) -> dict[str, Value]:
    """Take back what YAML dropped as a comment, as in `category: #articles`."""
    if not re.search(r"[:-][ \t]+#\S", raw):
        return values
    lines, _ = parse_lines(raw)
    recovered = dict(values)
    for key, value in values.items():
        kept = lines.get(key)
        if value is None or (isinstance(value, list) and None in value):
            recovered[key] = kept if kept is not None else value
    return recovered
