"""Which paths a user means: glob patterns of the params, and the filters that Obsidian keeps."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import jsonschema_rs

from ..errors import ParamsError

MAX_ALTERNATIVES = 256


@dataclass(frozen=True)
class Pattern:
    """One glob pattern, read as in .gitignore but without negation; case counts, Unicode forms do not.

    `*` and `?` stay within a name, `**` crosses folders, `{a,b}` gives alternatives; brackets and commas outside
    braces are plain characters, since note names hold them. A pattern with a slash before its end counts from the
    root, one without matches at any depth. What matches a folder takes all below; a slash at the end wants a folder.
    """

    text: str  # as the user wrote it
    alternatives: tuple[tuple[re.Pattern[str] | None, ...], ...]  # one entry a folder level; None stands for `**`
    wants_folder: bool

    def matches(self, path: str) -> bool:
        """Tell whether the pattern takes a file, by its path relative to the source with "/"."""
        names = _normalise(path).split("/")
        return any(self._matches_levels(levels, names) for levels in self.alternatives)

    def _matches_levels(self, levels: tuple[re.Pattern[str] | None, ...], names: list[str]) -> bool:
        """Walk the names once with all levels that may be next, so that many `**` cost no more than one."""
        states = _skip_stars({0}, levels)
        for number, name in enumerate(names, start=1):
            after: set[int] = set()
            for state in states:
                level = levels[state] if state < len(levels) else _NOTHING
                if level is None:
                    after |= {state, state + 1} if state + 1 == len(levels) else {state}
                elif level.fullmatch(name):
                    after.add(state + 1)
            if len(levels) in after and (number < len(names) or not self.wants_folder):
                return True
            states = _skip_stars(after, levels)
        return False


@dataclass(frozen=True)
class IgnoreFilters:
    """Obsidian's `userIgnoreFilters`: what begins a path, and regular expressions that run in linear time."""

    prefixes: tuple[str, ...]
    expressions: tuple[jsonschema_rs.Validator, ...]
    problems: tuple[str, ...]  # a sentence per filter that cannot be used

    def ignores(self, path: str) -> bool:
        """Tell whether Obsidian leaves a file out of its search and graph."""
        if self.prefixes and _normalise(path).startswith(self.prefixes):
            return True
        return bool(self.expressions) and any(expression.is_valid(path) for expression in self.expressions)


def make_patterns(texts: Iterable[str]) -> tuple[Pattern, ...]:
    """Return the patterns of a list; raises ParamsError for an empty or unbounded one."""
    return tuple(_make_pattern(text) for text in texts)


def check_patterns(patterns: Sequence[Pattern], paths: Sequence[str], *, what: str) -> None:
    """Raise ParamsError naming every pattern that matches none of the paths; `what` is where the patterns stand."""
    idle = [pattern for pattern in patterns if not any(pattern.matches(path) for path in paths)]
    if idle:
        names = ", ".join(repr(pattern.text) for pattern in idle)
        raise ParamsError(f"params.yaml: {what}: {names} matches nothing", hint=_advise(idle[0].text, paths))


def suggest_folders(wanted: str, paths: Iterable[str]) -> list[str]:
    """Return the folders whose names are nearest to a wanted one, best first, at most three."""
    folders = {"/".join(parts[:end]) for parts in (path.split("/") for path in paths) for end in range(1, len(parts))}
    by_key = {folder.casefold(): folder for folder in sorted(folders)}
    wanted = wanted.strip("/*").casefold()
    near = difflib.get_close_matches(wanted, sorted(by_key), n=3, cutoff=0.5)
    name = wanted.rpartition("/")[2]
    near += [key for key in sorted(by_key) if name and key.rpartition("/")[2] == name and key not in near]
    return [by_key[key] for key in near[:3]]


def parse_ignore_filters(filters: Iterable[object]) -> IgnoreFilters:
    """Return Obsidian's filters; a broken or unbounded expression becomes a problem and is never run."""
    prefixes: list[str] = []
    expressions: list[jsonschema_rs.Validator] = []
    problems: list[str] = []
    for item in filters:
        if not isinstance(item, str) or not item.strip():
            continue
        if len(item) > 2 and item.startswith("/") and item.endswith("/"):
            try:
                expressions.append(_compile_expression(item[1:-1]))
            except ValueError as error:
                reason = str(error).split("\n")[0][:200]
                problems.append(f"Obsidian's filter {item!r} is not used: {reason}.")
        else:
            prefixes.append(_normalise(item.removeprefix("/")))
    return IgnoreFilters(tuple(sorted(prefixes)), tuple(expressions), tuple(problems))


_NOTHING = re.compile(r"(?!)")


def _make_pattern(text: str) -> Pattern:
    plain = _normalise(text.strip())
    body = plain.strip("/")
    if not body:
        raise ParamsError(f"params.yaml: the pattern {text!r} is empty", hint='write a folder as "Folder/"')
    anchored = plain.startswith("/") or "/" in body
    alternatives = tuple(_compile_levels(written, anchored) for written in _expand_braces(body, text))
    return Pattern(text, alternatives, plain.endswith("/"))


def _compile_levels(text: str, anchored: bool) -> tuple[re.Pattern[str] | None, ...]:
    levels: list[re.Pattern[str] | None] = [] if anchored else [None]
    for name in text.split("/"):
        if name == "**":
            if not levels or levels[-1] is not None:
                levels.append(None)
        elif name:
            levels.append(_compile_name(name))
    return tuple(levels)


def _compile_name(name: str) -> re.Pattern[str]:
    """Return the expression of one name; atomic groups keep a name of many stars from going back over itself."""
    first, *rest = [_escape(part) for part in re.split(r"\*+", name)]
    if not rest:
        return re.compile(first, re.DOTALL)
    middle = "".join(f"(?>.*?{part})" for part in rest[:-1])
    return re.compile(f"{first}{middle}.*{rest[-1]}", re.DOTALL)


def _escape(text: str) -> str:
    return ".".join(re.escape(part) for part in text.split("?"))


def _expand_braces(text: str, written: str) -> list[str]:
    """Return the texts that brace lists stand for; a brace without a partner is a plain character."""
    done: list[str] = []
    waiting = [text]
    while waiting:
        current = waiting.pop()
        match = re.search(r"\{([^{}]*,[^{}]*)\}", current)
        if match is None:
            done.append(current)
        else:
            waiting += [current[: match.start()] + part + current[match.end() :] for part in match[1].split(",")]
        if len(done) + len(waiting) > MAX_ALTERNATIVES:
            message = f"params.yaml: the pattern {written!r} stands for more than {MAX_ALTERNATIVES} patterns"
            raise ParamsError(message, hint="write it as several patterns")
    return sorted(done)


def _skip_stars(states: set[int], levels: tuple[re.Pattern[str] | None, ...]) -> set[int]:
    """Return the states with those that a `**` of no folders leads on to; a last `**` wants at least one name."""
    reached = set(states)
    for state in sorted(states):
        while state < len(levels) - 1 and levels[state] is None:
            state += 1
            reached.add(state)
    return reached


def _compile_expression(source: str) -> jsonschema_rs.Validator:
    """Return a matcher for an expression written for JavaScript; raises ValueError where it cannot run bounded.

    The engine behind it reads JavaScript's dialect and has no backtracking, so no filter of a vault can hang a run.
    """
    options = jsonschema_rs.RegexOptions(size_limit=1_000_000)
    try:
        return jsonschema_rs.validator_for({"type": "string", "pattern": source}, pattern_options=options)
    except (ValueError, jsonschema_rs.ValidationError) as error:
        raise ValueError("it is broken, or needs look-around or back references") from error


def _advise(text: str, paths: Sequence[str]) -> str:
    if "," in re.sub(r"\{[^{}]*\}", "", text):
        return "a comma is a plain character: write several patterns as several items of the list"
    near = suggest_folders(re.sub(r"[*?{].*", "", text) or text, paths)
    return f"did you mean {' or '.join(repr(folder) for folder in near)}?" if near else "case and spelling count"


def _normalise(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)
