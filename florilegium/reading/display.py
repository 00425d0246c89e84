"""How a terminal of 80 columns shows the sources of a memory."""

import re
import unicodedata
from collections.abc import Sequence

from ..entries import Entry, Index
from .layers import Opened
from .matches import Match
from .results import Result

WIDTH = 80
_INDENT = "    "
# What steers a terminal, and what turns the direction of writing around: text from a source does neither.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
# A line may end between words and beside any wide character.
_PIECES = rf"\s+|[{_WIDE}]|[^\s{_WIDE}]+"
_PLAIN_PIECES = r"\s+|\S+"  # the same where there are none, and ten times as quick to compile


def clean_text(text: str) -> str:
    """Return the text without the characters that steer a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n"))


def measure_width(text: str) -> int:
    """Return the columns that a text takes: two for a wide character, none for a combining one."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def wrap_text(text: str, *, indent: str = "", width: int = WIDTH) -> list[str]:
    """Return the text as lines of at most `width` columns; only a word that is longer than a line sticks out."""
    lines: list[str] = []
    line, columns = "", len(indent)
    text = clean_text(text).strip()
    for piece in re.findall(_PLAIN_PIECES if text.isascii() else _PIECES, text):
        piece = " " if piece.isspace() else piece
        size = measure_width(piece)
        if columns + size > width and line.strip():
            lines.append(indent + line.rstrip())
            line, columns = "", len(indent)
        if line or piece != " ":
            line, columns = line + piece, columns + size
    return [*lines, indent + line.rstrip()] if line.strip() else lines


def render_result(number: int, result: Result, *, several: bool) -> list[str]:
    """Return the lines of one result of a search; with several memories, also in which of them it lies."""
    match = result.match
    head = wrap_text(f"{number}. {match.entry.title}")
    found = [_describe_fields(match)] if match.fields else []
    places = [f"in {memory.root}" for memory in (match.source.memory, *match.twins)] if several else []
    reasons = [line for reason in result.reasons for line in _render_reason(reason)]
    return [*head, *_render_facts(match.entry, [*found, *places]), *reasons, *render_layer(result.opened)]


def _render_reason(reason: str) -> list[str]:
    first, *rest = wrap_text(reason, indent=_INDENT + "  ")
    return [f"{_INDENT}- {first.strip()}", *rest]


def _describe_fields(match: Match) -> str:
    """Return where the terms were found, the layer to open first."""
    others = [field for field in match.fields if field != match.layer]
    if not match.layer:
        return f"found in {', '.join(others)}"
    return f"found in {match.layer}" + (f" (also {', '.join(others)})" if others else "")


def render_entry(entry: Entry, opened: Opened) -> list[str]:
    """Return the lines of one source with all that the catalogue says of it."""
    lines = [*wrap_text(entry.title), *_render_facts(entry, [])]
    facts = {
        "why": entry.reason,
        "found by": "; ".join(entry.found_by),
        "themes": "; ".join(entry.themes),
        "url": entry.source_url or "",
        "lies at": entry.original_path,
        "also in": "; ".join(f"{place.origin}: {place.original_path}" for place in entry.also_in),
    }
    for name, value in facts.items():
        if value:
            first, *rest = wrap_text(value, indent=_INDENT + " " * 10)
            lines += [f"{_INDENT}{name:<10}{first.strip()}", *rest]
    return [*lines, *render_layer(opened)]


def render_contents(index: Index) -> list[str]:
    """Return the table of contents of a memory: what it is about, what it covers, and each source in short."""
    origins = ", ".join(f"{count} {origin}" for origin, count in index.origins.items())
    rounds = f"{index.rounds} round{'' if index.rounds == 1 else 's'} of research"
    lines = [*wrap_text(f"{index.title} ({index.topic})"), *wrap_text(index.brief, indent="  "), ""]
    lines += wrap_text(f"{count_sources(index.sources)}{f': {origins}' if origins else ''}")
    lines += [f"{rounds}; {index.left_out} ranked candidates left out", "", "Themes"]
    for theme in index.coverage:
        head, *rest = wrap_text(f"{theme.theme} ({theme.sources})", indent=" " * 10)
        lines += [f"  {theme.state:<8}{head.strip()}", *rest]
    lines += ["", "Sources"]
    for entry in index.entries:
        head, *rest = wrap_text(entry.title, indent=" " * 7)
        lines += [f"  {entry.relevance_score:.2f} {head.strip()}", *rest]
        lines += _flow([*_describe(entry), *_count_layers(entry)], indent=" " * 7)
        lines += [" " * 7 + entry.id]
    return lines


def count_sources(number: int) -> str:
    """Return the number with its noun."""
    return f"{number} source{'' if number == 1 else 's'}"


def _render_facts(entry: Entry, more: Sequence[str]) -> list[str]:
    facts = [*_describe(entry), f"relevance {entry.relevance_score:.2f}", *_count_layers(entry), *more]
    people = [", ".join(entry.authors), entry.publication, _describe_dates(entry)]
    people += [" ".join(f"#{tag}" for tag in entry.tags)]
    return [_INDENT + entry.id, *_flow(people, indent=_INDENT), *_flow(facts, indent=_INDENT)]


def _flow(facts: Sequence[str], *, indent: str) -> list[str]:
    """Return facts side by side; a line ends between two of them where it can."""
    lines: list[str] = []
    for fact in filter(None, facts):
        longer = f"{lines[-1]} · {clean_text(fact)}" if lines else ""
        if lines and measure_width(longer) <= WIDTH:
            lines[-1] = longer
        else:
            lines += wrap_text(fact, indent=indent)
    return lines


def _describe(entry: Entry) -> list[str]:
    place = f"{entry.origin} {entry.location}".strip()
    return [place, *(["seed"] if entry.seed else []), *(["the reader's own"] if entry.authorship == "own" else [])]


def _describe_dates(entry: Entry) -> str:
    dates = [f"published {entry.published}" if entry.published else "", f"saved {entry.saved}" if entry.saved else ""]
    return ", ".join(filter(None, dates))


def _count_layers(entry: Entry) -> list[str]:
    counts = {"highlight": entry.highlights, "own note": entry.own_notes, "word": entry.words}
    return [f"{count:,} {name}{'' if count == 1 else 's'}" for name, count in counts.items() if count]


def render_layer(opened: Opened) -> list[str]:
    """Return the text of a layer; lines of a file are left whole, so that they can be quoted."""
    note = wrap_text(f"({opened.note})", indent=_INDENT) if opened.note else []
    cut = wrap_text(f"[{opened.cut}]", indent=_INDENT) if opened.cut else []
    if opened.layer == "summary":
        return [*note, *wrap_text(opened.text, indent=_INDENT), *cut]
    return [*note, "", *clean_text(opened.text).rstrip("\n").split("\n"), *cut]
