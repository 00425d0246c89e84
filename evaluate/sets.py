"""A retrieval set: documents, questions, and which documents answer which question."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from florilegium.errors import ParamsError
from florilegium.project.regular_files import read_regular

DOCUMENTS_NAME, QUESTIONS_NAME, GAINS_NAME = "docs.jsonl", "queries.jsonl", "qrels.tsv"
HALVES = ("tune", "test")


@dataclass(frozen=True)
class SetDocument:
    """One document of a set."""

    id: str
    title: str  # "" where it has none
    text: str


@dataclass(frozen=True)
class Question:
    """One query of a set, with the documents that answer it."""

    id: str
    text: str
    kind: str  # "" where the set knows no kinds
    gains: Mapping[str, int]  # by document, above zero

    @property
    def half(self) -> str:
        """The half that it belongs to: `tune` where the first byte of its id's SHA-256 is even, else `test`."""
        return HALVES[hashlib.sha256(self.id.encode("utf-8")).digest()[0] % 2]


@dataclass(frozen=True)
class RetrievalSet:
    """A set as read, in the order of its files."""

    name: str
    documents: tuple[SetDocument, ...]
    questions: tuple[Question, ...]  # those that any document answers
    unanswered: int  # questions that none does: no measure says anything of them


def load_set(folder: Path) -> RetrievalSet:
    """Return the set in a folder; raises ParamsError that names file and line."""
    documents = [
        SetDocument(_take(record, "id", place), _take(record, "title", place, ""), _take(record, "text", place))
        for place, record in _iter_records(folder / DOCUMENTS_NAME)
    ]
    known = {document.id for document in documents}
    queries = list(_iter_records(folder / QUESTIONS_NAME))
    gains = _read_gains(folder / GAINS_NAME, known, {record["id"] for _, record in queries})
    questions = tuple(
        Question(record["id"], _take_text(record, place), _take(record, "kind", place, ""), gains.get(record["id"], {}))
        for place, record in queries
    )
    answered = tuple(question for question in questions if question.gains)
    if not answered:
        raise ParamsError(f"{folder / QUESTIONS_NAME}: no question has an answer", hint="see docs/evaluation.md")
    return RetrievalSet(folder.resolve().name, tuple(documents), answered, len(questions) - len(answered))


def _iter_records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (place, record) of each line; an id may occur once."""
    seen: dict[str, str] = {}
    for place, line in _iter_lines(path):
        try:
            record = json.loads(line)
        except ValueError as error:
            raise ParamsError(f"{place}: this is not JSON: {error}", hint="write one JSON object a line") from error
        if not isinstance(record, dict):
            raise ParamsError(f"{place}: this is no JSON object", hint="write one JSON object a line")
        name = _take(record, "id", place)
        if not name.strip():
            raise ParamsError(f"{place}: $.id: this is empty", hint="give every record an id of its own")
        if name in seen:
            raise ParamsError(f"{place}: $.id: {name!r} was taken at {seen[name]}", hint="give every record its own id")
        seen[name] = place
        yield place, record
    if not seen:
        raise ParamsError(f"{path}: this file is empty", hint="write one JSON object a line")


def _iter_lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yield (place, line) of every line that is not blank."""
    try:
        text = read_regular(path).decode("utf-8")
    except FileNotFoundError as error:
        names = ", ".join((DOCUMENTS_NAME, QUESTIONS_NAME, GAINS_NAME))
        raise ParamsError(f"{path}: this file is missing", hint=f"name a folder that holds {names}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: cannot be read: {error}", hint="save it as UTF-8") from error
    # Not splitlines: JSON may hold U+2028 and other line ends as they are.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield f"{path}:{number}", line.removesuffix("\r")


def _take(record: Mapping[str, Any], key: str, place: str, default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        found = "is missing" if value is None else f"{value!r} is no text"
        raise ParamsError(f"{place}: $.{key}: {found}", hint="id, title, text and kind are strings")
    return value


def _take_text(record: Mapping[str, Any], place: str) -> str:
    text = _take(record, "text", place)
    if not text.strip():
        raise ParamsError(f"{place}: $.text: this query is empty", hint="write the query, or remove the line")
    return text


def _read_gains(path: Path, documents: set[str], questions: set[str]) -> dict[str, dict[str, int]]:
    """Return the gains above zero by question and document."""
    gains: dict[str, dict[str, int]] = {}
    seen: dict[tuple[str, str], str] = {}
    for place, line in _iter_lines(path):
        question, document, gain = _split_row(line, place)
        if question not in questions:
            raise ParamsError(f"{place}: there is no query {question!r}", hint=f"see {QUESTIONS_NAME} beside it")
        if document not in documents:
            raise ParamsError(f"{place}: there is no document {document!r}", hint=f"see {DOCUMENTS_NAME} beside it")
        pair = (question, document)
        if pair in seen:
            raise ParamsError(f"{place}: this pair was judged at {seen[pair]}", hint="remove one of the lines")
        seen[pair] = place
        if gain > 0:
            gains.setdefault(question, {})[document] = gain
    return gains


def _split_row(line: str, place: str) -> tuple[str, str, int]:
    cells = line.split("\t")
    if len(cells) != 3 or not cells[2].strip().isdecimal():
        raise ParamsError(f"{place}: not a row of query, document, gain", hint="part them by tabs; a gain is 0 or more")
    return cells[0], cells[1], int(cells[2])
