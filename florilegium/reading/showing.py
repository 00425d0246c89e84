"""The forms in which one source, or a few, are shown with all that the catalogue says of them."""

import json
from typing import Any

from ..project.records import to_record
from .display import render_entry
from .results import Answer, Render, Result

FORMS = ("text", "json", "yaml", "markdown")


def choose_form(form: str) -> Render:
    """Return the function that writes sources in a form."""
    renders = {"text": _render_text, "json": _render_json, "yaml": _render_yaml, "markdown": _render_markdown}
    return renders[form]


def describe_source(answer: Answer, result: Result) -> dict[str, Any]:
    """Return one source as a record: the layer's text, and the entry as in index.yaml."""
    return {"asked": answer.asked, **to_record(result.opened), "entry": to_record(result.match.entry)}


def _describe(answer: Answer) -> Any:
    """Return one record for one source, a list of records for several."""
    records = [describe_source(answer, result) for result in answer.results]
    return records[0] if answer.found == 1 and records else records


def _render_text(answer: Answer) -> str:
    blocks = ["\n".join(render_entry(result.match.entry, result.opened)) for result in answer.results]
    return "\n\n".join(blocks) + "\n"


def _render_json(answer: Answer) -> str:
    return json.dumps(_describe(answer), ensure_ascii=False, indent=1) + "\n"


def _render_yaml(answer: Answer) -> str:
    from ..project.artifacts import format_yaml

    return format_yaml(_describe(answer))


def _render_markdown(answer: Answer) -> str:
    from .markdown import render_footnote, render_section

    sections = [block for result in answer.results for block in render_section(result)]
    return "\n\n".join([*sections, *map(render_footnote, answer.results)]) + "\n"
