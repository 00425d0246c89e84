"""Links of a note as written: wikilinks, embeds and Markdown links to files of the vault."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..drafts import Link
from .mask import MASK


@dataclass(frozen=True)
class Found:
    """One link with its place, or a malformed one with what is wrong."""

    link: Link | None
    start: int
    end: int
    problem: str = ""  # a sentence without the place; empty for a good link


def find_wikilinks(text: str, *, kind: str = "") -> Iterator[Found]:
    """Yield every `[[...]]` and `![[...]]` of a masked text in order; line numbers are left at 0.

    Linear in the text: each closing bracket pair looks back no further than the one before it.
    """
    position = 0
    while (end := text.find("]]", position)) >= 0:
        start = text.rfind("[[", position, end)
        after = end + 2
        if start >= 0 and text.find("\n", start, end) < 0:
            start, end = _balance(text, start, end, position)
            after = end + 2
            if not _is_escaped(text, start):
                yield _read_wikilink(text, start, end, kind)
        position = after


def find_markdown_links(text: str) -> Iterator[Found]:
    """Yield the Markdown links and images of a masked text that lead to files of the vault; lines are left at 0."""
    for written, start, end in _find_destinations(text):
        if _SCHEME.match(written):
            continue
        target, hash_sign, subpath = _ESCAPE.sub(r"\1", written).partition("#")
        if target or subpath:
            yield Found(Link(target, f"#{subpath}" if hash_sign else "", "markdown"), start, end)


def find_external_links(text: str) -> Iterator[Found]:
    """Yield the Markdown links and images of a masked text that lead out of the vault; lines are left at 0."""
    for written, start, end in _find_destinations(text):
        if _SCHEME.match(written):
            yield Found(Link(_ESCAPE.sub(r"\1", written), "", "markdown"), start, end)


def is_external(target: str, kind: str) -> bool:
    """Tell whether a target is an address outside the vault; only Markdown links take `name:` for a scheme."""
    if ":" not in target and not target.startswith(("//", "\\\\")):
        return False
    return bool((_SCHEME if kind == "markdown" else _ADDRESS).match(target))


_SCHEME = re.compile(r"//|[A-Za-z][A-Za-z0-9+.-]+:")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|mailto:|\\\\|//")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# Possessive, so that no text makes it go back over what it has read.
_DESTINATION = re.compile(
    r"\]\([ \t]*+"
    r"(?:<(?P<angle>[^<>\n]*+)>|(?P<bare>(?:[^\s()<>\\]|\\.|\([^\s()]*+\)|<(?!\n))*+))"
    r"(?:[ \t]+(?:\"[^\"\n]*+\"|'[^'\n]*+'|\([^()\n]*+\)))?[ \t]*\)"
)
_TEXT_REACH = 1000  # characters that a link's text may have


def _balance(text: str, start: int, end: int, floor: int) -> tuple[int, int]:
    """Widen a link whose name holds single brackets at its edge, as `[[[Java] title]]` and `[[a [b]]]`."""
    inner = text[start + 2 : end]
    if "[" not in inner and "]" not in inner:
        return start, end
    if inner.count("]") > inner.count("[") and start > floor and text[start - 1] == "[":
        return start - 1, end
    if inner.count("[") > inner.count("]") and text.startswith("]", end + 2):
        return start, end + 1
    return start, end


def _is_escaped(text: str, start: int) -> bool:
    """Tell whether an odd number of backslashes stands before."""
    slashes = 0
    while start - slashes > 0 and text[start - slashes - 1] == "\\":
        slashes += 1
    return slashes % 2 == 1


def _read_wikilink(text: str, start: int, end: int, kind: str) -> Found:
    inner = text[start + 2 : end].replace("\\|", "|")
    embed = start > 0 and text[start - 1] == "!"
    path, bar, _ = inner.partition("|")
    target, hash_sign, subpath = path.partition("#")
    target, subpath = target.strip(), subpath.strip()
    begin = start - 1 if embed else start
    if "||" in inner:
        return Found(None, begin, end + 2, f"The link [[{_show(inner)}]] has two bars in a row; it leads nowhere.")
    if MASK in path:
        return Found(None, begin, end + 2)
    if not target and not subpath:
        return Found(None, begin, end + 2, f"The link [[{_show(inner)}]] names no note.")
    link = Link(target, f"#{subpath}" if hash_sign and subpath else "", kind or ("embed" if embed else "wikilink"))
    return Found(link, begin, end + 2)


def _find_destinations(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield (destination as written, start of the link, its end) of every Markdown link and image."""
    if "](" not in text:
        return
    for match in _DESTINATION.finditer(text):
        written = match["angle"] if match["angle"] is not None else match["bare"]
        if MASK in written:
            continue
        opening = _find_opening(text, match.start())
        if opening >= 0 and not _is_escaped(text, opening):
            yield written, opening, match.end()


def _find_opening(text: str, close: int) -> int:
    """Return where the text of a Markdown link begins, -1 where its closing bracket closes nothing."""
    floor = max(0, close - _TEXT_REACH)
    opening = text.rfind("[", floor, close)
    if opening < 0 or text.find("]", opening, close) < 0:
        return opening
    depth = 1
    for index in range(close - 1, floor - 1, -1):
        if text[index] == "]":
            depth += 1
        elif text[index] == "[":
            depth -= 1
            if depth == 0:
                return index
    return -1


def _show(inner: str) -> str:
    return inner.replace(MASK, " ").strip()[:60]
