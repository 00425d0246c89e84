"""What a page says about itself: meta tags, JSON-LD, title."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bs4 import BeautifulSoup

from ..sameness.urls import canonicalise_url
from .bylines import split_authors
from .characters import clean_line
from .dates import read_date
from .soup import UnfitHtmlError, parse_soup

_MAX_NODES = 500
_HEAD = re.compile(r"<body\b", re.IGNORECASE)
_TITLES = ("citation_title", "og:title", "twitter:title", "dc.title")
_AUTHORS = ("citation_author", "author", "article:author", "dc.creator", "dcterms.creator", "parsely-author", "byl")
_SITES = ("og:site_name", "citation_journal_title", "application-name", "dc.publisher", "publisher")
_DATES = (
    "article:published_time",
    "citation_publication_date",
    "citation_date",
    "datepublished",
    "date",
    "dc.date",
    "dcterms.date",
    "dcterms.created",
    "parsely-pub-date",
    "pubdate",
    "publish-date",
)


@dataclass(frozen=True)
class PageMeta:
    """The metadata of a saved page; empty where it says nothing."""

    title: str = ""
    authors: tuple[str, ...] = ()
    site: str = ""
    published: str | None = None  # YYYY, YYYY-MM or YYYY-MM-DD
    canonical_url: str | None = None  # as the page writes it


def read_page_meta(html: str) -> PageMeta:
    """Return what the page says about itself in meta tags, JSON-LD and its title. Never raises."""
    try:
        soup = parse_soup(html)
    except UnfitHtmlError:
        try:
            soup = parse_soup(_HEAD.split(html, maxsplit=1)[0])
        except UnfitHtmlError:
            return PageMeta()
    meta = _collect_meta(soup)
    linked = _collect_linked(soup)
    site = _first(meta, _SITES) or linked.get("site", "")
    return PageMeta(
        title=_find_title(soup, meta, linked, site),
        authors=_find_authors(meta, linked),
        site=site,
        published=_find_date(soup, meta, linked),
        canonical_url=_find_url(soup, meta),
    )


def _collect_meta(soup: BeautifulSoup) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for tag in soup.find_all("meta"):
        name = clean_line(str(tag.get("property") or tag.get("name") or tag.get("itemprop") or "")).lower()
        content = clean_line(str(tag.get("content") or ""))
        if name and content:
            found.setdefault(name, []).append(content)
    return found


def _first(meta: dict[str, list[str]], names: tuple[str, ...]) -> str:
    return next((meta[name][0] for name in names if name in meta), "")


def _collect_linked(soup: BeautifulSoup) -> dict[str, Any]:
    """Return title, authors, site and date of the first article that JSON-LD describes."""
    for tag in soup.find_all("script", type="application/ld+json"):
        try:
            value = json.loads(tag.get_text())
        except (ValueError, RecursionError):
            continue
        for node in _iter_nodes(value):
            if isinstance(node.get("headline"), str) or "datePublished" in node:
                return {
                    "title": _name(node.get("headline") or node.get("name")),
                    "authors": [_name(author) for author in _listed(node.get("author"))],
                    "site": _name(node.get("publisher")),
                    "published": read_date(node.get("datePublished")),
                }
    return {}


def _iter_nodes(value: object) -> Iterator[dict[str, Any]]:
    waiting = [value]
    for _ in range(_MAX_NODES):
        if not waiting:
            return
        node = waiting.pop(0)
        if isinstance(node, list):
            waiting += node[:_MAX_NODES]
        elif isinstance(node, dict):
            yield node
            waiting.append(node.get("@graph"))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _name(value: object) -> str:
    if isinstance(value, dict):
        value = value.get("name")
    return clean_line(value) if isinstance(value, str) else ""


def _find_title(soup: BeautifulSoup, meta: dict[str, list[str]], linked: dict[str, Any], site: str) -> str:
    title = _first(meta, _TITLES) or linked.get("title", "")
    if title:
        return str(title)
    tag = soup.find("title") or soup.find("h1")
    title = clean_line(tag.get_text()) if tag else ""
    if site:
        for mark in (" | ", " - ", " – ", " — ", " · ", " :: "):
            title = title.removesuffix(f"{mark}{site}")
    return title


def _find_authors(meta: dict[str, list[str]], linked: dict[str, Any]) -> tuple[str, ...]:
    for name in _AUTHORS:
        named = [author for author in meta.get(name, ()) if not author.lower().startswith(("http:", "https:"))]
        if named:
            return tuple(dict.fromkeys(author for item in named for author in split_authors(item)))
    return tuple(dict.fromkeys(author for author in linked.get("authors", ()) if author))


def _find_date(soup: BeautifulSoup, meta: dict[str, list[str]], linked: dict[str, Any]) -> str | None:
    for name in _DATES:
        for content in meta.get(name, ()):
            if found := read_date(content):
                return found
    if linked.get("published"):
        return str(linked["published"])
    tag = soup.find("time", attrs={"pubdate": True}) or soup.find("time", itemprop="datePublished")
    return read_date(str(tag.get("datetime") or tag.get_text())) if tag else None


def _find_url(soup: BeautifulSoup, meta: dict[str, list[str]]) -> str | None:
    links = [str(tag.get("href") or "") for tag in soup.find_all("link", rel="canonical")]
    for url in [*links, *meta.get("og:url", ())]:
        if canonicalise_url(url) and url.strip().lower().startswith(("http:", "https:")):
            return clean_line(url)
    return None
