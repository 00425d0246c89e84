"""Small libraries for tests: drafts written as snapshot_sources would lay them."""

from collections.abc import Iterable
from pathlib import Path

from florilegium.documents import Document
from florilegium.drafts import Draft, make_document, render_highlights
from florilegium.library import CATALOG_NAME, Library
from florilegium.project.artifacts import write_lines
from florilegium.project.records import to_record
from florilegium.texts import TextStore

SOURCE = "vault"


def write_library(root: Path, drafts: Iterable[Draft]) -> Library:
    """Write texts, highlights and the catalogue; what lay there before and is not among the drafts goes."""
    store = TextStore(root)
    documents: dict[str, Document] = {}
    for layer in ("texts", "highlights"):
        (root / layer).mkdir(parents=True, exist_ok=True)
    for draft in drafts:
        highlights = render_highlights(draft)
        document = make_document(draft, source=SOURCE, text=draft.text, highlights=highlights)
        documents[document.id] = document
        store.write(document.id, text=draft.text, highlights=highlights, sync=False)
    for path in root.glob("*/*.md"):
        if path.stem not in documents:
            path.unlink()
    write_lines(root / CATALOG_NAME, [to_record(documents[name]) for name in sorted(documents)], "document")
    return Library(root)


def make_note(title: str, text: str, **facts: object) -> Draft:
    """Return a vault note; facts are fields of Draft."""
    return Draft("obsidian", f"{title}.md", title, text, **facts)  # type: ignore[arg-type]
