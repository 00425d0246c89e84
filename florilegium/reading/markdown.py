"""Sources as a Markdown document, each with its citation as a footnote."""

from collections.abc import Sequence

from ..wording.markup import escape_line, escape_text, quote_block, quote_code
from .citations import make_reference
from .layers import name_file, write_path
from .results import Answer, Result
from .styles import cite_apa


def render_document(answer: Answer, summing_up: str) -> str:
    """Return a document with a section for each result and its citation as a footnote."""
    titles = "; ".join(escape_text(memory.index.title) for memory in answer.memories)
    asked = f": {escape_text(answer.text)}" if answer.text else ""
    sections = [block for result in answer.results for block in render_section(result)]
    notes = [render_footnote(result) for result in answer.results]
    return "\n\n".join([f"# {titles}{asked}", *sections, summing_up, *notes]) + "\n"


def render_section(result: Result) -> Sequence[str]:
    """Return the blocks of one result: heading, why another layer is shown, text, the mark of a cut, reasons."""
    entry, opened = result.match.entry, result.opened
    is_summary = opened.layer == "summary"
    text = escape_line(opened.text) if is_summary else quote_block(opened.text.rstrip("\n"))
    blocks = [
        f"## {escape_text(entry.title)}[^{entry.id}]",
        f"*({escape_text(opened.note)})*" if opened.note else "",
        text if opened.text.strip() else "",
        f"*[{escape_text(opened.cut)}]*" if opened.cut else "",
        "\n".join(f"- {escape_text(reason)}" for reason in result.reasons),
    ]
    return list(filter(None, blocks))


def render_footnote(result: Result) -> str:
    """Return the citation of one result, and where the layer that is shown lies."""
    entry = result.match.entry
    path = quote_code(write_path(result.match.source.memory.root / name_file(entry, result.opened.layer)))
    return f"[^{entry.id}]: {escape_text(cite_apa(make_reference(entry)))} {path}"
