"""Whether words of an article name a source."""

from dataclasses import replace

import pytest
from desk import make_entry

from florilegium.claude.naming import names_source
from florilegium.distilling.articles import parse_article
from florilegium.drafts import Draft, make_document

ARTICLE = parse_article(
    "# On forgetting\n\nOld notes go [1], as others say [2].\n\n## References\n\n"
    "1. Ada Okafor, The Forgetting Budget.\n2. Someone else, Another thing.\n",
    name="article.md",
)
DRAFT = Draft("readwise", "articles/budget-notes.md", "The Forgetting Budget", "x", authors=("Ada Okafor",))
ENTRY = replace(
    make_entry(make_document(DRAFT, source="r", text="x", highlights="")),
    source_url="https://www.lab.example.org/essays/forgetting",
    publication="Weekly",
)


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("a forgetting budget of forty", True),
        ("Okafor says so", True),
        ("see lab.example.org", True),
        ("in budget-notes", True),
        ("as Weekly wrote", True),
        ("Old notes go [1]", True),
        ("as others say [2]", False),
        ("a budget of forty", False),
        ("Ada says so", False),
        ("nothing at all", False),
    ],
)
def test_title_author_address_file_and_citation_name_a_source(quote: str, expected: bool) -> None:
    assert names_source(ARTICLE, quote, ENTRY) is expected
