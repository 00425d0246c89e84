"""A brief: the brain dump that starts a topic."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import ParamsError
from ..plans import Knobs
from ..project.regular_files import read_regular
from ..sources.decoding import decode_text, scrub_text
from ..vault.mask import MASK, find_opaque, mask_spans
from ..wording.sentences import split_sentences
from .front import Front, parse_front
from .references import Reference, drop_references, find_references, merge_references

__all__ = ["Brief", "Reference", "parse_brief", "read_brief"]


@dataclass(frozen=True)
class Brief:
    """A brief as parsed: what is asked, in which words, and what it names."""

    title: str
    text: str  # the body without front matter, links replaced by their display text
    angles: tuple[str, ...]  # a list of angles or questions where the brief writes one; may be empty
    knobs: Knobs
    references: tuple[Reference, ...]  # in order of appearance, each once
    themes: tuple[str, ...] = ()  # names that the front matter gives: these and no others, where there are enough


def read_brief(path: Path) -> Brief:
    """Return the parsed brief of a file; raises ParamsError that says what to correct."""
    try:
        decoded = decode_text(read_regular(path))
    except OSError as error:
        reason = error.strerror or "system error"
        raise ParamsError(f"{path}: cannot be read: {reason}", hint="write the topic's brief.md") from error
    if decoded.is_binary:
        raise ParamsError(f"{path}: this is no text", hint="save the brief as Markdown in UTF-8")
    return parse_brief(decoded.text, path)


def parse_brief(text: str, path: Path) -> Brief:
    """Return the parsed brief of topics/<slug>/brief.md; raises ParamsError and nothing else on any text."""
    plain = scrub_text(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    front, body = parse_front(plain, path)
    comments = [span for span in find_opaque(body) if span.kind == "comment"]
    body = mask_spans(body, comments).replace(MASK, "")
    references = merge_references([*front.references, *find_references(body)])
    prose = drop_references(body).strip()
    if not (_has_letters(prose) or references or front.themes):
        raise ParamsError(f"{path}: this brief is empty", hint="write down what you want to know, in any order")
    return Brief(
        title=front.title or _find_heading(prose) or _name_topic(front, path),
        text=prose,
        angles=_find_angles(prose),
        knobs=front.knobs,
        references=references,
        themes=front.themes,
    )


_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[^\n]*\n.*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(.+)$")
_LEAD = re.compile(
    r"\b(angles?|questions?|themes?|aspects?|perspectives?|topics?|threads|lines of (?:inquiry|enquiry)|hypothes[ie]s"
    r"|(?:want|wish|need|like|hope) (?:to (?:know|learn|understand|find out|answer)|answered|answers)"
    r"|(?:find out|figure out|interested in|wonder(?:ing)?|curious|unclear|unsure))\b",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"\b(not|no|non|never|skip|ignore|without|out of scope|exclud\w+|leave out)\b|n't\b", re.IGNORECASE
)
MINIMUM_ANGLES = 3


def strip_fences(text: str) -> str:
    """Return the text without its fenced code blocks."""
    return _FENCE.sub("", text)


def _has_letters(text: str) -> bool:
    return any(character.isalnum() for character in text)


def _find_heading(prose: str) -> str:
    headings = (_HEADING.match(line) for line in strip_fences(prose).split("\n"))
    titles = (_clean_inline(match[1]) for match in headings if match)
    return next((title for title in titles if _has_letters(title)), "")


def _name_topic(front: Front, path: Path) -> str:
    return " ".join((front.topic or path.parent.name or path.stem).replace("-", " ").split()) or "untitled"


def _find_angles(prose: str) -> tuple[str, ...]:
    """Return the items of lists that are announced as angles or are questions; few of them are joined by prose's."""
    text = strip_fences(prose)
    announced: list[str] = []
    asked: list[str] = []
    for lead, items in _iter_lists(text):
        if _REFUSAL.search(lead):
            continue
        if _LEAD.search(lead):
            announced += items
        else:
            asked += [item for item in items if item.endswith(("?", "？"))]
    angles = [*announced, *asked]
    if len(angles) < MINIMUM_ANGLES:
        angles += [sentence for sentence in _iter_questions(text)]
    return tuple(dict.fromkeys(angle for angle in map(_clean_inline, angles) if _has_letters(angle)))


def _iter_lists(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield every list with the line that leads it: the last heading, or a line that ends with a colon."""
    heading, previous = "", ""
    items: list[str] = []
    for line in [*text.split("\n"), "#"]:
        item = _ITEM.match(line)
        if item:
            items.append(item[1].strip())
        elif items and line.startswith((" ", "\t")) and line.strip():
            items[-1] += " " + line.strip()
        elif line.strip():
            if items:
                yield (previous if previous.endswith((":", "：", "?")) else heading), items
                items = []
            match = _HEADING.match(line)
            heading, previous = (match[1], "") if match else (heading, line.strip())


def _iter_questions(text: str) -> Iterator[str]:
    lines = [line for line in text.split("\n") if not _HEADING.match(line) and not _ITEM.match(line)]
    for sentence in split_sentences("\n".join(lines)):
        if sentence.endswith(("?", "？")):
            yield sentence


def _clean_inline(text: str) -> str:
    """Return a line without emphasis, code marks and spare white space."""
    return " ".join(re.sub(r"[*`~]+|(?<!\w)_+|_+(?!\w)", "", text).split())
