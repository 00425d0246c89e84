"""Fakes that stand in for the outside world; they have tests of their own in test_fakes.py."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from florilegium.drafts import Draft, Highlight, Link
from florilegium.errors import FlorilegiumError
from florilegium.sources.reader import InputFile, Reading, Row, Scan, Unit

SPLIT = "\n===\n"


@dataclass
class FakeFile:
    """A file that is only in memory."""

    content: bytes
    mtime_ns: int


@dataclass
class FakeReader:
    """A source in memory that behaves as a reader must, and as badly as a test wants.

    A file is a unit; "===" on a line splits it into documents.
    Its lines: "# title", "> highlight", "[[link]]", "PRIVATE", "SKIP", "CRASH", "ID path" (another original path).
    """

    name: str = "vault"
    settings: str = "plain"
    files: dict[str, FakeFile] = field(default_factory=dict)
    unreachable: FlorilegiumError | None = None
    unreadable_files: set[str] = field(default_factory=set)
    unreadable_folders: set[str] = field(default_factory=set)
    loaded: list[str] = field(default_factory=list)
    parsed: list[str] = field(default_factory=list)
    clock_ns: int = 1_000_000_000_000_000_000

    def put(self, path: str, content: str | bytes) -> None:
        """Write a file; each write is a minute later than the one before."""
        self.clock_ns += 60_000_000_000
        self.files[path] = FakeFile(content.encode() if isinstance(content, str) else content, self.clock_ns)

    def touch(self, path: str) -> None:
        """Give a file a new time and the same bytes."""
        self.put(path, self.files[path].content)

    def forget_counts(self) -> None:
        """Start counting again what is loaded and parsed."""
        self.loaded.clear()
        self.parsed.clear()

    def scan(self) -> Scan:
        """List the files that can be seen."""
        if self.unreachable:
            raise self.unreachable
        seen = {path: file for path, file in sorted(self.files.items()) if not self._is_hidden(path)}
        notes = [path for path in seen if path.endswith(".md")]
        others = [path for path in seen if not path.endswith(".md")]
        units = (Unit(path, (InputFile(path, len(seen[path].content), seen[path].mtime_ns),)) for path in notes)
        rows = (Row(self.name, path, "skipped", "not_a_note", "no reader for it") for path in others)
        return Scan(tuple(units), tuple(rows), tuple(sorted(self.unreadable_folders)))

    def load(self, file: InputFile) -> bytes:
        """Return a file's bytes, or fail as a disk does."""
        self.loaded.append(file.path)
        if file.path in self.unreadable_files:
            raise PermissionError(13, "Permission denied")
        return self.files[file.path].content

    def read(self, unit: Unit, contents: Mapping[str, bytes]) -> Reading:
        """Turn a file into drafts."""
        self.parsed.append(unit.key)
        text = contents[unit.key].decode("utf-8", "surrogatepass")
        if "CRASH" in text:
            raise ValueError("the reader fell over")
        if "PRIVATE" in text:
            return Reading((), (Row(self.name, unit.key, "skipped", "private", "flag private"),))
        if "SKIP" in text:
            return Reading((), (Row(self.name, unit.key, "skipped", "template"),))
        drafts = tuple(_iter_drafts(unit.key, text))
        return Reading(drafts, tuple(Row(self.name, draft.original_path, "taken") for draft in drafts))

    def _is_hidden(self, path: str) -> bool:
        return any(path.startswith(f"{folder}/") for folder in self.unreadable_folders)


def _iter_drafts(key: str, text: str) -> Iterator[Draft]:
    for number, part in enumerate(text.split(SPLIT)):
        lines = part.split("\n")
        title = next((line[2:] for line in lines if line.startswith("# ")), key.removesuffix(".md"))
        path = next((line[3:] for line in lines if line.startswith("ID ")), f"{key}#{number}" if number else key)
        yield Draft(
            origin="obsidian",
            original_path=path,
            title=title,
            text=part,
            highlights=tuple(Highlight(line[2:]) for line in lines if line.startswith("> ")),
            links=tuple(Link(target) for target in re.findall(r"\[\[([^\]]+)\]\]", part)),
        )


@dataclass
class FakeEncoder:
    """An encoder that knows which passages are near to which question by a word that they hold."""

    nearness: Mapping[str, float]  # by word of a passage
    kind: Literal["bi", "cross"] = "bi"
    asked: list[tuple[str, str]] = field(default_factory=list)  # question and passage

    def compare(self, question: str, passages: Sequence[str]) -> list[float]:
        """Return the greatest nearness of any word."""
        self.asked += [(question, passage) for passage in passages]
        return [max((near for word, near in self.nearness.items() if word in text), default=0.0) for text in passages]
