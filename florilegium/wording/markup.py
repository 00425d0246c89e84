"""Any text as Markdown that shows it and does nothing else."""

import html
import re

_ACTIVE = re.compile(r"([\\`*_{}\[\]<>#|~$]|%(?=%)|=(?==))")
_STARTS_BLOCK = re.compile(r"\s|[-+*#>|=~]|\d{1,9}[.)]")
_STARTS_ITEM = re.compile(r"\A(?:(\d{1,9})(?=[.)](?:\s|\Z))|(?=[-+=]))")


def escape_html(text: str) -> str:
    """Return a text on one line for an HTML element, also where a renderer reads Markdown inside it."""
    return re.sub(r"[\\`*_\[\]]", lambda match: f"&#{ord(match[0])};", html.escape(" ".join(text.split())))


def escape_text(text: str) -> str:
    """Return a text on one line in which no character means anything to Markdown or HTML."""
    return (
        _ACTIVE.sub(r"\\\1", " ".join(text.split()).replace("&", "&amp;")).replace("\\<", "&lt;").replace("\\>", "&gt;")
    )


def escape_line(text: str) -> str:
    """Return a text on one line that may stand first in a block: it begins no list, heading or rule."""
    return _STARTS_ITEM.sub(lambda match: f"{match[1] or ''}\\", escape_text(text), count=1)


def quote_code(text: str) -> str:
    """Return a text as a code span, whatever backticks it has."""
    flat = " ".join(text.split())
    fence = "`" * (_longest_run(flat) + 1)
    space = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{space}{flat}{space}{fence}"


def quote_block(text: str) -> str:
    """Return a quotation byte for byte: a quote block for plain prose, a code block for what has markup or lines."""
    if re.search(r"[\n\r<&`]|\]\(|!\[", text) or _STARTS_BLOCK.match(text):
        fence = "`" * max(3, _longest_run(text) + 1)
        return f"{fence}text\n{text}\n{fence}"
    return f"> {text}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in re.findall(r"`+", text)), default=0)
