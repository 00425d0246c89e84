"""The forms in which a search answers: for people, for programs, for pipes."""

import json
from collections.abc import Mapping
from typing import Any

from ..project.records import to_record
from .display import clean_text, count_sources, measure_width, render_result
from .layers import name_file, write_path
from .results import Answer, Render, Result

FORMATS = ("list", "table", "json", "jsonl", "yaml", "markdown", "paths")
_COLUMNS = (("score", 5), ("origin", 10), ("date", 10), ("marks", 5), ("title", 46))


def choose_render(form: str, *, null: bool = False) -> Render:
    """Return the function that writes an answer in a form; `null` ends each path with a NUL."""
    renders: Mapping[str, Render] = {
        "list": render_list,
        "table": render_table,
        "json": lambda answer: json.dumps(describe_answer(answer), ensure_ascii=False, indent=1) + "\n",
        "jsonl": lambda answer: "".join(_dump_line(describe_result(answer, result)) for result in answer.results),
        "yaml": _render_yaml,
        "markdown": _render_markdown,
        "paths": lambda answer: "".join(path + ("\0" if null else "\n") for path in list_paths(answer)),
    }
    return renders[form]


def describe_answer(answer: Answer) -> dict[str, Any]:
    """Return an answer as one record."""
    memories = [
        {"path": write_path(memory.root), "topic": memory.index.topic, "sources": memory.index.sources}
        for memory in answer.memories
    ]
    results = [describe_result(answer, result) for result in answer.results]
    counts = {"found": answer.found, "left_out": answer.found - len(results)}
    return {"memories": memories, "text": answer.text, **counts, "results": results}


def describe_result(answer: Answer, result: Result) -> dict[str, Any]:
    """Return one result as a record: how it matched, the layer's text, and the entry as in index.yaml."""
    match = result.match
    record = {
        "memory": write_path(match.source.memory.root),
        "also_in_memories": [write_path(memory.root) for memory in match.twins],
        "score": match.score,
        "found_in": list(match.fields),
        "matched_layer": match.layer or None,
        "asked": answer.asked,
        **to_record(result.opened),
        "entry": to_record(match.entry),
    }
    return {**record, "explanation": list(result.reasons)} if result.reasons else record


def render_list(answer: Answer) -> str:
    """Return each result with its facts and the layer's text, for a terminal of 80 columns."""
    several = len(answer.memories) > 1
    lines: list[str] = []
    for number, result in enumerate(answer.results, start=1):
        lines += [*render_result(number, result, several=several), ""]
    return "\n".join([*lines, sum_up(answer)]) + "\n"


def render_table(answer: Answer) -> str:
    """Return one line a result: what it scores, where it comes from, when, how much is marked in it, its title."""
    rows = [[name for name, _ in _COLUMNS]]
    for result in answer.results:
        entry = result.match.entry
        score = result.match.score if answer.text is not None else entry.relevance_score
        date = entry.published or entry.saved or ""
        rows.append([f"{score:.2f}", entry.origin, date, str(entry.highlights or ""), entry.title])
    lines = ["  ".join(_fit(cell, width) for cell, (_, width) in zip(row, _COLUMNS, strict=True)) for row in rows]
    return "\n".join([*(line.rstrip() for line in lines), "", sum_up(answer)]) + "\n"


def list_paths(answer: Answer) -> list[str]:
    """Return the file of each result's layer; a summary has none of its own."""
    return [
        write_path(result.match.source.memory.root / name_file(result.match.entry, result.opened.layer))
        for result in answer.results
    ]


def sum_up(answer: Answer) -> str:
    """Return in one line how much was found, and how much of that is shown."""
    sources = {entry.id for memory in answer.memories for entry in memory.index.entries}
    total = f"of {count_sources(len(sources))}"
    line = f"{answer.found or 'none'} {total}"
    if len(answer.memories) > 1:
        line += f" in {len(answer.memories)} memories"
    if len(answer.results) < answer.found:
        line += f"; {len(answer.results)} shown, --limit or --budget shows more"
    return line


def _render_yaml(answer: Answer) -> str:
    from ..project.artifacts import format_yaml  # these two are costly to load, and seldom wanted

    return format_yaml(describe_answer(answer))


def _render_markdown(answer: Answer) -> str:
    from .markdown import render_document

    return render_document(answer, sum_up(answer))


def _dump_line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def _fit(cell: str, width: int) -> str:
    """Return the cell in exactly so many columns."""
    text = " ".join(clean_text(cell).split())
    if measure_width(text) > width:
        while measure_width(text) > width - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (width - measure_width(text))
