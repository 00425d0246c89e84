"""Markdown to plain words: what a reader sees, without the marks."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..vault.front_matter import split_front_matter
from .boilerplate import is_log_line

_FENCE = re.compile(r" {0,3}(?:[-*+>] )?\s*(`{3,}|~{3,})")
_RULE = re.compile(r"\s{0,3}([-*_=])(?:\s*\1){2,}\s*")
_TABLE = re.compile(r"\s*\|.*|\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)+")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s+(.*?))?\s*#*\s*")
_TASK = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+\[.\]\s")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+(?:\[.\]\s+)?(.*)")
_QUOTE = re.compile(r"\s{0,3}(?:>\s?)+")
_CALLOUT = re.compile(r"\[![\w -]+\][-+]?\s*")
_DEFINITION = re.compile(r"\s{0,3}\[[^\]\n]{1,200}\]:\s.*")
_FIELD = re.compile(r"\s*[\w -]{1,40}::(?:\s.*)?")
_INDENTED = re.compile(r"(?: {4}|\t)\s*\S")
_BLOCK_ID = re.compile(r"\s\^[\w-]+\s*$", re.MULTILINE)

# Embeds and images leave nothing, links leave the words that show. Lengths are bounded, so that no text takes long.
_EMBED = re.compile(r"!\[\[[^\[\]\n]{0,500}\]\]|!\[[^\[\]\n]{0,1000}\]\([^()\n]{0,2000}\)")
_WIKILINK = re.compile(r"\[\[(?:[^\[\]|\n]{0,500}\|)?([^\[\]|\n]{0,500})\]\]")
_LINK = re.compile(r"\[([^\[\]\n]{0,1000})\]\((?:[^()\n]|\([^()\n]{0,300}\)){0,2000}\)")
_REFERENCE = re.compile(r"\[\^[^\]\n]{1,100}\]|(?<=\])\[[^\]\n]{0,100}\]")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,500}>")
_ADDRESS = re.compile(r"<?\bhttps?://[^\s<>)\]]+>?")
_MARK = re.compile(r"\*{1,3}|~~|==|`+|(?<![\w})\]])_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|\\(?=[^\w\s])")

OWN_SHARE = 0.2  # of a text's words outside quotations, from which on the text is more than what it quotes


@dataclass(frozen=True)
class Block:
    """One paragraph, list item or heading, as plain words on one line."""

    kind: str  # paragraph, item, task, heading
    text: str


def strip_inline(text: str) -> str:
    """Return a run of text without embeds, link targets, tags, addresses and emphasis."""
    text = _EMBED.sub("", text)
    text = _WIKILINK.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _REFERENCE.sub("", text)
    text = _TAG.sub(" ", text)
    text = _ADDRESS.sub("", text)
    return _MARK.sub("", text)


def strip_markup(text: str) -> str:
    """Return all words of a Markdown document, code and tables too, without front matter and marks."""
    body = _strip_comments(split_front_matter(text)[1])
    lines = (line for line in body.split("\n") if not _DEFINITION.fullmatch(line))
    plain = (_CALLOUT.sub("", _strip_lead(line), count=1) for line in lines)
    return strip_inline(_BLOCK_ID.sub("", "\n".join(plain)))


def strip_quotes(text: str) -> str:
    """Return a Markdown document without its block quotes; whole where it has little else, as a list of highlights."""
    lines = text.split("\n")
    kept = "\n".join("" if _QUOTE.match(line) else line for line in lines)
    return kept if len(kept.split()) >= len(text.split()) * OWN_SHARE else text


def iter_blocks(text: str) -> Iterator[Block]:
    """Yield the prose of a Markdown document: no code, tables, lists of links, fields, footnotes."""
    body = _strip_comments(split_front_matter(text)[1])
    waiting: list[str] = []  # lines of the paragraph or item that is being read
    kind = "paragraph"
    for line in _iter_prose_lines(body):
        found = _classify(line)
        # A list item goes on over lines that follow it; a heading never does.
        if waiting and (found is None or found[0] != "more" or kind == "heading"):
            yield from _finish(kind, waiting)
            waiting = []
        if found is None:
            continue
        if not waiting:
            kind = "paragraph" if found[0] == "more" else found[0]
        waiting.append(found[1])
    yield from _finish(kind, waiting)


def _strip_comments(text: str) -> str:
    for opening, closing in (("<!--", "-->"), ("%%", "%%")):
        text = _cut_spans(text, opening, closing)
    return text


def _cut_spans(text: str, opening: str, closing: str) -> str:
    """Return the text without what stands between two marks; one that is never closed hides nothing."""
    kept: list[str] = []
    place = 0
    while (start := text.find(opening, place)) >= 0 and (end := text.find(closing, start + len(opening))) >= 0:
        kept.append(text[place:start])
        place = end + len(closing)
    return "".join((*kept, text[place:]))


def _iter_prose_lines(body: str) -> Iterator[str]:
    """Yield the lines outside code; a line of code becomes an empty one."""
    fence = ""
    blank = True
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
            yield ""
        elif mark:
            fence = mark[1]
            yield ""
        else:
            is_code = blank and _INDENTED.match(line) and not _ITEM.match(line)
            yield "" if is_code else line
            blank = not line.strip() or bool(is_code)


def _classify(line: str) -> tuple[str, str] | None:
    """Return the kind of block that a line starts or goes on with, and its words; nothing for what is no prose."""
    quoted = _QUOTE.match(line)
    if quoted:
        line = line[quoted.end() :]
        callout = _CALLOUT.match(line)
        if callout:
            title = line[callout.end() :]
            return ("heading", title) if title.strip() else None
    if (
        not line.strip()
        or is_log_line(line)
        or any(form.fullmatch(line) for form in (_RULE, _TABLE, _DEFINITION, _FIELD))
    ):
        return None
    heading = _HEADING.fullmatch(line)
    if heading:
        return "heading", heading[1] or ""
    item = _ITEM.fullmatch(line)
    if item:
        return "task" if _TASK.match(line) else "item", item[1]
    return "more", line


def _finish(kind: str, lines: list[str]) -> Iterator[Block]:
    raw = _BLOCK_ID.sub("", "\n".join(lines))
    if kind != "heading" and _is_navigation(raw):
        return
    text = " ".join(strip_inline(raw).split())
    if any(character.isalnum() for character in text):
        yield Block(kind, text)


def _is_navigation(raw: str) -> bool:
    """Tell whether a block is little more than links, tags or addresses."""
    bare = strip_inline(_LINK.sub("", _WIKILINK.sub("", raw)))
    letters = sum(map(str.isalnum, re.sub(r"(?<!\w)#[\w/-]+", "", bare)))
    return letters < 0.3 * sum(map(str.isalnum, raw)) and len(bare.split()) < 8


def _strip_lead(line: str) -> str:
    """Return a line without the marks of quotations, headings, items, tables and fences."""
    quoted = _QUOTE.match(line)
    line = line[quoted.end() :] if quoted else line
    if _RULE.fullmatch(line) or _FENCE.match(line):
        return ""
    heading = _HEADING.fullmatch(line)
    if heading:
        return heading[1] or ""
    item = _ITEM.fullmatch(line)
    return item[1] if item else line.replace("|", " ")
