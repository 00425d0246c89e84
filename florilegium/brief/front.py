"""The front matter of a brief: knobs, title, themes and seeds; a wrong one is refused and never repaired."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

import yaml

from ..errors import ParamsError
from ..plans import Knobs
from .references import Reference, SeedKind, read_reference

# The most that each may be, as in schemas/params.schema.json; a test compares them.
KNOBS = {"rounds": 3, "queries": 20, "findings": 15, "limit": None}
WORDS = ("title", "topic")
LISTS = ("themes", "notebooks", "notebook", "seeds")
KNOWN_KEYS = (*KNOBS, *WORDS, *LISTS)
MAXIMUM_THEMES = 5
SHOWN_PROBLEMS = 10
MAXIMUM_LENGTH = 20_000  # letters; a longer block is no front matter, and YAML's parser is recursive

_BLOCK = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Front:
    """What the front matter says; the defaults stand where it says nothing."""

    title: str = ""
    topic: str = ""
    themes: tuple[str, ...] = ()
    knobs: Knobs = Knobs()
    references: tuple[Reference, ...] = ()


def parse_front(text: str, path: Path) -> tuple[Front, str]:
    """Return the front matter and the body after it; raises ParamsError that lists every problem with its line."""
    start = re.match(r"\s*(?=---[ \t]*\n)", text)
    match = _BLOCK.match(text, start.end()) if start else None
    if match is None:
        return Front(), text
    problems: list[str] = []
    values = _read_values(match[1], text[: match.start(1)].count("\n"), problems)
    front = _build_front(values, problems)
    if problems:
        shown = [f"{path}:{problem}" for problem in problems[:SHOWN_PROBLEMS]]
        more = len(problems) - SHOWN_PROBLEMS
        lines = [*shown, *([f"… and {more} more"] if more > 0 else [])]
        raise ParamsError("\n  ".join(lines), hint=f"keys of a brief's front matter: {', '.join(KNOWN_KEYS)}")
    return front, text[match.end() :]


def _read_values(raw: str, line_offset: int, problems: list[str]) -> dict[str, tuple[int, yaml.Node]]:
    """Return each key's line and value; nodes, since YAML's own types would turn a title into a date."""
    if len(raw) > MAXIMUM_LENGTH:
        problems.append(f"{line_offset}: the front matter has {len(raw)} letters")
        return {}
    try:
        root = yaml.compose(raw, Loader=yaml.CBaseLoader)
    except (yaml.YAMLError, UnicodeEncodeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = line_offset + 1 + (mark.line if mark else 0)
        problems.append(f"{line}: the front matter is not YAML: {getattr(error, 'problem', None) or error}")
        return {}
    if root is None:
        return {}
    if not isinstance(root, yaml.MappingNode):
        problems.append(f"{line_offset + 1}: the front matter has no `key: value` lines")
        return {}
    values: dict[str, tuple[int, yaml.Node]] = {}
    for key, value in root.value:
        line = line_offset + 1 + key.start_mark.line
        name = key.value if isinstance(key, yaml.ScalarNode) else "(no plain key)"
        if name not in KNOWN_KEYS:
            problems.append(f"{line}: {name}: no such key")
        elif name in values:
            problems.append(f"{line}: {name}: given twice")
        else:
            values[name] = line, value
    return values


def _build_front(values: dict[str, tuple[int, yaml.Node]], problems: list[str]) -> Front:
    knobs = {name: _read_number(name, values, problems) for name in KNOBS}
    words = {name: _read_word(name, values, problems) for name in WORDS}
    themes = tuple(dict.fromkeys(_read_words("themes", values, problems)))
    if len(themes) > MAXIMUM_THEMES:
        problems.append(f"{values['themes'][0]}: themes: {len(themes)} are too many, a topic has 3 to 5")
    notebooks = [*_read_words("notebooks", values, problems), *_read_words("notebook", values, problems)]
    references = [Reference(name, "notebook") for name in notebooks]
    return Front(
        title=words["title"],
        topic=words["topic"],
        themes=themes,
        knobs=Knobs(**knobs),
        references=(*references, *_read_seeds(values, problems)),
    )


def _read_number(name: str, values: dict[str, tuple[int, yaml.Node]], problems: list[str]) -> int | None:
    word = _read_word(name, values, problems)
    if not word:
        return None
    most = KNOBS[name]
    number = int(word) if re.fullmatch(r"[0-9]{1,6}", word) else 0
    if number < 1 or (most is not None and number > most):
        span = f"from 1 to {most}" if most is not None else "from 1"
        problems.append(f"{values[name][0]}: {name}: {word!r} is not a whole number {span}")
        return None
    return number


def _read_word(name: str, values: dict[str, tuple[int, yaml.Node]], problems: list[str]) -> str:
    if name not in values:
        return ""
    line, node = values[name]
    if not isinstance(node, yaml.ScalarNode):
        problems.append(f"{line}: {name}: one value is wanted here, not a list or a group")
        return ""
    return " ".join(str(node.value).split())


def _read_words(name: str, values: dict[str, tuple[int, yaml.Node]], problems: list[str]) -> list[str]:
    """Return a list's words; one word alone counts as a list of one."""
    if name not in values:
        return []
    line, node = values[name]
    items = node.value if isinstance(node, yaml.SequenceNode) else [node]
    if not all(isinstance(item, yaml.ScalarNode) for item in items):
        problems.append(f"{line}: {name}: a list of plain words is wanted here")
        return []
    words = [" ".join(str(item.value).split()) for item in items]
    return [word for word in words if word]


def _read_seeds(values: dict[str, tuple[int, yaml.Node]], problems: list[str]) -> Iterator[Reference]:
    if "seeds" not in values:
        return
    line, node = values["seeds"]
    for item in node.value if isinstance(node, yaml.SequenceNode) else [node]:
        reference = _read_seed(item)
        if reference is not None:
            yield reference
        elif not (isinstance(item, yaml.ScalarNode) and not item.value.strip()):
            forms = "a URL, a file, [[a note]], or one of url, file, note, notebook with saved"
            problems.append(f"{line}: seeds: an entry is none of these: {forms}")


def _read_seed(node: yaml.Node) -> Reference | None:
    if isinstance(node, yaml.ScalarNode):
        return read_reference(" ".join(str(node.value).split()))
    if isinstance(node, yaml.SequenceNode):  # unquoted [[a note]] is a list in a list
        words = [item.value for item in node.value[:1] if isinstance(item, yaml.SequenceNode)]
        inner = [item.value for item in (words[0] if words else []) if isinstance(item, yaml.ScalarNode)]
        return read_reference(f"[[{inner[0]}]]") if len(inner) == len(node.value) == 1 else None
    return _read_seed_group(node)


def _read_seed_group(node: yaml.Node) -> Reference | None:
    pairs = {
        key.value: " ".join(value.value.split())
        for key, value in node.value
        if isinstance(key, yaml.ScalarNode) and isinstance(value, yaml.ScalarNode)
    }
    kinds = [kind for kind in get_args(SeedKind) if pairs.get(kind)]
    strangers = set(pairs) - {"saved", *kinds}
    if len(kinds) != 1 or strangers or len(pairs) != len(node.value):
        return None
    saved = pairs.get("saved") or None
    if saved and kinds != ["url"]:
        return None
    return Reference(pairs[kinds[0]].strip("[]") if kinds == ["note"] else pairs[kinds[0]], kinds[0], saved)
