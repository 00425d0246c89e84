"""HTML to clean Markdown that holds no live HTML, and what a page says about itself."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PreformattedString, Tag
from markdownify import ATX, MarkdownConverter

from .characters import clean_text
from .page_meta import PageMeta as PageMeta
from .page_meta import read_page_meta as read_page_meta
from .soup import UnfitHtmlError, escape_unclosed, parse_soup

DROPPED = frozenset(
    "script style nav footer aside form noscript template iframe object embed svg math canvas audio video "
    "button input select textarea dialog head".split()
)
DROPPED_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search", "dialog", "alert"})
# Only names that stand for nothing else; a page may call its best part "content-banner".
DROPPED_CLASSES = frozenset(
    "share sharing social-share share-buttons signup newsletter-signup subscribe-form cookie-banner cookie-notice menu "
    "breadcrumbs related-posts sr-only visually-hidden screen-reader-text".split()
)
_HIDDEN = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
_TAG_START = re.compile(r"<(?=[A-Za-z/!?])(?!https?://[^\s<>`]*>)")
_LANGUAGE = re.compile(r"(?:language|lang|highlight-source)-([\w+#.-]{1,20})$")
_NUMBER = "data-item-number"
_FENCE = re.compile(r" {0,3}(?:[-*+>] |\d+\. )?\s*(`{3,}|~{3,})")
_PLAIN_FENCE = re.compile(r"(`{3,}|~{3,})(?=[^`]*$)")
_HEADING = re.compile(r"(#{1,6})\s+(.+?)(?:\s+#+)?\s*$")
_LOOKS_HTML = re.compile(
    r"<(?:p|div|br|h[1-6]|ul|ol|table|blockquote|article|section|html|body)\b[^>]*>", re.IGNORECASE
)
_INVISIBLE = (("\xa0", " "), ("\u202f", " "), ("\xad", ""), ("\u200b", ""), ("\u2060", ""))


@dataclass(frozen=True)
class Converted:
    """What became of one page."""

    text: str  # Markdown without an end of line at its end
    diagnostics: tuple[str, ...] = ()


def convert_html(html: str) -> Converted:
    """Return the page as Markdown; navigation, forms, scripts and hidden parts are left out. Never raises."""
    try:
        soup = parse_soup(html)
        _remove_junk(soup)
        _number_items(soup)
        converter = _Converter(heading_style=ATX, bullets="-", table_infer_header=True, wrap=True, wrap_width=None)
        return Converted(neutralise_html(tidy_markdown(converter.convert_soup(_find_region(soup)))))
    except (UnfitHtmlError, RecursionError) as error:
        reason = str(error) if isinstance(error, UnfitHtmlError) else "nested too deep"
        return Converted(_extract_text(html), (f"HTML {reason}: kept as plain text",))


def convert_content(content: str) -> Converted:
    """Return as Markdown a text of which it is not known whether it is HTML or Markdown already."""
    if _LOOKS_HTML.search(content):
        return convert_html(content)
    return Converted(neutralise_html(clean_text(content)).strip())


def neutralise_html(markdown: str) -> str:
    """Return Markdown in which no tag can run: outside code its "<" is written as an entity.

    Code counts only where no renderer can see it otherwise: fences at the line's start, and spans in single
    backticks that close on their line, in a paragraph without any other backtick.
    """
    if not _TAG_START.search(markdown):
        return markdown
    lines = markdown.split("\n")
    inside = _find_fences(lines, _PLAIN_FENCE)
    start = 0
    for number in range(len(lines) + 1):
        if number == len(lines) or inside[number] or not lines[number].strip():
            lines[start:number] = _escape_block(lines[start:number])
            start = number + 1
    return "\n".join(lines)


def list_headings(markdown: str) -> tuple[str, ...]:
    """Return the headings outside code, in order."""
    found = (_HEADING.match(line) for line, in_code in _iter_lines(markdown) if not in_code and line.startswith("#"))
    return tuple(" ".join(match[2].split()) for match in found if match)


def add_title(title: str, markdown: str) -> str:
    """Return the text under its title, which it gets only where it does not begin with it."""
    first, _, rest = markdown.lstrip("\n").partition("\n")
    match = _HEADING.match(first)
    if match and " ".join(match[2].split()).casefold() == title.casefold():
        markdown = rest
    body = markdown.strip("\n")
    return f"# {title}\n\n{body}\n" if body else f"# {title}\n"


def tidy_markdown(text: str) -> str:
    """Return Markdown with single blank lines and no spaces at line ends, code untouched."""
    lines: list[str] = []
    text = clean_text(text)
    for character, plain in _INVISIBLE:
        text = text.replace(character, plain)
    for line, in_code in _iter_lines(text):
        kept = line if in_code else line.rstrip()
        if kept or in_code or (lines and lines[-1]):
            lines.append(kept)
    return "\n".join(lines).strip("\n")


def _iter_lines(markdown: str) -> list[tuple[str, bool]]:
    """Return each line, and whether it belongs to fenced code."""
    lines = markdown.split("\n")
    return list(zip(lines, _find_fences(lines, _FENCE), strict=True))


def _find_fences(lines: Sequence[str], opening: re.Pattern[str]) -> list[bool]:
    """Tell for each line whether it belongs to fenced code; a fence that is never closed opens nothing."""
    inside = [False] * len(lines)
    start, fence = -1, ""
    for number, line in enumerate(lines):
        if "```" not in line and "~~~" not in line:
            continue
        match = opening.match(line)
        if match and start < 0:
            start, fence = number, match[1]
        elif match and match[1].startswith(fence) and line.strip() == match[1]:
            inside[start : number + 1] = [True] * (number + 1 - start)
            start = -1
    return inside


def _escape_block(lines: list[str]) -> list[str]:
    """Escape the tags of one paragraph, those in code spans only where it is unsure what is a span."""
    spans = all(line.count("`") % 2 == 0 for line in lines) and not any("``" in line or "\\`" in line for line in lines)
    if not spans:
        return [_TAG_START.sub("&lt;", line) for line in lines]
    escaped = []
    for line in lines:
        pieces = line.split("`")  # every second piece is code
        pieces[::2] = [_TAG_START.sub("&lt;", piece) for piece in pieces[::2]]
        escaped.append("`".join(pieces))
    return escaped


def _remove_junk(soup: BeautifulSoup) -> None:
    nodes = list(soup.descendants)
    total = sum(len(node) for node in nodes if isinstance(node, NavigableString))
    for node in nodes:
        if node.decomposed:
            continue
        if isinstance(node, PreformattedString):
            node.extract()  # comments, declarations, CDATA, instructions
        elif isinstance(node, Tag):
            _treat_tag(node, total)


def _treat_tag(tag: Tag, total: int) -> None:
    """Remove a tag that holds no text of the page; `total` is the length of all text."""
    if tag.name == "form" and len(tag.get_text()) * 2 > total:
        tag.unwrap()  # some servers wrap the whole page in one form
    elif tag.name in DROPPED or _is_junk(tag):
        tag.decompose()
    else:
        _clean_attributes(tag)


def _is_junk(tag: Tag) -> bool:
    attributes = tag.attrs
    if not attributes or tag.name in ("html", "body", "main", "article"):
        return False
    classes = attributes.get("class") or ()
    return (
        "hidden" in attributes
        or attributes.get("role") in DROPPED_ROLES
        or bool(_HIDDEN.search(str(attributes.get("style", ""))))
        or any(str(name).lower() in DROPPED_CLASSES for name in classes)
    )


def _clean_attributes(tag: Tag) -> None:
    """Remove what markdownify would stumble over: figures that are none to `int`, and cells of a thousand columns."""
    tag.attrs.pop("colspan", None)
    start = tag.attrs.get("start")
    if start is not None and not re.fullmatch(r"[0-9]{1,6}", str(start)):
        del tag.attrs["start"]


def _number_items(soup: BeautifulSoup) -> None:
    """Number the items of ordered lists in one pass; markdownify counts all earlier ones for each."""
    for ordered in soup.find_all("ol"):
        start = int(str(ordered.get("start", "1")))
        for number, item in enumerate(ordered.find_all("li", recursive=False), start=start):
            item.attrs[_NUMBER] = str(number)


def _find_region(soup: BeautifulSoup) -> Tag:
    """Return the part that holds the text: `main`, or the only `article`, where it has most of the words."""
    total = len(soup.get_text(strip=True))
    for name in ("main", "article"):
        found = soup.find_all(name, limit=2)
        if len(found) == 1 and len(found[0].get_text(strip=True)) * 2 >= total:
            return found[0]
    return soup


class _Converter(MarkdownConverter):
    """Markdown without escapes that only hinder quoting, and without anything that a browser would run."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        """Escape what would turn prose into a code span or a heading; tags are seen to at the end."""
        if "`" in text:
            text = text.replace("`", "&#96;")
        return re.sub(r"(?m)^(#{1,6}\s)", r"\\\1", text) if "#" in text else text

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Keep links that lead to a page; others leave their words."""
        words = " ".join(text.split())
        href = _clean_href(str(el.get("href") or ""))
        if not words or not href or "_noformat" in parent_tags:
            return text if words else ""
        before = " " if text[:1].isspace() else ""
        after = " " if text[-1:].isspace() else ""
        return f"{before}{words if words == href else f'[{words}]({href})'}{after}"

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Leave the words that stand for the picture."""
        return self.escape(" ".join(str(el.get("alt") or "").split()), parent_tags)

    def convert_code(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Keep a code span on one line, so that no blank line ends it, within more backticks than it holds."""
        code = " ".join(text.split())
        if "_noformat" in parent_tags or not code:
            return text
        longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
        fence, pad = "`" * (longest + 1), " " if longest else ""
        before = " " if text[:1].isspace() else ""
        after = " " if text[-1:].isspace() else ""
        return f"{before}{fence}{pad}{code}{pad}{fence}{after}"

    convert_kbd = convert_code
    convert_samp = convert_code

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Fence code with more backticks than it holds."""
        code = text.strip("\n")
        if not code.strip():
            return ""
        longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"\n\n{fence}{_find_language(el)}\n{code}\n{fence}\n\n"

    def convert_td(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Keep a cell on one line, its bars escaped."""
        cell = " ".join(text.split()).replace("|", r"\|")
        return f" {cell} |"

    convert_th = convert_td

    def convert_li(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Indent an item by the width of its bullet or number, which `_number_items` has set."""
        mark = f"{el.get(_NUMBER)}. " if el.get(_NUMBER) else "- "
        lines = text.strip().split("\n")
        indented = "\n".join(" " * len(mark) + line if line else "" for line in lines).strip()
        return f"{mark}{indented}\n" if indented else "\n"

    def convert_title(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """Leave the title of the page out: it is metadata."""
        return ""


def _find_language(el: Tag) -> str:
    for tag in (el, *el.find_all("code", limit=1)):
        for name in tag.get("class") or ():
            if match := _LANGUAGE.match(str(name)):
                return match[1]
    return ""


def _clean_href(href: str) -> str:
    href = "".join(href.split())
    try:
        scheme = urlsplit(href).scheme.lower()
    except ValueError:
        return ""
    if scheme not in ("http", "https", "mailto"):
        return ""
    for character in '()<>[]"`\\':
        href = href.replace(character, f"%{ord(character):02X}")
    return href


class _TextParser(HTMLParser):
    """The text of a page, whatever its nesting."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._muted = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ("script", "style"):
            self._muted = tag
        self.parts.append(
            "\n" if tag in ("br", "tr") else "\n\n" if tag in ("p", "div", "li", "h1", "h2", "h3") else ""
        )

    def handle_endtag(self, tag: str) -> None:
        if tag == self._muted:
            self._muted = ""

    def handle_data(self, data: str) -> None:
        if not self._muted:
            self.parts.append(re.sub(r"\s+", " ", data))


def _extract_text(html: str) -> str:
    parser = _TextParser()
    try:
        parser.feed(re.sub(r"&#[xX]?[0-9A-Fa-f]{9,};?", "\ufffd", escape_unclosed(html)))
        parser.close()
    except (AssertionError, ValueError):
        parser.parts.append("")  # what was read before the fault is kept
    return _TAG_START.sub("&lt;", tidy_markdown("".join(parser.parts)))
