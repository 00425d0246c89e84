"""Renders a memory as one HTML file: catalogue, texts, script, style and licences, under a strict policy."""

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from ..entries import Entry
from ..memory.folder import Contents
from ..project.records import to_record
from .growth import Growth

PAGE_NAME = "index.html"
_LEFT_OUT = ("sha256", "highlights_sha256")  # of no use to a reader, and a tenth of the catalogue


def render_page(contents: Contents, growths: Sequence[Growth]) -> str:
    """Return the page of a memory, with a growth for each theme of its coverage.

    Nothing that stands in a source can end up as markup or as code.
    """
    script, style = read_part("bundle.js"), read_part("bundle.css")
    parts = {
        "policy": write_policy(script=script, style=style),
        "title": html.escape(contents.index.title),
        "style": style,
        "script": script,
        "catalogue": escape_json(_describe_memory(contents, growths)),
        "layers": "\n".join(_iter_layers(contents)),
        "licences": html.escape(read_part("LICENSES.txt")),
    }
    # One pass: what is filled in is never looked at again, so a title of "{{script}}" stays a title.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], read_part("template.html"))


def write_policy(*, script: str, style: str) -> str:
    """Return the Content-Security-Policy: this one script, this one style, and nothing from anywhere else."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash_part(script)}'",
            f"style-src '{_hash_part(style)}'",
            "img-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        ]
    )


def escape_json(value: object) -> str:
    """Return JSON that may stand inside a script element: without `<` nothing in it can end or open one."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


@cache
def read_part(name: str) -> str:
    """Return one of the page's parts, with the line ends that its hash was made from."""
    return (files(__package__) / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def _hash_part(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _describe_memory(contents: Contents, growths: Sequence[Growth]) -> dict[str, object]:
    """Return the catalogue as the page wants it; hashes and word of other pages stay in index.yaml."""
    index = contents.index
    grown = {growth.theme: {"named": growth.named, "found": growth.found} for growth in growths}
    return {
        "title": index.title,
        "brief": index.brief,
        "coverage": [
            {"theme": item.theme, "state": item.state, "sources": item.sources, **grown[item.theme]}
            for item in index.coverage
        ],
        "entries": [_describe_entry(entry) for entry in index.entries],
    }


def _describe_entry(entry: Entry) -> dict[str, object]:
    return {name: value for name, value in to_record(entry).items() if name not in _LEFT_OUT}


def _iter_layers(contents: Contents) -> Iterator[str]:
    """Yield one inert element a text, so that the page parses none before it is asked for."""
    for number, entry in enumerate(contents.index.entries):
        for layer, texts in (("highlights", contents.highlights), ("full", contents.full)):
            if entry.id in texts:
                text = escape_json(texts[entry.id])
                yield f'<script type="application/json" id="{layer}-{number}">{text}</script>'
