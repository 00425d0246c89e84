"""References: the sources that a brief names, as URLs, files, vault notes or notebooks."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import unquote

from ..vault.mask import MASK, mask_opaque

SeedKind = Literal["url", "file", "note", "notebook"]


@dataclass(frozen=True)
class Reference:
    """One source that the brief names."""

    reference: str  # as written, without brackets
    kind: SeedKind
    saved_file: str | None = None  # for a URL: the file beside the brief that holds the page


@dataclass(frozen=True)
class _Place:
    """One reference with where it stands, so that those of all forms come in order."""

    start: int
    end: int
    reference: Reference


_TEXT_TYPES = "markdown|md|txt|text|html|htm|xhtml"
_FILE_TYPES = rf"{_TEXT_TYPES}|pdf|docx?|epub|odt|rtf|csv|pptx?|xlsx?|mp3|m4a|png|jpe?g"
_NAME = r"[^\s<>\[\]():*?\"|]"
_NAMED_LINE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+)?[*_]{0,2}(?:NotebookLM[ \t]+)?(notebook|file|saved(?:[ \t]+(?:as|in|at|copy|page))?)"
    r"[*_]{0,2}[ \t]*:[*_]{0,2}[ \t]*(\S.*?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_PATH_LINE = re.compile(
    rf"^[ \t]*(?:[-*+][ \t]+)?((?:{_NAME}+/(?:{_NAME}|[ \t])*|{_NAME}+)\.(?:{_FILE_TYPES}))[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_NOTE = re.compile(r"!?\[\[([^\[\]\n]*)\]\]")
_LINK = re.compile(
    r"!?\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)\]"
    r"\([ \t]*(?:<([^<>\n]*)>|((?:[^\s()<>]|\([^\s()<>]*\))*))(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'))?[ \t]*\)"
)
_URL = re.compile(
    r"(?<![0-9A-Za-z_@/.])(?:https?://|www\.(?=\w))[^\s<>\"`|{}\\^、。，；：！？（）「」『』《》【】“”‘’]+",
    re.IGNORECASE,
)
_PATH = re.compile(rf"(?<![\w/.:@~-])(?:[\w.-]+/)+[\w.-]+\.(?:{_FILE_TYPES})(?![\w/])", re.IGNORECASE)
_SAVED = re.compile(
    r"\b(?:saved?|cop(?:y|ies)|kept|stored|offline|archived?|downloaded|local|printed)\b", re.IGNORECASE
)
_TRAILING = ".,;:!?'\"*_~…"


def find_references(text: str) -> list[Reference]:
    """Return what a brief's body names, in order; nothing is read from code and comments."""
    places = sorted(_iter_places(mask_opaque(text).replace(MASK, " ")), key=lambda place: (place.start, -place.end))
    return _join_saved(text, places)


def merge_references(references: Iterable[Reference]) -> tuple[Reference, ...]:
    """Return each reference once, where it first stands; a saved page told anywhere is kept."""
    merged: dict[tuple[str, str], Reference] = {}
    for item in references:
        key = (item.kind, unicodedata.normalize("NFC", item.reference).casefold())
        if item.kind in ("url", "file"):
            key = (item.kind, item.reference)
        known = merged.setdefault(key, item)
        merged[key] = replace(known, saved_file=known.saved_file or item.saved_file)
    saved = {item.saved_file for item in merged.values() if item.saved_file}
    return tuple(item for item in merged.values() if not (item.kind == "file" and item.reference in saved))


def read_reference(text: str) -> Reference | None:
    """Return what one text as a whole refers to: a URL, [[a note]], a Markdown link, or else a file's path."""
    found = find_references(text)
    if len(found) == 1:
        return found[0]
    is_path = bool(text) and not found and not re.search(r"[<>\[\]\n]", text)
    return Reference(text, "file") if is_path else None


def drop_references(text: str) -> str:
    """Return prose with links replaced by their display text, and without lines that only name a source."""
    text = _NAMED_LINE.sub("", text)
    text = _NOTE.sub(lambda match: match[1].replace("\\|", "|").rsplit("|", 1)[-1].lstrip("#").replace("#", " "), text)
    text = _LINK.sub(lambda match: match[1], text)
    return re.sub(r"<(https?://[^<>\s]*)>", r"\1", text, flags=re.IGNORECASE)


def _iter_places(text: str) -> Iterator[_Place]:
    """Yield every reference; each form blanks what it took, so that no later form reads it again."""
    for pattern, read in (
        (_NOTE, _read_note),
        (_LINK, _read_link),
        (_NAMED_LINE, _read_named),
        (_URL, _read_url),
        (_PATH_LINE, _read_path_line),
        (_PATH, _read_path),
    ):
        taken = list(pattern.finditer(text))
        for match in taken:
            place = read(match)
            if place is not None:
                yield place
                text = text[: place.start] + " " * (place.end - place.start) + text[place.end :]


def _read_note(match: re.Match[str]) -> _Place | None:
    target = re.split(r"[|#^]", match[1].replace("\\|", "|"), maxsplit=1)[0].strip()
    return _Place(match.start(), match.end(), Reference(target, "note")) if target else None


def _read_link(match: re.Match[str]) -> _Place | None:
    label, target = match[1].strip(), (match[2] or match[3] or "").strip()
    if re.match(r"https?://", target, re.IGNORECASE):
        return _Place(match.start(), match.end(), Reference(target, "url"))
    path = _clean_path(target)
    if not path:
        return None
    whole = _URL.fullmatch(label)
    reference = Reference(label, "url", path) if whole else Reference(path, "file")
    return _Place(match.start(), match.end(), reference)


def _read_named(match: re.Match[str]) -> _Place | None:
    name, value = match[1].lower(), match[2].strip("*_ \t")
    for opening, closing in ('""', "''", "“”", "«»", "<>"):
        if len(value) > 1 and value.startswith(opening) and value.endswith(closing):
            value = value[1:-1].strip()
    if not value or (name != "notebook" and _URL.match(value)):
        return None
    if name == "notebook":
        return _Place(match.start(), match.end(), Reference(value, "notebook"))
    path = _clean_path(value)
    return _Place(match.start(), match.end(), Reference(path, "file")) if path else None


def _read_url(match: re.Match[str]) -> _Place | None:
    url = _trim_url(match[0])
    return _Place(match.start(), match.start() + len(url), Reference(url, "url")) if "." in url[4:] else None


def _read_path_line(match: re.Match[str]) -> _Place | None:
    return _Place(match.start(1), match.end(1), Reference(match[1], "file"))


def _read_path(match: re.Match[str]) -> _Place | None:
    return _Place(match.start(), match.end(), Reference(match[0], "file"))


def _trim_url(url: str) -> str:
    """Return a URL without the punctuation of the sentence around it; a bracket that it opened itself stays."""
    while url:
        last = url[-1]
        opening = {")": "(", "]": "["}.get(last)
        if last in _TRAILING or (opening and url.count(last) > url.count(opening)):
            url = url[:-1]
        else:
            break
    return url


def _clean_path(target: str) -> str:
    """Return a link's path decoded and without a fragment; "" for addresses of other kinds."""
    if target.lower().startswith("file:"):
        target = re.sub(r"^file:(?://(?:localhost)?(?=/))?", "", target, flags=re.IGNORECASE)
    if re.match(r"[a-z][a-z0-9+.-]+:", target, re.IGNORECASE):
        return ""
    return unquote(target.split("#", 1)[0]).strip()


def _join_saved(text: str, places: list[_Place]) -> list[Reference]:
    """Give a URL the file that the words after it call its copy: on the same line, or on a `saved:` line below."""
    references: list[Reference] = []
    url_end, url_at = -1, -1
    for place in places:
        reference = place.reference
        if reference.kind == "file" and url_at >= 0 and _is_copy(text, url_end, place):
            references[url_at] = replace(references[url_at], saved_file=reference.reference)
            url_at = -1
            continue
        url_end, url_at = (place.end, len(references)) if reference.kind == "url" else (url_end, -1)
        references.append(reference)
        if reference.saved_file:
            url_at = -1
    return references


def _is_copy(text: str, url_end: int, place: _Place) -> bool:
    between = text[url_end : place.start]
    named = re.match(r"[ \t]*(?:[-*+][ \t]+)?[*_]{0,2}saved", text[place.start : place.end], re.IGNORECASE)
    if named and not text[place.start : place.end].strip().lower().startswith("saved/"):
        return not between.strip(" \t\n.,;:)>")
    same_line = "\n" not in between
    return same_line and bool(_SAVED.search(between) or place.reference.reference.startswith("saved/"))
