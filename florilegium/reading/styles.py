"""Citation styles: APA, Chicago, BibTeX, CSL-JSON, for what a catalogue knows of a source."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .citations import MONTHS, Reference
from .names import Name

_APA_MOST, _CHICAGO_MOST, _CHICAGO_SHOWN = 20, 10, 7
_APA_KINDS = {
    "chat": "Chat",
    "email": "Email",
    "podcast": "Audio podcast episode",
    "tweet": "Post",
    "video": "Video",
}
_BIBTEX_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",  # a reader of BibTeX counts braces, also those behind a backslash
    "}": r"\textbraceright{}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
}
_BIBTEX_SIGN = re.compile("[" + re.escape("".join(_BIBTEX_SIGNS)) + "]")
_URL_SIGN = re.compile(r"[{}\\\s\x00-\x1f\x7f\"<>^`|]")


def cite_apa(reference: Reference) -> str:
    """Return an entry of a reference list after APA 7, in plain text."""
    names = [name.initialled for name in reference.authors]
    if len(names) > _APA_MOST:
        who = f"{', '.join(names[: _APA_MOST - 1])}, … {names[-1]}"
    else:
        who = f"{', '.join(names[:-1])}, & {names[-1]}" if len(names) > 1 else "".join(names)
    year, *rest = (str(reference.issued[0]), *_spell_days(reference.issued)) if reference.issued else ("n.d.",)
    when = f"({', '.join([year, *rest])})"
    kind = _APA_KINDS.get(reference.kind, "" if reference.url or reference.kind == "book" else _name_kind(reference))
    title = f"{reference.title} [{kind}]" if kind else reference.title
    parts = [who, when, title] if who else [title, when]
    if reference.container and reference.container not in names:
        parts.append(reference.container)
    return " ".join([*map(_stop, parts), reference.url or _stop(reference.path)])


def cite_chicago(reference: Reference) -> str:
    """Return an entry of a bibliography after Chicago 17 (notes and bibliography), in plain text."""
    names = [name.natural for name in reference.authors]
    if names:
        names[0] = reference.authors[0].inverted
    if len(names) > _CHICAGO_MOST:
        who = f"{', '.join(names[:_CHICAGO_SHOWN])}, et al."
    else:
        who = f"{', '.join(names[:-1])}, and {names[-1]}" if len(names) > 1 else "".join(names)
    title = reference.title if reference.kind == "book" else f"“{_stop(reference.title)}”"
    where = ", ".join(filter(None, [reference.container, _spell_date(reference.issued)]))
    seen = f"Accessed {_spell_date(reference.accessed)}" if reference.accessed and not reference.issued else ""
    parts = [_stop(who), _stop(title) if reference.kind == "book" else title, _stop(where), _stop(seen)]
    return " ".join(filter(None, [*parts, _stop(reference.url or reference.path)]))


def cite_bibtex(reference: Reference) -> str:
    """Return an entry for BibTeX, in UTF-8; what TeX would take for a command is escaped."""
    is_book = reference.kind == "book"
    year, month, day = (*reference.issued, 0, 0, 0)[:3]
    fields = {
        "author": " and ".join(map(_write_bibtex_name, reference.authors)),
        "title": f"{{{escape_bibtex(reference.title)}}}",  # a second pair of braces keeps its capitals
        "publisher" if is_book else "howpublished": escape_bibtex(reference.container),
        "year": str(year) if year else "",
        "month": MONTHS[month - 1][:3].lower() if month else "",
        "day": str(day) if day else "",
        "url": _URL_SIGN.sub(lambda found: f"%{ord(found[0]):02X}", reference.url),
        "urldate": "-".join(f"{part:02d}" for part in reference.accessed) if reference.url else "",
        "note": "" if reference.url else escape_bibtex(reference.path),
    }
    # The name of a month is a macro that each style spells out, and stands bare.
    lines = [f"  {name} = {value if name == 'month' else f'{{{value}}}'}," for name, value in fields.items() if value]
    return "\n".join([f"@{'book' if is_book else 'misc'}{{{reference.key},", *lines, "}"])


def describe_csl(reference: Reference) -> dict[str, Any]:
    """Return an item of CSL-JSON 1.0.2."""
    people = [
        {"literal": name.literal}
        if name.literal
        else {"family": name.family, "given": name.given, **({"suffix": name.suffix} if name.suffix else {})}
        for name in reference.authors
    ]
    facts: dict[str, Any] = {
        "id": reference.key,
        "type": reference.type,
        "title": reference.title,
        "author": people,
        "publisher" if reference.kind == "book" else "container-title": reference.container,
        "issued": {"date-parts": [list(reference.issued)]} if reference.issued else {},
        "accessed": {"date-parts": [list(reference.accessed)]} if reference.accessed and reference.url else {},
        "URL": reference.url,
        "archive_location": "" if reference.url else reference.path,
    }
    return {name: value for name, value in facts.items() if value}


def escape_bibtex(text: str) -> str:
    """Return a text on one line in which no sign means anything to TeX."""
    return _BIBTEX_SIGN.sub(lambda found: _BIBTEX_SIGNS[found[0]], " ".join(text.split()))


def cite_all(references: Sequence[Reference], style: str) -> str:
    """Return a bibliography in the order given."""
    if style == "csl-json":
        return json.dumps([describe_csl(reference) for reference in references], ensure_ascii=False, indent=1) + "\n"
    write = STYLES[style]
    gap = "\n\n" if style == "bibtex" else "\n"
    return gap.join(write(reference) for reference in references) + "\n"


def _write_bibtex_name(name: Name) -> str:
    if name.literal:
        return f"{{{escape_bibtex(name.literal)}}}"  # else its "and" would part it
    suffix = [escape_bibtex(name.suffix)] if name.suffix else []
    return ", ".join([escape_bibtex(name.family), *suffix, escape_bibtex(name.given)])


def _stop(text: str) -> str:
    """Return a part with a full stop at its end, unless it has one or another sign there."""
    return text if not text or text.endswith((".", "?", "!", "…", ".”", "?”", "!”")) else f"{text}."


def _name_kind(reference: Reference) -> str:
    return reference.kind.replace("_", " ").capitalize()


def _spell_days(date: Sequence[int]) -> list[str]:
    """Return month and day as "November 3", nothing where only the year is known."""
    return [" ".join([MONTHS[date[1] - 1], *map(str, date[2:])])] if len(date) > 1 else []


def _spell_date(date: Sequence[int]) -> str:
    """Return "November 3, 2025", "November 2025" or "2025"."""
    if not date:
        return ""
    sign = ", " if len(date) > 2 else " "
    return sign.join([*_spell_days(date), str(date[0])])


STYLES: Mapping[str, Callable[[Reference], str]] = {
    "apa": cite_apa,
    "chicago": cite_chicago,
    "bibtex": cite_bibtex,
}
STYLE_NAMES = ("apa", "chicago", "bibtex", "csl-json")
