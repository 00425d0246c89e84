"""Drafts of seeds that lie in no source: a file beside the brief, or a page saved there."""

import re
from dataclasses import replace
from pathlib import PurePosixPath

from ..drafts import Draft
from ..sources.decoding import decode_text
from ..sources.html import add_title, convert_html, list_headings
from ..sources.page_meta import PageMeta, read_page_meta
from ..vault.front_matter import FrontMatter, parse_front_matter, split_front_matter
from .files import RefusedFileError

TITLE_LENGTH = 120
_HTML_TYPES = (".html", ".htm", ".xhtml")
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)[ \t#]*$", re.MULTILINE)


def draft_file(path: str, data: bytes) -> Draft:
    """Return the draft of a file by its path in the project; raises RefusedFileError where it holds no text."""
    return _draft(path, data, url=None)


def draft_page(url: str, path: str, data: bytes) -> Draft:
    """Return the draft of a page from its saved file; raises RefusedFileError where it holds no text."""
    return _draft(path, data, url=url)


def _draft(path: str, data: bytes, *, url: str | None) -> Draft:
    decoded = decode_text(data)
    if decoded.is_binary:
        raise RefusedFileError("it holds no text: save it as Markdown, text or HTML")
    is_html = PurePosixPath(path).suffix.lower() in _HTML_TYPES
    draft = _draft_html(path, decoded.text, url) if is_html else _draft_text(path, decoded.text, url)
    if not any(character.isalnum() for character in draft.text):
        raise RefusedFileError("it is empty: save it again")
    return replace(draft, diagnostics=(*decoded.diagnostics, *draft.diagnostics))


def _draft_html(path: str, html: str, url: str | None) -> Draft:
    meta: PageMeta = read_page_meta(html)
    converted = convert_html(html)
    headings = list_headings(converted.text)
    title = meta.title or next(iter(headings), "") or _name_file(path)
    return Draft(
        origin="web" if url else "file",
        original_path=url or path,
        title=title,
        text=add_title(title, converted.text) if converted.text.strip() else "",
        location="brief",
        kind="article",
        authorship="other" if url else "mixed",
        authors=meta.authors,
        publication=meta.site,
        published=meta.published,
        headings=headings,
        source_url=url or meta.canonical_url,
        diagnostics=converted.diagnostics,
    )


def _draft_text(path: str, text: str, url: str | None) -> Draft:
    raw, body, _ = split_front_matter(text)
    front = parse_front_matter(raw) if raw is not None else FrontMatter()
    is_markdown = PurePosixPath(path).suffix.lower() in (".md", ".markdown")
    headings = list_headings(body) if is_markdown else ()
    return Draft(
        origin="web" if url else "file",
        original_path=url or path,
        title=front.title or next(iter(headings), "") or _find_first_line(body) or _name_file(path),
        text=text if text.endswith("\n") or not text else text + "\n",
        location="brief",
        kind="article" if url else "file",
        authorship="other" if url else "mixed",
        aliases=front.aliases,
        authors=front.authors,
        published=front.published,
        tags=front.tags,
        headings=headings,
        source_url=url or next(iter(front.urls), None),
        diagnostics=front.problems,
    )


def _find_first_line(body: str) -> str:
    """Return the first line of plain text where it is short enough to be a title."""
    first = next((line.strip() for line in body.split("\n") if line.strip()), "")
    return first if len(first) <= TITLE_LENGTH and not first.startswith(("-", "*", ">", "|", "[", "!")) else ""


def _name_file(path: str) -> str:
    return re.sub(r"[-_]+", " ", PurePosixPath(path).stem).strip() or path
