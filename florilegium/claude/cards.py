"""Cards: what a role is shown of a document before its text; never where that text lies."""

from collections.abc import Iterable, Mapping

from ..documents import Document
from ..plans import Theme

WHOSE = {"own": "the reader's own words", "other": "somebody else's words", "mixed": "words of both"}
LONGEST_REASON = 240
MOST_HEADINGS = 8


def describe_document(document: Document, key_terms: Iterable[str] = ()) -> str:
    """Return what is known of a document as lines, its id in the first: no field can hold a line of its own."""
    facts = {
        "id": document.id,
        "title": document.title,
        "origin": ", ".join(filter(None, [document.origin, document.location])),
        "kind": f"{document.kind}; {WHOSE[document.authorship]}",
        "authors": ", ".join(document.authors),
        "publication": document.publication,
        "published": document.published or "",
        "saved": document.saved or "",
        "tags": ", ".join(document.tags),
        "marked by the reader": f"{document.highlights} passages, {document.own_notes} notes",
        "words": str(document.words),
        "headings": "; ".join(document.headings[:MOST_HEADINGS]),
        "key terms": ", ".join(key_terms),
        "summary": document.summary,
    }
    return list_facts(facts)


def list_facts(facts: Mapping[str, str]) -> str:
    """Return facts as lines, one each."""
    return "\n".join(f"{name}: {' '.join(value.split())}" for name, value in facts.items() if value.strip())


def describe_themes(themes: Iterable[Theme]) -> str:
    """Return the themes as lines."""
    return list_facts({theme.id: f"{theme.name} ({', '.join(theme.terms)})" for theme in themes})


def shorten_reason(text: str) -> str:
    """Return a model's reason as one line of bounded length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 1].rstrip() + "…"
