"""Naming: whether words of an article name a source, so that a model's word for it need not be believed."""

import re
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from ..distilling.articles import Article
from ..entries import Entry
from ..search.analysis import extract_terms

TITLE_TERMS = 2  # of a title, in a quotation that is to name it; all of a shorter title
FEWEST_LETTERS = 4  # of an author's name, a file's name or a notebook's


def names_source(article: Article, quote: str, entry: Entry) -> bool:
    """Tell whether a quotation, or a reference that it cites, holds something of the source's names."""
    cited = [article.text[item.start : item.end] for item in article.references if _cites(article, quote, item.key)]
    return any(_names(text, entry) for text in (quote, *cited))


def _cites(article: Article, quote: str, key: str) -> bool:
    return any(
        mention.value == key and article.text[mention.start : mention.end] in quote for mention in article.citations
    )


def _names(text: str, entry: Entry) -> bool:
    folded = " ".join(text.split()).casefold()
    title = set(extract_terms(entry.title))
    shared = title & set(extract_terms(text))
    if title and len(shared) >= min(TITLE_TERMS, len(title)):
        return True
    return any(_has_name(folded, name) for name in _list_names(entry))


def _list_names(entry: Entry) -> list[str]:
    """Return last names of authors, host and last part of the address, name of the file, and the notebook."""
    address = urlsplit(entry.source_url or "")
    last = PurePosixPath(address.path).name
    file = PurePosixPath(entry.original_path)
    people = [author.split()[-1] for author in entry.authors if author.split()]
    return [*people, address.netloc.removeprefix("www."), last, file.stem, entry.notebook or "", entry.publication]


def _has_name(text: str, name: str) -> bool:
    folded = name.casefold()
    return len(folded) >= FEWEST_LETTERS and bool(re.search(rf"(?<!\w){re.escape(folded)}(?!\w)", text))
