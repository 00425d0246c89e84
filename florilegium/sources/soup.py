"""HTML to a tree: parsing that no page can bring down."""

import re
from typing import Any

from bs4 import BeautifulSoup
from bs4.element import Tag
from bs4.exceptions import ParserRejectedMarkup

MAX_DEPTH = 120  # markdownify takes three frames a level, and the interpreter has 1,000
MAX_VOID_TAGS = 5000  # the parser keeps a list of them and searches it at each end tag

# Tags whose end may be left out, and the start tags that end them.
_BLOCKS = frozenset(
    """address article aside blockquote div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre
    section table ul""".split()
)
_ENDED_BY = {
    "p": _BLOCKS,
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "td": frozenset({"td", "th", "tr", "tbody", "tfoot"}),
    "th": frozenset({"td", "th", "tr", "tbody", "tfoot"}),
    "tr": frozenset({"tr", "tbody", "tfoot"}),
    "option": frozenset({"option", "optgroup"}),
}
_INSTRUCTION = re.compile(r"<\?[^>]*>?")
_BREAK = re.compile(r"<(br|hr|wbr)\s*>", re.IGNORECASE)
_VOID = re.compile(r"<(?:area|base|col|embed|img|input|link|meta|param|source|track)\b", re.IGNORECASE)
_HUGE_REFERENCE = re.compile(r"&#[xX]?[0-9A-Fa-f]{9,};?")


class UnfitHtmlError(ValueError):
    """The page is nested too deep, or too large, to become a tree."""


class _Tag(Tag):
    """A tag that finds a parent by name without building a filter first; markdownify asks for one at every tag."""

    def find_parent(self, name: Any = None, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(name, str) or args or kwargs:
            return super().find_parent(name, *args, **kwargs)
        parent = self.parent
        while parent is not None and parent.name != name:
            parent = parent.parent
        return parent


class _Soup(BeautifulSoup):
    """A tree in which an open paragraph, list item or cell ends where HTML says that it ends."""

    def handle_starttag(self, name: str, *args: Any, **kwargs: Any) -> Tag | None:
        while self.currentTag is not None and name in _ENDED_BY.get(self.currentTag.name, ()):
            self.handle_endtag(self.currentTag.name)
        if len(self.tagStack) > MAX_DEPTH:
            raise UnfitHtmlError("nested too deep")
        return super().handle_starttag(name, *args, **kwargs)


def escape_unclosed(html: str) -> str:
    """Return the page with each opening escaped that has no end: the parser would look for every one to the last."""
    for opening, closing in (("<!--", "-->"), ("<![", "]>"), ("<", ">")):
        last = html.rfind(closing)
        head, tail = (html[:last], html[last:]) if last >= 0 else ("", html)
        if opening in tail:
            html = head + tail.replace(opening, "&lt;" + opening[1:])
    return html


def parse_soup(html: str) -> BeautifulSoup:
    """Return the tree of a page; raises UnfitHtmlError where none can be made safely.

    The parser is the standard library's: it opens nothing, expands no entity of the page's own, and needs no compiled
    package. lxml would be faster and silently cuts pages that are nested too deep; making Markdown of the tree costs
    more than parsing, and a page is read again only when it changes.
    """
    prepared = _BREAK.sub(r"<\1/>", _INSTRUCTION.sub("", _HUGE_REFERENCE.sub("\ufffd", escape_unclosed(html))))
    if "<" not in prepared:
        prepared += "<br/>"  # text without any tag makes the parser ask whether it was meant as a file name
    if sum(1 for _ in _VOID.finditer(prepared)) > MAX_VOID_TAGS:
        raise UnfitHtmlError("too many images")
    try:
        return _Soup(prepared, "html.parser", element_classes={Tag: _Tag})
    except (ParserRejectedMarkup, AssertionError, RecursionError) as error:
        raise UnfitHtmlError("not readable as HTML") from error
