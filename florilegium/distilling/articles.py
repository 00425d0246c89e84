"""A finished article: its sentences, its reference list, and what it cites, links and names by address."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from ..documents import hash_text
from ..errors import ParamsError
from ..project.regular_files import read_regular
from ..vault.front_matter import parse_front_matter
from .attribution.segments import Segment, find_front_matter, hide_machinery, hide_unseen, split_segments
from .attribution.spans import Spans
from .attribution.tokens import Token, tokenise

_LIST_TITLE = re.compile(
    r"(?:references?|sources?|bibliography|works cited|literature(?: cited)?|citations?|footnotes|endnotes|notes"
    r"|quellen|literatur(?:verzeichnis)?|källor|referenser|références)",
    re.IGNORECASE,
)
_FURTHER_TITLE = re.compile(
    r"(?:further|additional|recommended|related) reading|see also|related|more to read|read next", re.IGNORECASE
)
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})[ \t]+(.*)$|[ ]{0,3}(\*\*|__)([^*_]+)\3:?[ \t]*$")
_ENTRY = re.compile(r"[ \t>]*(?:[-*+][ \t]+)?(?:\\?\[(\d{1,3})\\?\]:?|\[\^([^\]\s]+)\]:|(\d{1,3})[.)])[ \t]+")
_UNNUMBERED = re.compile(r"[ \t>]*[-*+][ \t]+")
_FOOTNOTE = re.compile(r"[ ]{0,3}\[\^([^\]\s]+)\]:[ \t]*")
_DEFINITION = re.compile(r"[ ]{0,3}\[([^\]^\n]+)\]:[ \t]*<?\S+")
_CITATION = re.compile(r"(?<![\[!\w\\])\\?\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\\?\](?![(:\]])|\[\^([^\]\s]+)\](?!:)")
_KEYED = re.compile(r"\[[^\[\]\n]+\]\[([^\]\n]+)\]")
_WIKILINK = re.compile(r"!?\[\[([^\[\]\n|#^]*)(?:[#^][^\[\]\n|]*)?(?:\\?\|[^\[\]\n]*)?\]\]")
_INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`)[^`\n]+(?<!`)\1(?!`)")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>\"\])(]+(?:\([^\s()<>]*\)[^\s<>\"\])(]*)*", re.IGNORECASE)
_FILE_LINK = re.compile(r"\]\(<?((?![a-z][a-z0-9+.-]*:)[^()\s<>#]+\.[A-Za-z0-9]{1,5})>?(?:#[^()\s]*)?\)", re.IGNORECASE)
_LONGEST_RANGE = 20


@dataclass(frozen=True)
class Mention:
    """One thing that the article names in so many characters."""

    value: str  # key of a citation, target of a wikilink, address, path of a file
    start: int
    end: int


@dataclass(frozen=True)
class Reference:
    """One entry of the article's reference list."""

    key: str  # "3" or a footnote's name
    start: int
    end: int
    further: bool  # from a list of further reading, which says nothing of use


@dataclass(frozen=True)
class Article:
    """A finished article as parsed; every place is a slice of `text`."""

    title: str
    authors: tuple[str, ...]
    text: str
    visible: str  # of the same length, without front matter, code, comments, addresses and link targets
    sha256: str
    sentences: tuple[Segment, ...]  # of the body, with headings, without the reference list
    references: tuple[Reference, ...]
    citations: tuple[Mention, ...]  # only those that the reference list resolves
    wikilinks: tuple[Mention, ...]
    urls: tuple[Mention, ...]
    files: tuple[Mention, ...]  # targets of Markdown links to files

    def find_number(self, place: int) -> int | None:
        """Return the number of the sentence of the body that holds a place."""
        at = bisect_right(self._starts, place) - 1
        return at if at >= 0 and place < self.sentences[at].end else None

    def find_sentence(self, place: int) -> Segment | None:
        """Return the sentence of the body that holds a place."""
        at = self.find_number(place)
        return None if at is None else self.sentences[at]

    def find_line(self, place: int) -> int:
        """Return the line of a place, counted from 1."""
        return bisect_left(self._newlines, place) + 1

    def is_listed(self, place: int) -> bool:
        """Tell whether a place lies in the reference list."""
        return self._listed.holds(place)

    @cached_property
    def runs(self) -> tuple[tuple[Token, ...], ...]:
        """The tokens of each sentence."""
        return tuple(tokenise(self.visible, item.start, item.end) for item in self.sentences)

    @property
    def cut(self) -> int:
        """How many sentences are too long to be looked at in one piece and were cut into windows."""
        return sum(1 for item in self.sentences if item.cut_short)

    @cached_property
    def _listed(self) -> Spans:
        return Spans((item.start, item.end) for item in self.references)

    @cached_property
    def _starts(self) -> list[int]:
        return [item.start for item in self.sentences]

    @cached_property
    def _newlines(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self.text)]


def read_article(path: Path) -> Article:
    """Return the article in a file; raises ParamsError where there is none that can be read."""
    try:
        text = read_regular(path).decode("utf-8")
    except FileNotFoundError as error:
        hint = "finish the article, or take the topic out of `articles` in params.yaml"
        raise ParamsError(f"{path}: there is no article yet", hint=hint) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ParamsError(f"{path}: cannot be read: {error}", hint="save it as UTF-8") from error
    article = parse_article(text, name=path.name)
    if not article.sentences:
        raise ParamsError(f"{path}: the article has no text", hint="finish it, or take its topic out of `articles`")
    return article


def parse_article(text: str, *, name: str) -> Article:
    """Return the parsed article; `name` is its file name, which titles it when nothing else does."""
    front = parse_front_matter(find_front_matter(text)[0])
    seen, visible = hide_unseen(text), hide_machinery(text)
    segments = split_segments(visible)
    references = _find_references(seen)
    listed = Spans([*((item.start, item.end) for item in references), *_find_list_titles(seen)])
    body = tuple(item for item in segments if not listed.holds(item.start))
    heading = next((item.cut(text) for item in segments if item.heading), "")
    return Article(
        title=front.title or " ".join(heading.split()) or PurePosixPath(name).stem,
        authors=front.authors,
        text=text,
        visible=visible,
        sha256=hash_text(text),
        sentences=body,
        references=references,
        citations=_find_citations(seen, references),
        wikilinks=_find_mentions(_WIKILINK, _INLINE_CODE.sub(lambda code: " " * len(code[0]), seen)),
        urls=tuple(_strip_stop(item) for item in _find_mentions(_URL, seen, group=0)),
        files=_find_mentions(_FILE_LINK, seen),
    )


def _find_references(text: str) -> tuple[Reference, ...]:
    """Return the entries under a title such as "References", and every footnote wherever it stands."""
    entries: list[Reference] = []
    state, depth, ordinal = "", 0, 0
    for start, end, line in _iter_lines(text):
        title = _HEADING.match(line)
        if title and not _ENTRY.match(line):
            level = len(title[1]) if title[1] else 7
            kind = _name_list(title[2] or title[4] or "")
            if kind or level <= depth or not state:
                state, depth, ordinal = kind, level, 0
            continue
        key = _read_key(line, inside=bool(state))
        if key is None and state and line.strip() and _begins_entry(text, start, line):
            ordinal += 1
            key = str(ordinal)
        if key is not None:
            entries.append(Reference(key, start, end, state == "further"))
        elif entries and line.strip() and _continues(text, entries[-1].end, start, line, inside=bool(state)):
            entries[-1] = Reference(entries[-1].key, entries[-1].start, end, entries[-1].further)
    return tuple(entries)


def _name_list(title: str) -> str:
    """Return what kind of list a title heads: "list", "further", or "" for a title of the body."""
    plain = re.sub(r"^[\d.\s]+", "", title.strip(" *_:#"))
    if _FURTHER_TITLE.fullmatch(plain):
        return "further"
    words = re.split(r"\s+(?:and|&)\s+", plain)
    return "list" if words and all(_LIST_TITLE.fullmatch(word) for word in words) else ""


def _read_key(line: str, *, inside: bool) -> str | None:
    """Return the key of an entry that carries one; outside a list only footnotes and definitions are entries."""
    entry = _ENTRY.match(line) if inside else _FOOTNOTE.match(line)
    if entry:
        return next(group for group in entry.groups() if group)
    definition = _DEFINITION.match(line)
    return definition[1].casefold() if definition else None


def _begins_entry(text: str, start: int, line: str) -> bool:
    """Tell whether a line without a key begins an entry: a bullet, or the first line of a paragraph."""
    if _UNNUMBERED.match(line) or not start:
        return True
    before = text.rfind("\n", 0, start - 1) + 1
    return not text[before : start - 1].strip(" \t\r")


def _continues(text: str, last: int, start: int, line: str, *, inside: bool) -> bool:
    """Tell whether a line belongs to the entry before it: the next line of a list, or an indented one."""
    gap = text[last:start]
    return gap.count("\n") <= 1 and (inside or line[:1] in " \t")


def _find_list_titles(text: str) -> list[tuple[int, int]]:
    found = []
    for start, end, line in _iter_lines(text):
        title = _HEADING.match(line)
        if title and _name_list(title[2] or title[4] or ""):
            found.append((start, end))
    return found


def _iter_lines(text: str) -> list[tuple[int, int, str]]:
    lines, at = [], 0
    for line in text.split("\n"):
        lines.append((at, at + len(line), line.rstrip("\r")))
        at += len(line) + 1
    return lines


def _find_citations(text: str, references: tuple[Reference, ...]) -> tuple[Mention, ...]:
    known = {item.key for item in references}
    found: list[Mention] = []
    for match in _CITATION.finditer(text):
        keys = _expand_range(match[1]) if match[1] else [match[2]]
        found += [Mention(key, match.start(), match.end()) for key in keys if key in known]
    for match in _KEYED.finditer(text):
        if match[1].casefold() in known:
            found.append(Mention(match[1].casefold(), match.start(), match.end()))
    places = Spans((item.start, item.end) for item in references)
    outside = (item for item in found if not places.holds(item.start))
    return tuple(sorted(outside, key=lambda item: (item.start, item.value)))


def _expand_range(text: str) -> list[str]:
    """Return the keys of "3", "3, 5" and "3-5"."""
    keys: list[str] = []
    for part in re.split(r"[,;]", text):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        last = min(ends[-1], ends[0] + _LONGEST_RANGE)
        keys += [str(number) for number in range(ends[0], last + 1)] if last >= ends[0] else [str(ends[0])]
    return keys


def _find_mentions(pattern: re.Pattern[str], text: str, group: int = 1) -> tuple[Mention, ...]:
    found = (Mention(unquote(match[group]).strip(), match.start(), match.end()) for match in pattern.finditer(text))
    return tuple(item for item in found if item.value)


def _strip_stop(mention: Mention) -> Mention:
    """Return an address without the punctuation of the sentence around it."""
    value = mention.value.rstrip(".,;:!?'*_")
    return Mention(value, mention.start, mention.end - (len(mention.value) - len(value)))
