"""Pinning: what the reader wants in a memory and no query may find is taken from the library beforehand."""

from collections.abc import Iterable
from dataclasses import replace

from ..documents import Document
from ..findings import Finding
from ..library import Library
from ..local.summariser import keep_summary
from ..roles import Summariser
from ..sameness.fingerprints import make_content_key, make_numbers, make_phrases, make_signature
from ..texts import TextStore
from ..wording.prose import strip_markup, strip_quotes
from .choices import Choice


def collect_pins(chosen: Iterable[Choice], library: Library, summariser: Summariser) -> tuple[Finding, ...]:
    """Return a finding for each pinned document of the library; a pin of anything else brings nothing."""
    ids = sorted({choice.id for choice in chosen} & library.documents.keys())
    return tuple(_capture(library.documents[name], library.texts, summariser) for name in ids)


def _capture(document: Document, texts: TextStore, summariser: Summariser) -> Finding:
    text = texts.read_text(document.id)
    plain = strip_markup(text)
    said = strip_markup(strip_quotes(text))  # what is not quoted
    summary = keep_summary(document.summary) or summariser.summarise(document, text)
    return Finding(
        document=replace(document, summary=" ".join(summary.split())),
        hits=(),
        key_terms=(),
        content_key=make_content_key(plain),
        signature=make_signature(said),
        phrases=make_phrases(said),
        numbers=make_numbers(plain),
    )
