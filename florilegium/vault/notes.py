"""Notes: what one Markdown file of a vault holds, told from its text alone."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..drafts import Link
from .front_matter import FrontMatter, parse_front_matter, split_front_matter
from .headings import Heading, find_block_ids, find_headings
from .links import Found, find_external_links, find_markdown_links, find_wikilinks
from .mask import MASK, Span, find_opaque, mask_spans
from .tags import find_tags, merge_tags

CLIPPING_MARKS = 2  # properties of a saved page, beside its address, that tell it from a note on it


@dataclass(frozen=True)
class Note:
    """One note as parsed; positions are lines of the file, counted from 1."""

    path: str  # relative to the vault
    title: str  # the file's name; the property `title` where the note is a saved page
    aliases: tuple[str, ...]
    tags: tuple[str, ...]  # of front matter and text, without hash signs, sorted
    headings: tuple[Heading, ...]
    block_ids: tuple[str, ...]
    links: tuple[Link, ...]  # in order of appearance
    marks: tuple[str, ...]  # the text of `==marks==`
    front_matter: FrontMatter
    body: str  # the text after the front matter
    body_line: int
    hidden_tags: tuple[str, ...]  # tags inside comments, which count for privacy only
    is_clipping: bool
    diagnostics: tuple[str, ...]


def parse_note(path: str, text: str) -> Note:
    """Return what a note holds; opens nothing and never raises on any text."""
    raw, body, body_line = split_front_matter(text)
    front_matter = parse_front_matter(raw) if raw is not None else FrontMatter()
    spans = find_opaque(body)
    masked = mask_spans(body, spans)
    wikilinks = list(find_wikilinks(masked)) if "]]" in masked else []
    prose = _blank(masked, wikilinks)
    found = sorted([*wikilinks, *find_markdown_links(prose)], key=lambda item: item.start)
    body_links, problems = _count_lines(found, body, body_line)
    front_links = _find_front_links(raw) if raw and "[[" in raw else []
    is_clipping = _is_clipping(path, front_matter)
    title, aliases = _name_note(path, front_matter, is_clipping)
    return Note(
        path=path,
        title=title,
        aliases=aliases,
        tags=merge_tags(front_matter.tags, (tag for tag, _ in find_tags(prose))),
        headings=tuple(find_headings(body, masked, line=body_line)),
        block_ids=tuple(find_block_ids(masked)),
        links=(*front_links, *body_links),
        marks=_find_marks(body, masked),
        front_matter=front_matter,
        body=body,
        body_line=body_line,
        hidden_tags=_find_hidden_tags(body, spans),
        is_clipping=is_clipping,
        diagnostics=(*front_matter.problems, *_describe_opening(raw, text), *problems),
    )


def list_external_links(text: str) -> tuple[Link, ...]:
    """Return the Markdown links and images of a note that lead out of the vault, in order of appearance."""
    if "](" not in text:
        return ()
    _, body, body_line = split_front_matter(text)
    masked = mask_spans(body, find_opaque(body))
    prose = _blank(masked, list(find_wikilinks(masked)) if "]]" in masked else [])
    links, _ = _count_lines(find_external_links(prose), body, body_line)
    return tuple(links)


def find_stem(path: str) -> str:
    """Return a file's name without folders and without the extension of a note or canvas."""
    name = path.rpartition("/")[2]
    stem, dot, extension = name.rpartition(".")
    return stem if dot and stem and extension.casefold() in ("md", "canvas") else name


def _count_lines(found: Iterable[Found], text: str, line: int) -> tuple[list[Link], list[str]]:
    links: list[Link] = []
    problems: list[str] = []
    position = 0
    for item in found:
        line += text.count("\n", position, item.start)
        position = item.start
        if item.link:
            links.append(Link(item.link.target, item.link.subpath, item.link.kind, line))
        elif item.problem:
            problems.append(f"Line {line}: {item.problem}")
    return links, problems


def _find_front_links(raw: str) -> list[Link]:
    """Return the links in front matter, also where it is no YAML; comments hold none."""
    masked = "\n".join(MASK * len(line) if line.lstrip().startswith("#") else line for line in raw.split("\n"))
    links, _ = _count_lines(find_wikilinks(masked, kind="front_matter"), raw, 2)
    return links


def _blank(masked: str, found: Sequence[Found]) -> str:
    """Return the text without its wikilinks: what stands inside one is neither tag nor Markdown link."""
    if not found or ("#" not in masked and "](" not in masked):
        return masked
    parts: list[str] = []
    position = 0
    for item in found:
        parts += [masked[position : item.start], MASK * (item.end - item.start)]
        position = item.end
    return "".join([*parts, masked[position:]])


_MARK = re.compile(r"(?<![=\\])==(?=[^\s=])((?:[^=\n]|=(?!=)|\n(?![ \t]*\n))+)(?<=\S)==(?!=)")


def _find_marks(body: str, masked: str) -> tuple[str, ...]:
    if "==" not in masked:
        return ()
    return tuple(body[match.start(1) : match.end(1)] for match in _MARK.finditer(masked))


def _find_hidden_tags(body: str, spans: Sequence[Span]) -> tuple[str, ...]:
    hidden = [body[span.start + 2 : span.end - 2] for span in spans if span.kind == "comment"]
    return merge_tags(tag for text in hidden for tag, _ in find_tags(text))


def _is_clipping(path: str, front_matter: FrontMatter) -> bool:
    """Tell a saved page from a note on it: it has an address and the properties that web clippers write."""
    if not front_matter.urls:
        return False
    tagged = any(tag.casefold().startswith("clipping") for tag in front_matter.tags)
    if tagged or any(part.casefold() == "clippings" for part in path.split("/")[:-1]):
        return True
    marks = (
        front_matter.authors,
        front_matter.published,
        front_matter.title,
        front_matter.get("description", "excerpt", "site", "site_name", "domain"),
    )
    return bool(front_matter.authors) and sum(map(bool, marks)) > CLIPPING_MARKS


def _name_note(path: str, front_matter: FrontMatter, is_clipping: bool) -> tuple[str, tuple[str, ...]]:
    """Return (title, aliases); the one of file name and property that is not the title is an alias."""
    stem, written = find_stem(path), front_matter.title
    title, other = (written, stem) if is_clipping and written else (stem, written)
    names = dict.fromkeys([*front_matter.aliases, other])
    return title, tuple(name for name in names if name and name != title)


def _describe_opening(raw: str | None, text: str) -> list[str]:
    """Return a sentence where a note seems to mean front matter that is none."""
    if raw is not None:
        return []
    head = text.lstrip("\ufeff")
    if head.startswith("---\n") and re.match(r"---\n[\w -]+:", head):
        return ["The front matter is never closed by a line of three hyphens; it was read as text."]
    if head.startswith("\n") and re.match(r"\s+---\n[\w -]+:", head):
        return ["The front matter does not begin on the first line; it was read as text."]
    return []
