"""The form of the index: what tantivy holds of a document."""

import tantivy

from ..documents import Document
from .fields import FIELDS, Analysed, encode_vector

# The fields whose terms name a document: a match there brings it into the first selection.
_NAMES = tuple(FIELDS.index(name) for name in ("title", "aliases", "headings", "tags"))
_TERMS = "terms"  # our own analysis comes first; tantivy only splits at the spaces


def make_schema() -> tantivy.Schema:
    """Return the fields: an id, three filters, all terms, those of the names, and the counts that ranking needs."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in ("origin", "location", "kind"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("text", tokenizer_name=_TERMS, index_option="position")
    builder.add_text_field("name", tokenizer_name=_TERMS, index_option="freq")
    builder.add_bytes_field("vector", stored=True)
    return builder.build()


def register_terms(index: tantivy.Index) -> None:
    """Teach an index how terms are separated."""
    index.register_tokenizer(_TERMS, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())


def make_entry(document: Document, analysed: Analysed) -> tantivy.Document:
    """Return what the index is given of a document; each field's terms are a run of their own."""
    entry = tantivy.Document()
    entry.add_text("id", document.id)
    entry.add_text("origin", document.origin)
    entry.add_text("location", document.location)
    entry.add_text("kind", document.kind)
    for place, terms in enumerate(analysed.terms):
        if terms:
            entry.add_text("text", terms)
            if place in _NAMES:
                entry.add_text("name", terms)
    entry.add_bytes("vector", encode_vector(analysed.vector))
    return entry
